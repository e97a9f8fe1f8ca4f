/**
 * The counters of numeroControl: one for each company, environment, type, establishment, point of sale and year.
 */
import type { Ambiente, TipoDte } from '@sello/contract'

export interface Series {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly tipoDte: TipoDte
  readonly codEstable: string
  readonly codPuntoVenta: string
  /** The count restarts at 1 with each fiscal year (docs/sources.md#numbering). */
  readonly year: number
}

const NUMERO_CONTROL = /^DTE-\d{2}-(.{4})(.{4})-(\d{15})$/

/** Splits one of our numbers into its series codes and its position in the count. */
export function readNumeroControl(numeroControl: string) {
  const [, codEstable, codPuntoVenta, correlativo] = NUMERO_CONTROL.exec(numeroControl) ?? []
  if (!codEstable || !codPuntoVenta || !correlativo) {
    throw new Error(`bug: not a numeroControl: ${numeroControl}`)
  }
  return { codEstable, codPuntoVenta, correlativo: BigInt(correlativo) }
}

/** 15 digits (docs/sources.md#numbering). */
export const CORRELATIVO_MAX = 999_999_999_999_999n

/** The rows of one series; with its values a statement begins. */
export const OF_SERIES = `company_id = $1 and ambiente = $2 and tipo_dte = $3 and cod_estable = $4
       and cod_punto_venta = $5 and year = $6`

export const valuesOf = (series: Series) => [
  series.companyId,
  series.ambiente,
  series.tipoDte,
  series.codEstable,
  series.codPuntoVenta,
  series.year,
]
