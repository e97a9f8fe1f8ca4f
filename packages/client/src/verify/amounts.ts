/**
 * Exact amounts with independent arithmetic, because verification trusts no other code. Hundred-millionths, as
 * bigint.
 */

const DECIMALS = 8
export const CENT = 10n ** BigInt(DECIMALS - 2)

/** Null for anything but a number. */
export function amountOf(value: unknown): bigint | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const decimals = fraction.length - Number(exponent)
  if (decimals > DECIMALS || whole === '') return null
  const scaled = BigInt(whole + fraction) * 10n ** BigInt(DECIMALS - decimals)
  return sign ? -scaled : scaled
}

/** Half away from zero, to cents. */
export function toCents(amount: bigint): bigint {
  const half = CENT / 2n
  return ((amount < 0n ? amount - half : amount + half) / CENT) * CENT
}

export function times(a: bigint, b: bigint): bigint {
  return (a * b) / 10n ** BigInt(DECIMALS)
}

export function isWithin(a: bigint, b: bigint, tolerance: bigint): boolean {
  const difference = a - b
  return (difference < 0n ? -difference : difference) <= tolerance
}

export function textOf(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(DECIMALS + 1, '0')
  const cents = digits.slice(-DECIMALS).replace(/0{1,6}$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${cents}`
}
