/** Deliveries are kept for 30 days, as what they tell is (ledger/outbox/forget.ts). */
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Statement, statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
import { listOfAll, skippedInLog } from '../cluster/due.ts'

export const KEPT_MS = 30 * DAY_MS

/** In one statement: webhooks, and rows of each. */
const WEBHOOKS_AT_ONCE = 20
const ROWS_MAX = 250

interface Forgetting {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
}

/** Also of webhooks that are deleted. Returns how many rows there were. */
export async function forgetDeliveries(
  { pool, clock, log }: Forgetting,
  signal?: AbortSignal,
): Promise<number> {
  const values = [clock.now(), WEBHOOKS_AT_ONCE, ROWS_MAX]
  if (!pool.options.isCluster) return forgetAll(pool, { sql: FORGET, values }, signal)
  const onSkipped = skippedInLog(log, 'webhook_age')
  const companies = await listOfAll<Having>(pool, { sql: HAVING, values: [] }, onSkipped)
  let count = 0
  for (const { companyId } of companies) {
    if (signal?.aborted) break
    try {
      count += await forgetAll(pool, { sql: FORGET_OF, values: [...values, companyId] }, signal)
    } catch (error) {
      onSkipped({ companyId }, error)
    }
  }
  return count
}

interface Having {
  readonly companyId: string
}

async function forgetAll(pool: Pool, { sql, values }: Statement, signal?: AbortSignal) {
  let count = 0
  for (;;) {
    const { length } = await statement(pool, sql, values)
    count += length
    if (length === 0 || signal?.aborted) return count
  }
}

const IS_OLD = `created_at <= $1::timestamptz - ${interval(KEPT_MS)}`

/**
 * The rows of a webhook are nearly in the order of their instants: its first young one ends what goes. `own` says once
 * more whose rows of a table are meant.
 */
const forgetSql = (own: (table: string) => string) => `
  with recursive each as ( /* reads 50000: the first row of each webhook */
    (select d.company_id, d.webhook_id, d.created_at from webhook_deliveries d where true ${own('d')}
      order by d.company_id, d.webhook_id, d.ordinal limit 1)
     union all
    select next.* from each e
     cross join lateral (
       select d.company_id, d.webhook_id, d.created_at from webhook_deliveries d
        where (d.company_id, d.webhook_id) > (e.company_id, e.webhook_id) ${own('d')}
        order by d.company_id, d.webhook_id, d.ordinal limit 1) next
  ), old as ( /* reads 10000: of some webhooks */
    select d.company_id, d.webhook_id, d.ordinal
      from (select company_id, webhook_id from each where ${IS_OLD} limit $2) e
     cross join lateral (
       select company_id, webhook_id, ordinal, bool_and(${IS_OLD}) over (order by ordinal) as is_old
         from (select * from webhook_deliveries d
                where d.company_id = e.company_id and d.webhook_id = e.webhook_id ${own('d')}
                order by d.ordinal limit $3) first) d
     where d.is_old
  )
  delete from webhook_deliveries d using old
   where d.company_id = old.company_id and d.webhook_id = old.webhook_id and d.ordinal = old.ordinal ${own('d')}
  returning 1`

const FORGET = forgetSql(() => '')
const FORGET_OF = forgetSql((table) => `and ${table}.company_id = $4`)

/** Companies that have deliveries. */
const HAVING = (among: string) => `
  select c.company_id as "companyId" from (select * from companies where true ${among}) c
   cross join lateral (select 1 from webhook_deliveries where company_id = c.company_id ${among} limit 1) d`
