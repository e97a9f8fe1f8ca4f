/** Forgets claims whose 24 hours have passed: the string is free by then, and the row only takes room. */
import type { Deps } from '../context.ts'
import { statement } from '../db/tx.ts'

const BATCH = 5_000

/** One pass. A claim without an outcome stays: its document still waits for the ministry. */
export async function forgetOldClaims({ pool, clock }: Deps): Promise<number> {
  const forgotten = await statement(
    pool,
    `delete from claims where ctid in
       (select ctid from claims
         where claimed_at <= $1::timestamptz - interval '24 hours' and outcome is not null limit $2)
     returning 1`,
    [clock.now(), BATCH],
  )
  return forgotten.length
}
