/**
 * Exact amounts. A Monto counts hundred-millionths of a dollar, the finest resolution of the DTE structures, so
 * sums are exact and every rounding is an explicit call. Quantities use the same unit.
 */

declare const brand: unique symbol
export type Monto = bigint & { readonly [brand]: 'Monto' }

export const CERO = 0n as Monto
/** The number of decimals of a Monto. */
export const DECIMALS = 8
/** The structures allow 11 digits before the point: every amount is below this. */
export const MONTO_LIMIT = (100_000_000_000n * 100_000_000n) as Monto

const ONE = 100_000_000n
const ONE_NUMBER = 1e8
/** Below this many hundred-millionths (15 digits) a double distinguishes every two amounts. */
const EXACT_IN_A_DOUBLE = 1e15
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * Reads a JSON number by its decimal digits: 0.1 is one tenth, not its nearest double. Throws a RangeError if it
 * has more than 8 decimals or is not finite.
 */
export function monto(n: number): Monto {
  const m = readMonto(n)
  if (m === null) throw new RangeError(`${n} is not an amount of at most ${DECIMALS} decimals`)
  return m
}

/** Like `monto`, but null for anything that is not an amount. */
export function readMonto(n: number): Monto | null {
  const scaled = Math.round(n * ONE_NUMBER)
  if (Math.abs(scaled) < EXACT_IN_A_DOUBLE && scaled / ONE_NUMBER === n) {
    return BigInt(scaled) as Monto
  }
  return parseMonto(String(n))
}

/** The number of decimals of a JSON number as written; Infinity if it is not finite. */
export function decimalsOf(n: number): number {
  const [, , whole = '', fraction = '', exponent = '0'] = NUMBER.exec(String(n)) ?? []
  if (whole === '') return Number.POSITIVE_INFINITY
  return Math.max(0, fraction.length - Number(exponent))
}

/** Takes a fraction of an amount: `fractionOf(price, 13n, 113n)` is the IVA inside a price. */
export function fractionOf(m: Monto, numerator: bigint, denominator: bigint): Monto {
  return divide(m * numerator, denominator) as Monto
}

/** Like `fractionOf`, rounded once, half away from zero, to 0..8 decimals. */
export function roundFraction(
  m: Monto,
  [numerator, denominator]: readonly [bigint, bigint],
  decimals: number,
): Monto {
  const step = stepOf(decimals)
  return (divide(m * numerator, denominator * step) * step) as Monto
}

/** Quantity times price, rounded half up to 8 decimals. Source: docs/sources.md#rounding. */
export function times(a: Monto, b: Monto): Monto {
  return divide(a * b, ONE) as Monto
}

const STEPS = Array.from({ length: DECIMALS + 1 }, (_, d) => 10n ** BigInt(DECIMALS - d))

/** Rounds half away from zero to 0..8 decimals. Source: docs/sources.md#rounding. */
export function round(m: Monto, decimals: number): Monto {
  const step = stepOf(decimals)
  return m % step === 0n ? m : ((divide(m, step) * step) as Monto)
}

/** Whether an amount has at most that many decimals. */
export function hasDecimals(m: Monto, decimals: number): boolean {
  return m % stepOf(decimals) === 0n
}

export function sum(montos: readonly Monto[]): Monto {
  let total = 0n
  for (const m of montos) total += m
  return total as Monto
}

/** The amount if positive, else 0. */
export function positivePart(m: Monto): Monto {
  if (m < 0n) return CERO
  return m
}

export function plus(a: Monto, b: Monto): Monto {
  return (a + b) as Monto
}

export function minus(a: Monto, b: Monto): Monto {
  return (a - b) as Monto
}

/** The nearest JSON number. With more than 15 digits the last ones may differ. */
export function toNumber(m: Monto): number {
  return Number(toText(m))
}

/** The shortest plain decimal: no exponent, no `.0`; for example `-20` and `0.00000001`. */
export function toText(m: Monto): string {
  const n = Number(m)
  // From a millionth up to 15 digits JavaScript's own shortest form is exact and plain.
  if ((n >= 100 || n <= -100) && n < EXACT_IN_A_DOUBLE && n > -EXACT_IN_A_DOUBLE) {
    return String(n / ONE_NUMBER)
  }
  return m === 0n ? '0' : digitsOf(m)
}

function digitsOf(m: Monto): string {
  const digits = String(m < 0n ? -m : m).padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  const whole = `${m < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}`
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Parses a JSON number's digits; null if it is not an amount of at most 8 decimals. */
export function parseMonto(text: string): Monto | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const decimals = fraction.length - Number(exponent)
  if (whole === '' || decimals > DECIMALS) return null
  const value = BigInt(whole + fraction) * 10n ** BigInt(DECIMALS - decimals)
  return (sign ? -value : value) as Monto
}

function stepOf(decimals: number): bigint {
  const step = STEPS[decimals]
  if (step === undefined) throw new RangeError(`bug: ${decimals} decimals`)
  return step
}

function divide(a: bigint, b: bigint): bigint {
  const half = b / 2n
  return (a < 0n ? a - half : a + half) / b
}
