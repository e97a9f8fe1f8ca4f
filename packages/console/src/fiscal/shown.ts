/**
 * What of an evaluation the page shows, whatever the number of lines: reading the answer is work of the page's own
 * thread, which has keys to answer for (ADR 0067).
 */
import type { Evaluated } from './protocol.ts'

/** More lines than a first page holds: the preview draws that one. */
const LINEAS_DE_LA_HOJA = 60

export function toShown(evaluated: Evaluated): Evaluated {
  const { documento, explicacion, ...rest } = evaluated
  const plain = documento as { readonly cuerpoDocumento: readonly unknown[] }
  return {
    ...rest,
    explicacion: { ...explicacion, lineas: [] },
    documento: { ...plain, cuerpoDocumento: plain.cuerpoDocumento.slice(0, LINEAS_DE_LA_HOJA) },
  }
}
