/** Reads members of a signed document, which may be any JSON whatever. */

export type Members = Readonly<Record<string, unknown>>

/** The members of a JSON object; none for anything else. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

/** The members of each entry of a JSON array; none for anything else. */
export function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.map(membersOf) : []
}

const SHOWN_MAX = 60

/** What a message says of a value, in one short line. */
export function shown(value: unknown): string {
  if (value === undefined) return '(falta)'
  if (typeof value === 'object' && value !== null) return '(no es un texto)'
  const text = String(value)
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
