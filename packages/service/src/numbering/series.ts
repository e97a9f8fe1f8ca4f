/** The counters of numeroControl: one for each company, environment, type, establishment, point of sale and year. */
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
