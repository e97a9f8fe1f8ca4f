/** Writes JSON around text that must not be re-serialised, or need not be. */

const raw: unique symbol = Symbol()
type Raw = { readonly [raw]: string; toJSON(): never }

/** JSON text that is inserted unchanged, such as the signed document: a member of `jsonObject`, and nothing deeper. */
export const rawJson = (text: string): Raw => ({ [raw]: text, toJSON: refuseDeeper })

function refuseDeeper(): never {
  throw new Error('bug: raw JSON inside a value would be written as {}')
}

/** A JSON object with its members in the given order. */
export function jsonObject(members: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(members).map(
    ([name, value]) =>
      `${JSON.stringify(name)}:${isRaw(value) ? value[raw] : JSON.stringify(value)}`,
  )
  return `{${parts.join(',')}}`
}

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && raw in value
}
