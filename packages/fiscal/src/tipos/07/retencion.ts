/** The IVA that a line of 07 retains. Source: docs/sources.md#07. */
import { RETENCION_C9, type RetencionDeC9 } from '../../criterios.ts'
import { type Exacto, type Fraccion, parte } from '../../exacto.ts'
import { CERO } from '../../monto.ts'
import { IVA, UNO_POR_CIENTO } from '../../tasas.ts'
import type { ImporteRetenido } from '../linea.ts'

export const TRECE_POR_CIENTO = 'C4'
export const CASOS_ESPECIALES = 'C9'

/** By code of CAT-006. */
const TASAS: ReadonlyMap<string, Fraccion> = new Map([
  ['22', UNO_POR_CIENTO],
  [TRECE_POR_CIENTO, IVA],
])

/** The rate of a code; null: the request states the amount. */
export function tasaDe(codigo: string, c9: RetencionDeC9 = RETENCION_C9): Fraccion | null {
  if (codigo === CASOS_ESPECIALES) return c9 === '13 %' ? IVA : null
  return TASAS.get(codigo) ?? null
}

/** Before rounding to cents. An unknown code retains what is stated, and the rules refuse it. */
export function ivaRetenidoExacto(
  { monto, codigoRetencion, ivaRetenido }: ImporteRetenido,
  c9: RetencionDeC9 = RETENCION_C9,
): Exacto {
  const tasa = tasaDe(codigoRetencion, c9)
  return tasa ? parte(monto, tasa) : (ivaRetenido ?? CERO)
}
