/** What was told more than 30 days ago is deleted, from the beginning of each feed. */
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
import { listOfAll, skippedInLog, takeDue } from '../cluster/due.ts'

export const KEPT_MS = 30 * DAY_MS

/** Of a batch; and rows that one statement deletes of each. */
const FEEDS_MAX = 20
const ROWS_MAX = 250

interface Forgetting {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
}

interface OldFeed {
  readonly company_id: string
  readonly ambiente: string
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
  const onSkipped = skippedInLog(log, 'feed_age')
  const forget = async (companyIds: readonly string[]): Promise<readonly number[]> => {
    const counts: number[] = []
    for (;;) {
      const gone = await statement<{ count: number }>(pool, FORGET, [companyIds, now, ROWS_MAX])
      counts.push(...gone.map(({ count }) => count))
      if (signal?.aborted || gone.every(({ count }) => count < ROWS_MAX)) return counts
    }
  }
  const batches = takeDue<OldFeed, number>(pool, {
    limit: FEEDS_MAX,
    list: ({ limit, except }) =>
      listOfAll(pool, { sql: OLD, values: [now, except, limit] }, onSkipped),
    take: (companyId) => forget([companyId]),
    takeAll: forget,
    onSkipped,
  })
  let count = 0
  for await (const counts of batches) {
    for (const one of counts) count += one
    if (signal?.aborted) break
  }
  return count
}

const isOldAt = (now: string) => `at <= ${now}::timestamptz - ${interval(KEPT_MS)}`

const OLD = (among: string) => `
  select /* reads 200000: the first row of each feed */ company_id, ambiente
    from feeds f join feed o using (company_id, ambiente)
   where o.position = f.forgotten + 1 and o.${isOldAt('$1')} and company_id <> all ($2::uuid[]) ${among}
   order by company_id, ambiente limit $3`

const FORGET = `
  with locked as (
    select company_id, ambiente, forgotten from feeds
     where company_id = any ($1::uuid[]) order by 1, 2 for update skip locked
  ), old as (
    select l.company_id, l.ambiente, o.position
      from locked l cross join lateral (
        select position, bool_and(${isOldAt('$2')}) over (order by position) as is_old
          from (select position, at from feed
                 where company_id = any ($1) and company_id = l.company_id and ambiente = l.ambiente
                   and position > l.forgotten
                 order by position limit $3) first) o
     where o.is_old
  ), gone as (
    delete from feed f using old
     where f.company_id = any ($1) and f.company_id = old.company_id and f.ambiente = old.ambiente
       and f.position = old.position
    returning f.company_id, f.ambiente, f.position
  )
  update feeds f set forgotten = g.position
    from (select company_id, ambiente, max(position) as position, count(*)::integer as count
            from gone group by 1, 2) g
   where f.company_id = any ($1) and f.company_id = g.company_id and f.ambiente = g.ambiente
  returning g.count`
