/**
 * numeroControl: `DTE-` type `-` establishment and point of sale `-` 15 digits.
 * Source: docs/sources.md#numero-control.
 */

export interface Serie {
  readonly tipoDte: string
  /** M (head office), S (branch), B (warehouse) or P (yard), then three digits. */
  readonly codEstable: string
  /** P and three digits. */
  readonly codPuntoVenta: string
}

export const COD_ESTABLE = /^[MBSP][0-9]{3}$/
export const COD_PUNTO_VENTA = /^P[0-9]{3}$/
const TIPO_DTE = /^[0-9]{2}$/
const CORRELATIVO = /^[0-9]{1,15}$/

/** A codigoGeneracion placeholder of the right form, for checking a document before it has its own. */
export const STAND_IN_CODIGO_GENERACION = '00000000-0000-4000-8000-000000000000'

/** The number of a series. Throws a RangeError for values that the ministry's format cannot hold. */
export function formatNumeroControl(
  serie: Serie & { readonly correlativo: bigint | string | number },
): string {
  const { tipoDte, codEstable, codPuntoVenta } = serie
  const correlativo = String(serie.correlativo)
  if (
    !TIPO_DTE.test(tipoDte) ||
    !COD_ESTABLE.test(codEstable) ||
    !COD_PUNTO_VENTA.test(codPuntoVenta) ||
    !CORRELATIVO.test(correlativo)
  ) {
    throw new RangeError(
      `not a series and number: ${tipoDte} ${codEstable} ${codPuntoVenta} ${correlativo}`,
    )
  }
  return `DTE-${tipoDte}-${codEstable}${codPuntoVenta}-${correlativo.padStart(15, '0')}`
}

/** A placeholder of the right form that is never issued (numbers start at 1), for checking a document. */
export function standInNumeroControl(serie: Serie): string {
  return formatNumeroControl({ ...serie, correlativo: 0 })
}
