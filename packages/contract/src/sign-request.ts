/** The body of POST /v1/dte/sign (docs/wire.md#issuing): what prepare answered, unchanged. */
import Type, { type Static } from 'typebox'
import { closed } from './schema.ts'

/** Longer than any token; what is longer is none. */
const TOKEN_LENGTH_MAX = 500

export const SignRequest = closed({
  prepareToken: Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX }),
  /** In any order of its members: the bytes that are signed are the ones that were stored. */
  documento: Type.Object({}, { additionalProperties: true }),
})
export type SignRequest = Static<typeof SignRequest>
