/** The decimal library of the independent computations, and its two roundings. */
import { Decimal } from 'decimal.js'

export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
export type Exact = Decimal

export function r8(d: Decimal): Decimal {
  return d.toDecimalPlaces(8, Decimal.ROUND_HALF_UP)
}

export function r2(d: Decimal): Decimal {
  return d.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
}

export function added(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Exact(0))
}

export function texts<K extends string>(amounts: Readonly<Record<K, Decimal>>): Record<K, string> {
  const entries = Object.entries<Decimal>(amounts).map(([name, d]) => [name, d.toFixed()])
  return Object.fromEntries(entries) as Record<K, string>
}
