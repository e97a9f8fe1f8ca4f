/**
 * The few amounts that the form itself computes, exact as the tax rules: with their decimals, never
 * doubles.
 */
import {
  minus,
  monto,
  plus,
  positivePart,
  readMonto,
  roundFraction,
  times,
  toNumber,
  toText,
} from '@sello/fiscal/monto'

const CENTS = 2
const ONE = monto(1)
const HUNDRED = 100n

/**
 * A percentage of a line, rounded once to cents: the amount that is sent, shown and printed. Within half a cent of
 * the line's own amount it is that amount, which a discount may not exceed. Null for an invalid amount.
 */
export function porcentajeDeLinea(
  cantidad: number,
  precio: number,
  percent: number,
): number | null {
  const [units, price, part] = [readMonto(cantidad), readMonto(precio), readMonto(percent)]
  if (units === null || price === null || part === null) return null
  const cents = roundFraction(price, [units * part, ONE * ONE * HUNDRED], CENTS)
  const whole = times(units, price)
  return toNumber(cents > whole ? whole : cents)
}

/** The part of a total that is not paid at once. */
export function restoDe(total: number, pagado: number): number {
  const [all, paid] = [readMonto(total), readMonto(pagado)]
  return all === null || paid === null ? total : toNumber(positivePart(minus(all, paid)))
}

/** The quantity of a line after its code was scanned once more; null when it is not a number. */
export function unaMas(cantidad: number): string | null {
  const before = readMonto(cantidad)
  return before === null ? null : toText(plus(before, ONE))
}
