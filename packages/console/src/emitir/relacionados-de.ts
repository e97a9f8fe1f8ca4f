/** The documents that a rejected note adjusted, read again for its correction. */
import type { Relacionado } from './form.ts'
import { type Query, relacionadoOf } from './from-documento.ts'
import { TIPO_FORM } from './tipo-form.ts'

interface Named {
  readonly tipoGeneracion: number
  readonly numeroDocumento: string
}

/** On paper, or issued by another program: nothing of it is here to read. */
const FISICO = 1

/**
 * The documents of a note in the form's terms, and for each that was not issued here the reason why it is missing.
 * Sales have none: the form takes their `origenes` from the document itself. `ask` returns null for a document that
 * is not the company's.
 */
export async function relacionadosDe(
  query: Pick<Query, 'tipoDte' | 'documento'>,
  ask: (code: string) => Promise<Query | null>,
): Promise<{ readonly relacionados: readonly Relacionado[]; readonly faltan: readonly string[] }> {
  if (!TIPO_FORM[query.tipoDte].relacionados) return { relacionados: [], faltan: [] }
  const { documentoRelacionado } = (query.documento ?? {}) as {
    documentoRelacionado?: readonly Named[] | null
  }
  const found = await Promise.all(
    (documentoRelacionado ?? []).map(async ({ tipoGeneracion, numeroDocumento: code }) => ({
      code,
      documento: tipoGeneracion === FISICO ? null : await ask(code),
    })),
  )
  return {
    relacionados: found.flatMap(({ documento }) => (documento ? [relacionadoOf(documento)] : [])),
    faltan: found.flatMap(({ code, documento }) => (documento ? [] : [faltaDe(code)])),
  }
}

const faltaDe = (code: string) =>
  `el documento ${code}, que la nota ajusta: no se emitió en Sello y no se puede traer`
