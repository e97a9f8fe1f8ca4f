/**
 * JSON with sorted keys, for hashes: equal values have one canonical form, and a document tree with Montos has
 * the form of the JSON written from it.
 */
import { type Monto, toNumber } from './monto.ts'

/** Far more than any document has (5), far less than the stack allows. */
const DEPTH_MAX = 64

/** Throws a RangeError for values nested deeper than 64 levels, and for numbers that are not finite. */
export function canonical(value: unknown): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  if (depth > DEPTH_MAX) throw new RangeError(`nested deeper than ${DEPTH_MAX} levels`)
  if (typeof value === 'bigint') return JSON.stringify(toNumber(value as Monto))
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('not a finite number')
  if (Array.isArray(value)) return `[${value.map((v) => write(v ?? null, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const object = value as Readonly<Record<string, unknown>>
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${write(object[key], depth + 1)}`)
  return `{${members.join(',')}}`
}
