/** What waits in the database, by queue: how much, and since when. Read when an operator requests it. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import type { Db } from '../../base/db/query.ts'
import { grouped } from '../../base/grouped.ts'
import type { Waiting } from '../../base/telemetry/metrics.ts'
import { listOfAll, type OnSkipped, type ReadAll } from '../cluster/due.ts'

/**
 * Ages use the database's clock. One row for each non-empty queue; without what is on a machine that does not answer.
 */
export async function findBacklog(pool: Pool, onSkipped: OnSkipped): Promise<readonly Waiting[]> {
  const rows = await listOfAll<Waiting>(pool, { sql: BACKLOG, values: [] }, onSkipped)
  const queues = grouped(rows, ({ queue, ambiente }) => `${queue}/${ambiente}`)
  return Array.from(queues.values(), (all) => ({
    ...all[0],
    count: all.reduce((n, { count }) => n + count, 0),
    oldestSeconds: Math.max(...all.map(({ oldestSeconds }) => oldestSeconds)),
  }))
}

const BACKLOG = (among: string) => `
  select queue, ambiente, count::integer, greatest(0, extract(epoch from now() - since))::float8 as "oldestSeconds"
    from (
      select estado as queue, ambiente, count(*) as count, min(created_at) as since
        from documents where lease_until is not null and estado in ('firmado', 'contingencia') ${among}
       group by estado, ambiente
      union all
      select 'deferred', ambiente, count(*), min(created_at)
        from documents where outage_id is not null and estado = 'contingencia' and lote is null ${among}
       group by ambiente
      union all
      select 'lots', ambiente, count(*), min(created_at)
        from lots where next_at is not null ${among} group by ambiente
      union all
      select 'copies', '', count(*), min(copy_at)
        from holding where copy_at > '-infinity' ${among} having count(*) > 0
      union all
      select 'claims', '', count(*), min(claimed_at)
        from claims where outcome is null ${among} having count(*) > 0
      union all
      select 'outbox', ambiente, count(*), min(at) from outbox where true ${among} group by ambiente
      union all
      select 'webhooks', ambiente, count(*), min(d.created_at)
        from (select * from webhook_deliveries where next_at is not null ${among}) d
        join (select * from webhooks where true ${among}) w using (company_id, webhook_id)
       group by ambiente
      union all
      select 'mail', ambiente, count(*), min(created_at)
        from deliveries where estado = 'pendiente' ${among} group by ambiente) waiting`

/** A lease that expired this long ago means that no process runs the jobs. */
const STUCK = `interval '10 minutes'`
const COPY_LATE = `interval '1 hour'`

interface WaitingOf {
  readonly nit: string
  readonly ambiente: Ambiente
  readonly count: bigint
}

/** The documents of each company without an answer from the ministry; `stuck`: that nobody transmits. */
export function listUnsealed(
  readAll: ReadAll,
): Promise<readonly (WaitingOf & { readonly oldest: Date; readonly stuck: bigint })[]> {
  return readAll({
    sql: (among) => `
      select c.nit, d.ambiente, count(*) as count, min(d.created_at) as oldest,
             count(*) filter (where d.lease_until < now() - ${STUCK}) as stuck
        from (select * from documents
               where lease_until is not null
                 and (estado = 'contingencia' or lease_until < now() - ${STUCK}) ${among}) d
        join (select * from companies where true ${among}) c on c.company_id = d.company_id
       group by c.nit, d.ambiente order by min(d.created_at)`,
    values: [],
  })
}

/** The documents of each company that no contingency event lists, and when their oldest outage ended. */
export function listUnlisted(
  readAll: ReadAll,
): Promise<readonly (WaitingOf & { readonly closedAt: Date | null })[]> {
  return readAll({
    sql: (among) => `
      select c.nit, d.ambiente, count(*) as count, min(o.closed_at) as "closedAt"
        from (select * from documents
               where outage_id is not null and evento_contingencia is null and estado = 'contingencia'
                     ${among}) d
        join (select * from companies where true ${among}) c on c.company_id = d.company_id
        join ministry_outages o on o.outage_id = d.outage_id
       group by c.nit, d.ambiente order by min(o.closed_at)`,
    values: [],
  })
}

interface Late {
  readonly copies: bigint
  readonly reservations: bigint
}

/** Overdue work of the jobs: copies of an hour ago, and reservations of ten minutes ago. */
export async function countLate(readAll: ReadAll): Promise<Late> {
  const rows = await readAll<Late>({
    sql: (among) => `
      select (select count(*) from holding
               where copy_at > '-infinity' and copy_at < now() - ${COPY_LATE} ${among}) as copies,
             (select count(*) from documents
               where estado = 'reservado' and vence_en < now() - ${STUCK} ${among}) as reservations`,
    values: [],
  })
  return {
    copies: rows.reduce((sum, { copies }) => sum + copies, 0n),
    reservations: rows.reduce((sum, { reservations }) => sum + reservations, 0n),
  }
}

/** True when the database answers. Throws the connection's error. */
export async function isAnswering(db: Db): Promise<boolean> {
  await db.one('select 1')
  return true
}
