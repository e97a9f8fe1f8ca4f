/**
 * The few amounts that the form itself computes, exact as the tax rules: with their decimals, never
 * doubles.
 */
import {
  DECIMALS,
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
import { IVA } from '@sello/fiscal/tasas'

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

/** The price with IVA of one without it, to 8 decimals; null for an invalid one. */
export const conIva = (precioUni: number): number | null => inProportion(precioUni, [WITH, WITHOUT])

/** The price without IVA of one that includes it, likewise. */
export const sinIva = (precioConIva: number): number | null =>
  inProportion(precioConIva, [WITHOUT, WITH])

const [RATE, WITHOUT] = IVA
const WITH = WITHOUT + RATE

function inProportion(precio: number, share: readonly [bigint, bigint]): number | null {
  const leido = readMonto(precio)
  return leido === null ? null : toNumber(roundFraction(leido, share, DECIMALS))
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
