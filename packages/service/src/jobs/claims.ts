/** Sets strings free: those that nothing was begun under, and those whose 24 hours have passed. */
import type { Deps } from '../context.ts'
import { statement } from '../db/tx.ts'

const BATCH = 5_000

/** SPEC part 3: every five minutes; says how many claims went. */
export async function sweepClaims(deps: Deps, signal?: AbortSignal): Promise<number> {
  const unstarted = await releaseUnstartedClaims(deps)
  return unstarted + (await forgetOldClaims(deps, signal))
}

/**
 * Releases claims that have stood for half an hour without a document or an answer. The routes of today
 * commit a claim with its document and leave none; one that begins something first may.
 */
async function releaseUnstartedClaims({ pool, clock }: Deps): Promise<number> {
  const released = await statement(
    pool,
    `delete from claims
      where codigo_generacion is null and outcome is null
        and claimed_at <= $1::timestamptz - interval '30 minutes'
     returning 1`,
    [clock.now()],
  )
  return released.length
}

/**
 * The string is free by then, and the row only takes room. Until none is left. A claim without an outcome
 * stays for its document's; its string is free all the same.
 */
async function forgetOldClaims({ pool, clock }: Deps, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const forgotten = await statement(
      pool,
      `delete from claims
        where claimed_at <= $1::timestamptz - interval '24 hours' and outcome is not null
          and ctid = any (array(
            select ctid from claims
             where claimed_at <= $1::timestamptz - interval '24 hours' and outcome is not null
             limit $2 for update skip locked)) -- who retakes one is not waited for, nor waits
       returning 1`,
      [clock.now(), BATCH],
    )
    count += forgotten.length
    if (forgotten.length < BATCH || signal?.aborted) return count
  }
}
