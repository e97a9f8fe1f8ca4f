/** Frees Idempotency-Keys that are older than 24 hours, and deletes proposals of 30 days. */
import { repeatStatement } from '../../base/db/repeat.ts'
import type { Deps } from '../../flows/context.ts'
import { FORGET_OLD } from '../../ledger/claims/claims.ts'
import { FORGET_ANSWERS } from '../../ledger/claims/kept-answers.ts'
import { FORGET_PROPOSALS } from '../../ledger/proposals/store.ts'

/** Returns the number of claims, answers and proposals that were forgotten (docs/wire.md#idempotency). */
export async function sweepClaims({ pool, clock }: Deps, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (const sql of [FORGET_OLD, FORGET_ANSWERS, FORGET_PROPOSALS]) {
    count += await repeatStatement(pool, { sql, values: [clock.now()] }, signal)
  }
  return count
}
