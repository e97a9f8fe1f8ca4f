/** Bodies of the session API: small objects, each member checked. */
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { bodyOf } from '../body.ts'
import { bodyRefusal } from '../errors.ts'

/** Longer than anything that people type here. */
const TEXT_LENGTH_MAX = 2_000

export const Text = Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX })

/** A checker, compiled once: 400 with every problem, and for members that it does not know. */
export function bodyReader<P extends TProperties>(
  properties: P,
): (body: unknown) => Static<TObject<P>> {
  const read = bodyOf(Type.Object(properties, { additionalProperties: false }), () => null)
  return (body) => {
    if (body === undefined) throw bodyRefusal('Falta el cuerpo, en JSON.')
    return read(body) as Static<TObject<P>>
  }
}
