/**
 * Exact amounts for the simulator's own arithmetic: a bigint of hundred-millionths, the finest step
 * the ministry's structures accept.
 */
export const SCALE = 100_000_000n
export const CENT = SCALE / 100n

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** No amount has a wider exponent; it would only build huge integers. */
const EXPONENT_MAX = 40

/**
 * The exact value of a JSON number, or null when it is finer than the scale or its exponent is out of
 * range.
 */
export function unitsOf(text: string): bigint | null {
  const [, sign, whole = '', fraction = '', exponentText = '0'] = NUMBER.exec(text) ?? []
  const exponent = Number(exponentText)
  if (whole === '' || Math.abs(exponent) > EXPONENT_MAX) return null
  const decimals = fraction.length - exponent
  const digits = BigInt(whole + fraction)
  const shift = 8 - decimals
  if (shift < 0 && digits % 10n ** BigInt(-shift) !== 0n) return null
  const units = shift < 0 ? digits / 10n ** BigInt(-shift) : digits * 10n ** BigInt(shift)
  return sign ? -units : units
}

/** The shortest plain digits: no exponent, no `13.0`, no `-0`. */
export function isPlain(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text) && text !== '-0'
}

/** Shortest plain digits of an amount, for messages. */
export function textOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(9, '0')
  const fraction = digits.slice(-8).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}${fraction && `.${fraction}`}`
}

/** An integer in units: `integer(2)` is what the text `2` reads as. */
export function integer(n: number): bigint {
  return BigInt(n) * SCALE
}

/** Divides and rounds half away from zero; the divisor is positive. */
export function divide(a: bigint, b: bigint): bigint {
  const half = b / 2n
  return (a < 0n ? a - half : a + half) / b
}

/** Two decimals, half away from zero. */
export function round2(units: bigint): bigint {
  return divide(units, CENT) * CENT
}

export function sum(units: readonly bigint[]): bigint {
  return units.reduce((total, one) => total + one, 0n)
}

/** The ministry tolerates one cent either way on every computed line and summary amount. */
export function withinTolerance(a: bigint, b: bigint): boolean {
  const difference = a - b
  return difference <= CENT && difference >= -CENT
}
