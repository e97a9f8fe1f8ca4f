import { TOLERANCIA } from '../criterios.ts'
import type { Monto } from '../monto.ts'

/** Whether a stated amount is within a cent of the computed one. Source: docs/sources.md#rounding. */
export function isClose(stated: Monto, computed: Monto): boolean {
  const difference = stated - computed
  return difference <= TOLERANCIA && difference >= -TOLERANCIA
}
