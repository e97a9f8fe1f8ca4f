/** Deletes counted calls older than every window. */

import { statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
import type { Deps } from '../../flows/context.ts'

const BATCH = 5_000

/** Runs until none is left. A call that is exactly a day old is in no window any more. */
export async function forgetOldCalls(
  { logPool, clock }: Pick<Deps, 'logPool' | 'clock'>,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (;;) {
    const forgotten = await statement(
      logPool,
      `delete from rate_calls
        where ctid = any (array(
          select c.ctid from rate_windows w
            join rate_calls c on c.company_id = w.company_id and c.key_id = w.key_id and c.kind = w.kind
           where c.at <= $1::timestamptz - ${interval(DAY_MS)}
           limit $2))
       returning 1`,
      [clock.now(), BATCH],
    )
    count += forgotten.length
    if (forgotten.length < BATCH || signal?.aborted) return count
  }
}
