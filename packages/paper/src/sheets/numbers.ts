/** Numbers in printed form: 1,234.56. */
import type { Amount } from '../documento.ts'

const DECIMALS = 8

/** Printed for an empty value. */
export const DASH = '–'

/** An amount or a price: at least two decimals and all those transmitted; a dash when there is none. */
export function amount(n: Amount): string {
  if (n === null || n === undefined) return DASH
  if (n === 0) return '0.00' // most amounts of a table
  const [whole, fraction] = digits(n)
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** A quantity: only the decimals it has. */
export function quantity(n: number): string {
  const [whole, fraction] = digits(n)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** JavaScript writes the digits that were read; only below 1e-6 and from 1e21 on it uses an exponent. */
function digits(n: number): [whole: string, fraction: string] {
  const text = String(n)
  if (text.includes('e')) return digitsOfExponent(n)
  const [whole = '0', fraction = ''] = text.split('.')
  return [grouped(whole), fraction]
}

function digitsOfExponent(n: number): [whole: string, fraction: string] {
  if (Math.abs(n) >= 1) return [grouped(String(BigInt(n))), '']
  const [whole = '0', fraction = ''] = n.toFixed(DECIMALS).split('.')
  return [whole, fraction.replace(/0+$/, '')]
}

function grouped(whole: string): string {
  return whole.length <= 3 ? whole : whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
