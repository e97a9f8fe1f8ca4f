/** Frees Idempotency-Keys: claims without a document, and those older than 24 hours. */
import type { Deps } from '../context.ts'
import { statement } from '../db/tx.ts'
import { FORGET_OLD, RELEASE_UNSTARTED } from '../idempotency/claims.ts'
import { forgetAnswers } from '../idempotency/kept-answers.ts'

const BATCH = 5_000

/** Returns the number of claims released and forgotten (docs/wire.md#idempotency). */
export async function sweepClaims(deps: Deps, signal?: AbortSignal): Promise<number> {
  const unstarted = await releaseUnstartedClaims(deps)
  await forgetAnswers(deps.pool, deps.clock.now())
  return unstarted + (await forgetOldClaims(deps, signal))
}

async function releaseUnstartedClaims({ pool, clock }: Deps): Promise<number> {
  const released = await statement(pool, RELEASE_UNSTARTED, [clock.now()])
  return released.length
}

/** Runs until none is left. */
async function forgetOldClaims({ pool, clock }: Deps, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const forgotten = await statement(pool, FORGET_OLD, [clock.now(), BATCH])
    count += forgotten.length
    if (forgotten.length < BATCH || signal?.aborted) return count
  }
}
