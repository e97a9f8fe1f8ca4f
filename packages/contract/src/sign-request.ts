/** The body of POST /v1/dte/sign (docs/wire.md#issuing): prepare's answer, unchanged. */
import Type, { type Static } from 'typebox'
import { closed } from './schema.ts'

/** Longer than any token; a longer text is refused unread. */
const TOKEN_LENGTH_MAX = 500

export const SignRequest = closed({
  prepareToken: Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX }),
  /** Its members may be in any order: the stored bytes are signed. */
  documento: Type.Object({}, { additionalProperties: true }),
})
export type SignRequest = Static<typeof SignRequest>
