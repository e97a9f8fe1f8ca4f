import { type Monto, monto } from '../monto.ts'

/**
 * How far a stated amount may be from the computed one, in each line and each member of the summary:
 * one cent. Source: docs/sources.md#rounding.
 */
const TOLERANCIA = monto(0.01)

export function isClose(stated: Monto, computed: Monto): boolean {
  const difference = stated - computed
  return difference <= TOLERANCIA && difference >= -TOLERANCIA
}
