/** The schema shapes that requests and answers share. */
import Type, { type Static, type TSchema } from 'typebox'

/** An object that refuses unknown members (docs/wire.md#requests). */
export function closed<P extends Record<string, TSchema>>(properties: P, options: object = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

/** The same schema, or null. One schema with two types, so that an error names one keyword. */
export function nullable<T extends TSchema>(schema: T) {
  const plain = schema as unknown as { type: string; enum?: readonly unknown[] }
  const words = plain.enum ? { enum: [...plain.enum, null] } : {}
  const own = Type.Unsafe<Static<T> | null>({
    ...schema,
    ...words,
    type: [plain.type, 'null'],
  })
  // They are no members that a spread takes along.
  const refinements = Type.IsRefine(schema) ? schema['~refine'] : []
  return refinements.reduce<typeof own>(
    (all, { check, error }) => Type.Refine(all, (value) => value === null || check(value), error),
    own,
  )
}

export const UUID_PATTERN =
  '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$'

/** One of a few words; its `enum` distinguishes it from free text. */
export function oneOf<const T extends readonly (string | number)[]>(
  values: T,
  options: object = {},
) {
  const type = typeof values[0] === 'string' ? 'string' : 'integer'
  return Type.Unsafe<T[number]>({ type, enum: [...values], ...options })
}

/**
 * A number that is exact as written: at most `decimals` decimals and 15 significant digits; beyond that JSON
 * numbers lose digits.
 */
export function decimal(decimals: number, options: object = {}) {
  return Type.Refine(
    Type.Number({
      ...options,
      description: `Hasta ${decimals} decimales y 15 cifras significativas.`,
    }),
    (n) => isExact(n, decimals),
    () => `lleva como máximo ${decimals} decimales y 15 cifras significativas`,
  )
}

const DIGITS_MAX = 15

function isExact(n: number, decimals: number): boolean {
  const text = String(Math.abs(n))
  const point = text.indexOf('.')
  const isShort = text.length <= DIGITS_MAX + (point === -1 ? 0 : 1) && !text.includes('e')
  if (isShort) return point === -1 || text.length - point - 1 <= decimals // true for nearly all numbers

  const [digits = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const significant = (whole + fraction).replace(/^0+/, '')
  return significant.length <= DIGITS_MAX && fraction.length - Number(exponent) <= decimals
}
