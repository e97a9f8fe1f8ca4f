/** Empties the holding area of what has been in it for an hour. */
import type { Deps } from '../context.ts'
import { expireHolding } from '../storage/holding.ts'

export function expireHoldingArea({ pool, clock }: Deps, signal?: AbortSignal): Promise<number> {
  return expireHolding(pool, clock.now(), signal)
}
