/** Rules for a counterpart that must be identified in full: one row for each required member. */
import type { Rule } from './rule.ts'

/** The required members, each with the message for its absence. */
export function completo<R extends object>(
  members: readonly (readonly [keyof R & string, string])[],
): readonly Rule<R>[] {
  return members.map(([field, message]) => ({
    name: `receptor completo: ${field}`,
    rule: 'IV-receptor',
    field,
    holds: (r) => (r[field] as unknown) !== null && (r[field] as unknown) !== '',
    message,
  }))
}
