/** The rates of the law, as exact fractions. Source: docs/sources.md#tasas. */
import { fractionOf, type Monto } from './monto.ts'

/** IVA: 13 %, Ley de IVA art. 54, on a price without it. */
export function ivaSobre(neto: Monto): Monto {
  return fractionOf(neto, 13n, 100n)
}

/** Inside a price that includes the IVA, 13 of every 113 cents are IVA. */
export function ivaDentroDe(amount: Monto): Monto {
  return fractionOf(amount, 13n, 113n)
}

/** A price that includes the IVA, without it. */
export function sinIva(amount: Monto): Monto {
  return fractionOf(amount, 100n, 113n)
}

/** Retention and perception of IVA: 1 % of the net amount, Código Tributario arts. 162 and 163. */
export function unoPorCiento(neto: Monto): Monto {
  return fractionOf(neto, 1n, 100n)
}
