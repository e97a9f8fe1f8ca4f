/**
 * The part of an evaluation that the page shows, of bounded size: reading the answer takes time on the main
 * thread, which also handles typing (ADR 0065).
 */
import type { Evaluated } from './protocol.ts'

/** More lines than a first page can hold, for the preview of that page. */
const LINEAS_DE_LA_HOJA = 60

export function toShown(evaluated: Evaluated): Evaluated {
  const { documento, explicacion, ...rest } = evaluated
  const plain = documento as { readonly cuerpoDocumento: unknown }
  const { cuerpoDocumento: cuerpo } = plain
  const shown = Array.isArray(cuerpo) ? cuerpo.slice(0, LINEAS_DE_LA_HOJA) : cuerpo
  return {
    ...rest,
    explicacion: { ...explicacion, lineas: [] },
    documento: { ...plain, cuerpoDocumento: shown },
  }
}

/** The text below the preview of a document with this many lines, if it does not show all. */
export const avisoDeHoja = (lineas: number): string | null =>
  lineas > LINEAS_DE_LA_HOJA
    ? `Vista previa con las primeras ${LINEAS_DE_LA_HOJA} de ${lineas.toLocaleString('en-US')} líneas; el número de páginas es otro.`
    : null
