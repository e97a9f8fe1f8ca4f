/**
 * The building blocks of the ministry's structures. Every object is closed and all its members are required; absent
 * values are null.
 */
import Type, { type Static, type TSchema } from 'typebox'
import { CERO, decimalsOf, hasDecimals, type Monto, monto } from '../monto.ts'

/** An object with exactly these members. */
export function closed<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** The same schema, or null. One schema with two types, so that an error names one keyword. */
export function nullable<T extends TSchema>(schema: T) {
  const { type } = schema as unknown as { type: string }
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] })
}

export const text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength })
export const anyText = () => Type.String()
export const textUpTo = (maxLength: number) => Type.String({ maxLength })
export const pattern = (source: string, maxLength: number) =>
  Type.String({ pattern: source, maxLength })
export const fecha = () => Type.String({ format: 'date' })

/** One of a few values. */
export function oneOf<const T extends readonly (string | number)[]>(values: T) {
  const type = typeof values[0] === 'string' ? 'string' : 'integer'
  return Type.Unsafe<T[number]>({ type, enum: [...values] })
}

/** One of a few whole numbers, or null. */
export function oneOfOrNull<const T extends readonly number[]>(values: T) {
  return Type.Unsafe<T[number] | null>({ type: ['integer', 'null'], enum: [null, ...values] })
}

/** The structures allow amounts of 11 digits, all below this. */
const LIMIT = 100_000_000_000

interface Range {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
}

/** The JSON-Schema keyword that an amount violates, or null. */
export type AmountFault = 'type' | 'multipleOf' | keyof Range | null

/**
 * An amount: a Monto in a document being built, a number in parsed JSON. For both, decimals are counted as decimal
 * digits, because a multipleOf of 0.01 is wrong in binary floating point. As JSON (`JSON.stringify` of the
 * structure) it prints the keywords of the published schemas.
 */
export function amount(decimals: 2 | 8, range: Range) {
  return Type.Unsafe<Monto>(refined('number', decimals, range, amountFault(decimals, range)))
}

/** The same, or null. */
function amountOrNull(decimals: 2 | 8, range: Range) {
  const faultOf = amountFault(decimals, range)
  return Type.Unsafe<Monto | null>(
    refined(['number', 'null'], decimals, range, (v) => (v === null ? null : faultOf(v))),
  )
}

function refined(
  type: string | readonly string[],
  decimals: 2 | 8,
  range: Range,
  faultOf: (value: unknown) => AmountFault,
) {
  const keywords = { type, ...range, multipleOf: decimals === 2 ? 0.01 : 0.00000001 }
  return {
    '~refine': [
      {
        check: (v: unknown) => faultOf(v) === null,
        error: (v: unknown) => faultText(faultOf(v), decimals, range),
      },
    ],
    '~amount': { keywords, decimals },
    toJSON: () => keywords,
  }
}

/** Zero or more, in a line (8 decimals) or in the summary (2). */
export const lineAmount = () => amount(8, { minimum: 0, exclusiveMaximum: LIMIT })
export const summaryAmount = () => amount(2, { minimum: 0, exclusiveMaximum: LIMIT })
export const summaryAmountOrNull = () => amountOrNull(2, { minimum: 0, exclusiveMaximum: LIMIT })
/** A charge or a credit. */
export const signedAmount = (decimals: 2 | 8) =>
  amount(decimals, { exclusiveMinimum: -LIMIT, exclusiveMaximum: LIMIT })
export const quantity = () => amount(8, { exclusiveMinimum: 0, exclusiveMaximum: LIMIT })
/** A price without a lower limit: the published structure of 01 has none. */
export const unboundedBelow = () => amount(8, { exclusiveMaximum: LIMIT })
export const percentage = () => amount(2, { minimum: 0, maximum: 100 })
/** Zero, or a balance in the buyer's favour as a negative amount. */
export const zeroOrCredit = () => amount(2, { maximum: 0, exclusiveMinimum: -LIMIT })

/** `exclusiveMaximum 100000000000`: the keyword and its limit, for the message. */
function faultText(fault: AmountFault, decimals: number, range: Range): string {
  if (fault === null || fault === 'type') return `${fault}`
  return `${fault} ${fault === 'multipleOf' ? decimals : range[fault]}`
}

function amountFault(decimals: number, range: Range): (value: unknown) => AmountFault {
  const bounds = (Object.entries(range) as [keyof Range, number][]).map(
    ([keyword, limit]) => [keyword, limit === 0 ? CERO : monto(limit), limit] as const,
  )
  return (value) => {
    if (typeof value === 'bigint') {
      for (const [keyword, limit] of bounds) if (!HOLDS[keyword](value, limit)) return keyword
      return hasDecimals(value as Monto, decimals) ? null : 'multipleOf'
    }
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'type'
    for (const [keyword, , limit] of bounds) if (!HOLDS[keyword](value, limit)) return keyword
    return decimalsOf(value) <= decimals ? null : 'multipleOf'
  }
}

const HOLDS: Readonly<Record<keyof Range, <N extends bigint | number>(v: N, limit: N) => boolean>> =
  {
    minimum: (v, limit) => v >= limit,
    maximum: (v, limit) => v <= limit,
    exclusiveMinimum: (v, limit) => v > limit,
    exclusiveMaximum: (v, limit) => v < limit,
  }
