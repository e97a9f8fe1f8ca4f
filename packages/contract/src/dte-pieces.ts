/** What the shapes of a document's request are made of. */
import Type from 'typebox'
import { decimal, nullable } from './schema.ts'

/** The finest step and the largest amount of the ministry's structures: 11 digits, 8 decimals. */
export const AMOUNT_LIMIT = 100_000_000_000

export const amount = (options: object = {}) =>
  decimal(8, { minimum: 0, exclusiveMaximum: AMOUNT_LIMIT, ...options })
export const cents = (options: object = {}) =>
  decimal(2, { minimum: 0, exclusiveMaximum: AMOUNT_LIMIT, ...options })
export const text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength })
export const optionalText = (minLength: number, maxLength: number) =>
  Type.Optional(nullable(text(minLength, maxLength)))
export const FECHA = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
