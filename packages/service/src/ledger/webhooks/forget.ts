/** Deliveries are kept for 30 days, as what they tell is (ledger/outbox/forget.ts). */
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'

export const KEPT_MS = 30 * DAY_MS

/** In one statement: webhooks, and rows of each. */
const WEBHOOKS_AT_ONCE = 20
const ROWS_MAX = 250

/** Also of webhooks that are deleted. Returns how many rows there were. */
export async function forgetDeliveries(
  { pool, clock }: { readonly pool: Pool; readonly clock: Pick<Clock, 'now'> },
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (;;) {
    const values = [clock.now(), WEBHOOKS_AT_ONCE, ROWS_MAX]
    const { length } = await statement(pool, FORGET, values)
    count += length
    if (length === 0 || signal?.aborted) return count
  }
}

const IS_OLD = `created_at <= $1::timestamptz - ${interval(KEPT_MS)}`

/** The rows of a webhook are nearly in the order of their instants: its first young one ends what goes. */
const FORGET = `
  with recursive each as ( /* reads 50000: the first row of each webhook */
    (select company_id, webhook_id, created_at from webhook_deliveries
      order by company_id, webhook_id, ordinal limit 1)
     union all
    select next.* from each e
     cross join lateral (
       select company_id, webhook_id, created_at from webhook_deliveries
        where (company_id, webhook_id) > (e.company_id, e.webhook_id)
        order by company_id, webhook_id, ordinal limit 1) next
  ), old as ( /* reads 10000: of some webhooks */
    select d.company_id, d.webhook_id, d.ordinal
      from (select company_id, webhook_id from each where ${IS_OLD} limit $2) e
     cross join lateral (
       select company_id, webhook_id, ordinal, bool_and(${IS_OLD}) over (order by ordinal) as is_old
         from (select * from webhook_deliveries
                where company_id = e.company_id and webhook_id = e.webhook_id
                order by ordinal limit $3) first) d
     where d.is_old
  )
  delete from webhook_deliveries d using old
   where d.company_id = old.company_id and d.webhook_id = old.webhook_id and d.ordinal = old.ordinal
  returning 1`
