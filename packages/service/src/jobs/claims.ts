/** Forgets claims whose 24 hours have passed: the string is free by then, and the row only takes room. */
import type { Deps } from '../context.ts'
import { statement } from '../db/tx.ts'

const BATCH = 5_000

/**
 * Until none is left. A claim without an outcome stays for its document's; its string is free all the
 * same. The condition stands twice: a claim that is retaken while the row is waited for must not go.
 */
export async function forgetOldClaims(
  { pool, clock }: Deps,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (;;) {
    const forgotten = await statement(
      pool,
      `delete from claims
        where claimed_at <= $1::timestamptz - interval '24 hours' and outcome is not null
          and ctid = any (array(
            select ctid from claims
             where claimed_at <= $1::timestamptz - interval '24 hours' and outcome is not null
             limit $2))
       returning 1`,
      [clock.now(), BATCH],
    )
    count += forgotten.length
    if (forgotten.length < BATCH || signal?.aborted) return count
  }
}
