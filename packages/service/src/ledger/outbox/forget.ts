/** What was told more than 30 days ago is deleted, from the beginning of each feed. */
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
import { type Due, listDue, skippedInLog, takeDue } from '../cluster/due.ts'

export const KEPT_MS = 30 * DAY_MS

/** In one statement: feeds, and rows of each. */
const FEEDS_MAX = 20
const ROWS_MAX = 250

interface Forgetting {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
}

/**
 * A reader whose cursor stands before what was deleted is told so (`feeds.forgotten`). The rows of a feed are nearly
 * in the order of their instants: the first young one ends what goes. Returns how many rows there were.
 */
export async function forgetOld(
  { pool, clock, log }: Forgetting,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now()
  const forget = async (sql: string, ...company: readonly string[]): Promise<number> => {
    let count = 0
    for (;;) {
      const { length } = await statement(pool, sql, [now, FEEDS_MAX, ROWS_MAX, ...company])
      count += length
      if (length === 0 || signal?.aborted) return count
    }
  }
  if (!pool.options.isCluster) return forget(FORGET_OF_ALL)
  const onSkipped = skippedInLog(log, 'feed_age')
  const batches = takeDue<Due, number>(pool, {
    limit: FEEDS_MAX,
    list: ({ limit, except }) =>
      listDue(pool, { sql: listOld, values: [now, except, limit], limit }, onSkipped),
    take: async (companyId) => [await forget(FORGET_OF_ONE, companyId)],
    onSkipped,
  })
  let count = 0
  for await (const counts of batches) {
    for (const one of counts) count += one
    if (signal?.aborted) break
  }
  return count
}

const IS_OLD = `at <= $1::timestamptz - ${interval(KEPT_MS)}`

const listOld = (among: string) => `
  select f.company_id, o.at as due_at
    from (select * from feeds where company_id <> all ($2::uuid[]) ${among}) f
    join (select * from feed where ${IS_OLD} ${among}) o
      on o.company_id = f.company_id and o.ambiente = f.ambiente and o.position = f.forgotten + 1
   order by o.at limit $3`

/** `of` names the company of a table, on a cluster. */
const forgetSql = (of: (table: string) => string) => `
  with locked as ( /* reads 200000: the first row of each feed */
    select f.company_id, f.ambiente, f.forgotten from feeds f
     where exists (select from feed o
                    where o.company_id = f.company_id and o.ambiente = f.ambiente
                      and o.position = f.forgotten + 1 and ${IS_OLD} ${of('o')}) ${of('f')}
     order by 1, 2 limit $2 for update skip locked
  ), old as (
    select l.company_id, l.ambiente, o.position
      from locked l cross join lateral (
        select position, bool_and(${IS_OLD}) over (order by position) as is_old
          from (select position, at from feed
                 where company_id = l.company_id and ambiente = l.ambiente and position > l.forgotten ${of('feed')}
                 order by position limit $3) first) o
     where o.is_old
  ), gone as (
    delete from feed f using old
     where f.company_id = old.company_id and f.ambiente = old.ambiente and f.position = old.position ${of('f')}
    returning f.company_id, f.ambiente, f.position
  ), noted as (
    update feeds f set forgotten = g.position
      from (select company_id, ambiente, max(position) as position from gone group by 1, 2) g
     where f.company_id = g.company_id and f.ambiente = g.ambiente ${of('f')}
  )
  select from gone`

const FORGET_OF_ALL = forgetSql(() => '')
const FORGET_OF_ONE = forgetSql((table) => `and ${table}.company_id = $4`)
