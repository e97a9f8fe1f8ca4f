/** What is wrong with a control, by what it states of itself. */

interface Stated {
  readonly validity: Pick<
    ValidityState,
    'valueMissing' | 'tooShort' | 'typeMismatch' | 'patternMismatch'
  >
  readonly type: string
  /** Says what its `pattern` asks for. */
  readonly title: string
  readonly minLength?: number
}

export function faultOf({ validity, type, title, minLength }: Stated): string {
  if (validity.valueMissing) return MISSING[type] ?? 'Falta este dato.'
  if (validity.tooShort) return `Escriba al menos ${minLength} caracteres.`
  if (validity.typeMismatch) return SHAPE[type] ?? title
  return title || 'Revise este dato.'
}

const MISSING: Readonly<Record<string, string>> = {
  checkbox: 'Marque esta casilla para seguir.',
  'select-one': 'Elija una opción.',
  file: 'Elija un archivo.',
}

const SHAPE: Readonly<Record<string, string>> = {
  email: 'Escriba un correo completo, como ana@empresa.com.',
  url: 'Escriba la dirección completa, con https://.',
}
