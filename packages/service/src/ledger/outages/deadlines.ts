/** The starting points of the nearest contingency deadlines. */
import { AMBIENTES, type Ambiente, TIPOS_DTE } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import { grouped } from '../../base/grouped.ts'
import { listOfAll, type OnSkipped } from '../cluster/due.ts'
import { waitingRanges } from '../documents/count-waiting.ts'
import { tellCompanySql } from '../outbox/tell.ts'
import { EVENT_SEAL, type EventSealRow, eventSealedAt } from './event-seal.ts'

export interface Running {
  readonly ambiente: Ambiente
  /** When the ministry came back, for the oldest documents whose event has no seal; null: there are none. */
  readonly closedAt: Date | null
  /** The same for the oldest documents that no event lists: somebody must sign one. */
  readonly unsignedClosedAt: Date | null
  /** When the event was sealed, for the oldest documents without a verdict; null: there are none. */
  readonly eventSealedAt: Date | null
}

export interface CompanyRunning extends Running {
  readonly companyId: string
}

interface Row extends EventSealRow {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly event_sealed: boolean
  readonly is_listed: boolean
  readonly closed_at: Date | null
}

/** The oldest documents of a type begin the nearest deadlines: their outage ended first, their event was sealed first. */
const OLDEST_MAX = 500

/** One row for each event with documents that wait, and one for the documents that no event lists. */
const waiting = (documents: string, companyId: string, among = '') =>
  `select /* reads 10000: what waits for a verdict, of a company the ${OLDEST_MAX} oldest of each type */
          w.company_id as "companyId", w.ambiente, w.closed_at, coalesce(e.estado = 'sellado', false) as event_sealed,
          e.codigo_generacion is not null as is_listed, ${EVENT_SEAL}
     from (select d.ambiente, d.company_id, d.evento_contingencia, min(o.closed_at) as closed_at
             from ${documents} join ministry_outages o on o.outage_id = d.outage_id
            group by d.ambiente, d.company_id, d.evento_contingencia) w
     left join lateral (
       select * from events
        where company_id = ${companyId} and codigo_generacion = w.evento_contingencia ${among} limit 1) e on true`

const nextDeferred = (after: string) =>
  `(select ambiente, company_id from documents
     where outage_id is not null and estado = 'contingencia' and created_at > '-infinity' ${after}
     order by ambiente, company_id limit 1)`

const oldestOf = (companyId: string, ambiente: string) =>
  waitingRanges('d.*', {
    ...{ companyId, ambiente, tipos: '$1', estados: `array['contingencia']` },
    ...{ first: 'oldest', limit: '$2' },
  })

/** Each step of the recursion goes on to the next company in documents_deferred. */
const OF_ALL = `
with recursive deferring as (
  select * from ${nextDeferred('')} first
   union all
  select next.* from deferring k cross join lateral
         ${nextDeferred('and (ambiente, company_id) > (k.ambiente, k.company_id)')} next)
${waiting(`(select d.* from deferring k cross join ${oldestOf('k.company_id', 'k.ambiente')}) d`, 'w.company_id')}`

/** By documents_deferred. */
const firstDeferred = (of: string) =>
  `select 1 from documents
    where outage_id is not null and estado = 'contingencia' and created_at > '-infinity' ${of}
    order by ambiente, company_id limit 1`

/** A cluster has no recursion over companies: each is looked up in documents_deferred, if that has any. */
const DEFERRING = (among: string) => `
  select c.company_id, c.ambiente, unnest($1::text[]) as tipo
    from (select company_id, unnest($3::text[]) as ambiente from companies where true ${among}) c
   cross join lateral (${firstDeferred(`and company_id = c.company_id and ambiente = c.ambiente ${among}`)}) waits
   where exists (${firstDeferred(among)})`

/** A cluster reads rows by rows of a company's, and not by those of `unnest`: the types stand in what comes before. */
const ON_CLUSTER = (among: string) =>
  waiting(
    `(select d.* from (${DEFERRING(among)}) k cross join lateral (
        select * from documents
         where company_id = k.company_id and ambiente = k.ambiente and tipo_dte = k.tipo
           and estado = 'contingencia' ${among}
         order by fec_emi, position limit $2) d) d`,
    'w.company_id',
    among,
  )

/**
 * Of each company and environment in which documents wait. Documents of an open outage have no deadline, and those on a
 * machine that does not answer are left out.
 */
export async function findRunning(pool: Pool, onSkipped: OnSkipped): Promise<CompanyRunning[]> {
  const values = [TIPOS_DTE, OLDEST_MAX]
  const look = { sql: ON_CLUSTER, values: [...values, AMBIENTES] }
  const rows = await (pool.options.isCluster
    ? listOfAll<Row>(pool, look, onSkipped)
    : pool.many<Row>(OF_ALL, values))
  const of = grouped(rows, ({ companyId, ambiente }) => `${companyId}/${ambiente}`)
  return Array.from(of.values(), (own) => {
    const [{ companyId, ambiente }] = own
    return { companyId, ...runningOf(ambiente, own) }
  })
}

/** That a deadline is near is told once to its company, whoever finds it; of several the earlier first. */
export async function tellDeadline(
  pool: Pool,
  of: { readonly companyId: string; readonly ambiente: Ambiente },
  deadline: { readonly limite: Date; readonly de: 'evento' | 'documentos'; readonly now: Date },
): Promise<void> {
  await statement(
    pool,
    `with told as (
       update ministry_accounts set told_deadline = $3
        where company_id = $1 and ambiente = $2 and coalesce(told_deadline, '-infinity') < $3
       returning company_id, ambiente
     )${tellCompanySql('told', NEAR)}`,
    [of.companyId, of.ambiente, deadline.limite, deadline.now, deadline],
  )
}

const NEAR = { tipo: 'contingencia.vence_pronto', at: '$4', datos: `$5::jsonb - 'now'` } as const

const OF_ONE = waiting(oldestOf('$3', '$4'), '$3')

/** Of one company in one environment. */
export async function findRunningOf(
  db: Db,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
): Promise<Running> {
  const rows = await db.many<Row>(OF_ONE, [TIPOS_DTE, OLDEST_MAX, companyId, ambiente])
  return runningOf(ambiente, rows)
}

function runningOf(ambiente: Ambiente, rows: readonly Row[]): Running {
  const unsealed = rows.filter(({ event_sealed }) => !event_sealed)
  return {
    ambiente,
    closedAt: earliest(unsealed.map(({ closed_at }) => closed_at)),
    unsignedClosedAt: earliest(
      unsealed.filter(({ is_listed }) => !is_listed).map(({ closed_at }) => closed_at),
    ),
    eventSealedAt: earliest(rows.map(eventSealedAt)),
  }
}

function earliest(dates: readonly (Date | null)[]): Date | null {
  const known = dates.filter((date) => date !== null)
  return known.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}
