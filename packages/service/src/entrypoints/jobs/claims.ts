/** Frees Idempotency-Keys: claims without a document, and those older than 24 hours. */

import { statement } from '../../base/db/tx.ts'
import type { Deps } from '../../flows/context.ts'
import { FORGET_OLD, RELEASE_UNSTARTED } from '../../ledger/claims/claims.ts'
import { forgetAnswers } from '../../ledger/claims/kept-answers.ts'

const BATCH = 5_000

/** Returns the number of claims released and forgotten (docs/wire.md#idempotency). */
export async function sweepClaims(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { pool, clock } = deps
  const unstarted = await releaseUnstartedClaims(deps)
  const forgotten = await untilFewer(signal, async () => {
    return (await statement(pool, FORGET_OLD, [clock.now(), BATCH])).length
  })
  await untilFewer(signal, () => forgetAnswers(pool, clock.now(), BATCH))
  return unstarted + forgotten
}

async function releaseUnstartedClaims({ pool, clock }: Deps): Promise<number> {
  const released = await statement(pool, RELEASE_UNSTARTED, [clock.now()])
  return released.length
}

/** One batch after the other, until none is left. Returns how many went. */
async function untilFewer(
  signal: AbortSignal | undefined,
  forget: () => Promise<number>,
): Promise<number> {
  let count = 0
  for (;;) {
    const forgotten = await forget()
    count += forgotten
    if (forgotten < BATCH || signal?.aborted) return count
  }
}
