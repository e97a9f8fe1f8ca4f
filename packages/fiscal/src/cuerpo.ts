/**
 * The parts of a document by what they are: most types have lines and a summary of them; a type may have one record
 * instead, with all of its amounts and no summary (09).
 */

/** What a document must have to be asked. */
interface ConCuerpo {
  readonly cuerpoDocumento: object
  readonly resumen?: object
}

/** The line of a body; a record has none. */
export type LineaDe<Cuerpo> = Cuerpo extends readonly (infer L)[] ? L : never

/** The lines; none in a document of one record. */
export function lineasDe<D extends ConCuerpo>(
  documento: D,
): readonly LineaDe<D['cuerpoDocumento']>[] {
  const { cuerpoDocumento: cuerpo } = documento
  return Array.isArray(cuerpo) ? cuerpo : []
}

/** The section with the document's totals: its summary, or its record. */
export function resumenDe({ cuerpoDocumento, resumen }: ConCuerpo): object {
  return resumen ?? cuerpoDocumento
}
