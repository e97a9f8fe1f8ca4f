/** The rates of the law, as exact fractions. Source: docs/sources.md#tasas. */
import type { Fraccion } from './exacto.ts'
import { fractionOf, type Monto } from './monto.ts'

/** Ley de IVA art. 54, on a price without IVA. */
export const IVA: Fraccion = [13n, 100n]
/** The share of IVA in a price that includes it: 13 of every 113 cents. */
export const IVA_INCLUIDO: Fraccion = [13n, 113n]
/** Retention and perception of IVA: Código Tributario arts. 162 and 163. */
export const UNO_POR_CIENTO: Fraccion = [1n, 100n]
/** What administrators of cards perceive: Código Tributario art. 162-A. */
export const DOS_POR_CIENTO: Fraccion = [2n, 100n]
/** The price without IVA in one that includes it. */
export const SIN_IVA: Fraccion = [100n, 113n]

export function ivaSobre(neto: Monto): Monto {
  return fractionOf(neto, ...IVA)
}

export function ivaDentroDe(amount: Monto): Monto {
  return fractionOf(amount, ...IVA_INCLUIDO)
}

/** A price without its included IVA. */
export function sinIva(amount: Monto): Monto {
  return fractionOf(amount, ...SIN_IVA)
}

export function unoPorCiento(neto: Monto): Monto {
  return fractionOf(neto, ...UNO_POR_CIENTO)
}

export function dosPorCiento(neto: Monto): Monto {
  return fractionOf(neto, ...DOS_POR_CIENTO)
}
