/** What was told more than 30 days ago is deleted, from the beginning of each feed. */
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'

export const KEPT_MS = 30 * DAY_MS

/** In one statement: feeds, and rows of each. */
const FEEDS_MAX = 20
const ROWS_MAX = 250

/**
 * A reader whose cursor stands before what was deleted is told so (`feeds.forgotten`). The rows of a feed are nearly
 * in the order of their instants: the first young one ends what goes. Returns how many rows there were.
 */
export async function forgetOld(
  { pool, clock }: { readonly pool: Pool; readonly clock: Pick<Clock, 'now'> },
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (;;) {
    const { length } = await statement(pool, FORGET, [clock.now(), FEEDS_MAX, ROWS_MAX])
    count += length
    if (length === 0 || signal?.aborted) return count
  }
}

const IS_OLD = `at <= $1::timestamptz - ${interval(KEPT_MS)}`

const FORGET = `
  with locked as ( /* reads 200000: the first row of each feed */
    select f.company_id, f.ambiente, f.forgotten from feeds f
     where exists (select from feed o
                    where o.company_id = f.company_id and o.ambiente = f.ambiente
                      and o.position = f.forgotten + 1 and ${IS_OLD})
     order by 1, 2 limit $2 for update skip locked
  ), old as (
    select l.company_id, l.ambiente, o.position
      from locked l cross join lateral (
        select position, bool_and(${IS_OLD}) over (order by position) as is_old
          from (select position, at from feed
                 where company_id = l.company_id and ambiente = l.ambiente and position > l.forgotten
                 order by position limit $3) first) o
     where o.is_old
  ), gone as (
    delete from feed f using old
     where f.company_id = old.company_id and f.ambiente = old.ambiente and f.position = old.position
    returning f.company_id, f.ambiente, f.position
  ), noted as (
    update feeds f set forgotten = g.position
      from (select company_id, ambiente, max(position) as position from gone group by 1, 2) g
     where f.company_id = g.company_id and f.ambiente = g.ambiente
  )
  select from gone`
