/** Numbers as people read them: 1,234.56. */
import type { Amount } from '../documento.ts'

const DECIMALS = 8

/** What is printed where there is nothing to say. */
export const DASH = '–'

/** An amount or a price: at least two decimals, and every one it was transmitted with; a dash where there is none. */
export function amount(n: Amount): string {
  if (n === null || n === undefined) return DASH
  if (n === 0) return '0.00' // most of the amounts of a table
  const [whole, fraction] = digits(n)
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** A quantity: no decimals but its own. */
export function quantity(n: number): string {
  const [whole, fraction] = digits(n)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** The digits JavaScript writes are the ones the number was read from; only below 1e-6 and from 1e21 on it writes an exponent. */
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
