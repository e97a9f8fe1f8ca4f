/** The refusal of what a correction asks for. */
import { type Issue, Refused } from '@sello/contract'

/** Refuses (422) with all issues. */
export function refuse(issues: readonly Issue[]): void {
  const [first] = issues
  if (!first) return
  const more = issues.length === 1 ? '' : ` Hay ${issues.length - 1} más en details.issues.`
  throw new Refused('validation_failed', `${first.message}${more} No se firmó nada.`, { issues })
}
