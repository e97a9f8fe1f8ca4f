/** Deletes rows from the holding area after their hour. */
import type { Deps } from '../../flows/context.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'

export function expireHoldingArea({ pool, clock }: Deps, signal?: AbortSignal): Promise<number> {
  return expireHolding(pool, clock.now(), signal)
}
