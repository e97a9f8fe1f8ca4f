/** What a refusal marks in a form, and what it says of fields that the form does not draw. */
import type { Issue } from '../../api/issue.ts'

interface Marcados {
  /** The message under each drawn field. */
  readonly wrong: Readonly<Record<string, string>>
  readonly problem: string
}

/** `drawn`: the drawn field of each field that a refusal may name. */
export function marcados(
  issues: readonly Pick<Issue, 'field' | 'message'>[],
  drawn: Readonly<Record<string, string>>,
): Marcados {
  const wrong: Record<string, string> = {}
  const others: string[] = []
  for (const { field, message } of issues) {
    const under = drawn[field]
    if (under) wrong[under] = message
    else others.push(message)
  }
  const marked = Object.keys(wrong).length > 0 ? ['Revise lo que está marcado.'] : []
  return { wrong, problem: [...marked, ...others].join(' ') }
}

/** The names of the body, and those that the service has for them once it is read. */
export const CAMPOS_DEL_CERTIFICADO = {
  archivo: 'archivo',
  certificado: 'archivo',
  contrasena: 'contrasena',
  frase: 'frase',
  passphrase: 'frase',
}
