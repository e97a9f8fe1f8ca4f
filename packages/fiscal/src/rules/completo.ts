/** A counterpart that is named in full: one row for each member that must be there. */
import type { Rule } from './rule.ts'

/** The members, and what to do about the absence of each. */
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
