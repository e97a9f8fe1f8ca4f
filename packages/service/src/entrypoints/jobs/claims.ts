/** Frees Idempotency-Keys that are older than 24 hours, and deletes proposals of 30 days. */
import type { Deps } from '../../flows/context.ts'
import { OLD_CLAIMS } from '../../ledger/claims/claims.ts'
import { OLD_ANSWERS } from '../../ledger/claims/kept-answers.ts'
import { skippedInLog } from '../../ledger/cluster/due.ts'
import { forgetDue } from '../../ledger/cluster/forget.ts'
import { OLD_PROPOSALS } from '../../ledger/proposals/store.ts'

/** Returns the number of claims, answers and proposals that were forgotten (docs/wire.md#idempotency). */
export async function sweepClaims(
  { pool, clock, log }: Deps,
  signal?: AbortSignal,
): Promise<number> {
  const at = { now: clock.now(), onSkipped: skippedInLog(log, 'claims') }
  let count = 0
  for (const old of [OLD_CLAIMS, OLD_ANSWERS, OLD_PROPOSALS]) {
    count += await forgetDue(pool, old, at, signal)
  }
  return count
}
