/** What waits in the database, by queue: how much, and since when. Read when an operator requests it. */
import type { Ambiente } from '@sello/contract'
import type { Db } from '../../base/db/query.ts'
import type { Waiting } from '../../base/telemetry/metrics.ts'

interface Row {
  queue: Waiting['queue']
  ambiente: Ambiente | ''
  count: bigint
  oldest_seconds: string
}

/** Ages use the database's clock. One row for each non-empty queue. */
export async function findBacklog(db: Db): Promise<readonly Waiting[]> {
  const rows = await db.many<Row>(
    `select estado as queue, ambiente, count(*) as count,
            extract(epoch from now() - min(created_at)) as oldest_seconds
       from documents where lease_until is not null and estado in ('firmado', 'contingencia')
      group by estado, ambiente
     union all
     select 'deferred', ambiente, count(*), extract(epoch from now() - min(created_at))
       from documents where outage_id is not null and estado = 'contingencia' and lote is null
      group by ambiente
     union all
     select 'lots', ambiente, count(*), extract(epoch from now() - min(created_at))
       from lots where next_at is not null group by ambiente
     union all
     select 'copies', '', count(*), extract(epoch from now() - min(copy_at))
       from holding where copy_at is not null having count(*) > 0
     union all
     select 'claims', '', count(*), extract(epoch from now() - min(claimed_at))
       from claims where outcome is null having count(*) > 0`,
  )
  return rows.map(({ queue, ambiente, count, oldest_seconds }) => ({
    queue,
    ambiente,
    count: Number(count),
    oldestSeconds: Math.max(0, Number(oldest_seconds)),
  }))
}

/** True when the database answers. Throws the connection's error. */
export async function isAnswering(db: Db): Promise<boolean> {
  await db.one('select 1')
  return true
}
