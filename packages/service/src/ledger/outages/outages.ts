/** The ministry's outages, as the processes share them. */
import { type Ambiente, TIPOS_DTE } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { repeatStatement } from '../../base/db/repeat.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import { waitingRanges } from '../documents/count-waiting.ts'
import { tellOutageSql } from '../outbox/tell.ts'
import { listWindows, type MaintenanceWindow } from './maintenance.ts'

export interface Outage {
  readonly outageId: string
  readonly ambiente: Ambiente
  readonly openedAt: Date
  readonly probeAt: Date
}

/** A process's cached view, until the next read. */
export interface OutageView {
  readonly open: readonly Outage[]
  /** Environments where documents of a closed outage wait for a contingency event to be signed. */
  readonly owed: readonly Ambiente[]
  /** Announced, and not over yet. */
  readonly windows: readonly MaintenanceWindow[]
}

export async function readOutages(db: Db, now: Date): Promise<OutageView> {
  const [open, owed, windows] = await Promise.all([
    db.many<Outage>(
      `select outage_id as "outageId", ambiente, opened_at as "openedAt", probe_at as "probeAt"
         from ministry_outages where closed_at is null`,
    ),
    db.many<{ ambiente: Ambiente }>(
      `select a.ambiente from unnest(array['00', '01']) as a (ambiente)
        cross join lateral (
          select from documents d
           where d.ambiente = a.ambiente and d.outage_id is not null
             and d.evento_contingencia is null and d.estado = 'contingencia' limit 1) d`,
    ),
    listWindows(db, now),
  ])
  const away = new Set(open.map(({ ambiente }) => ambiente))
  return {
    open,
    owed: owed.map(({ ambiente }) => ambiente).filter((ambiente) => !away.has(ambiente)),
    windows,
  }
}

/**
 * After the commit an outage is open in its environment: this one, or one that another process opened before. None is
 * opened if another process than `processId` has an answer from after its beginning.
 */
export async function openOutage(
  pool: Pool,
  outage: Outage & { readonly processId: string },
): Promise<void> {
  await statement(
    pool,
    `with opened as (
     insert into ministry_outages (outage_id, ambiente, opened_at, probe_at)
     select $1, $2, $3, $4
      where not exists (select from ministry_answers
                         where ambiente = $2 and process_id <> $5 and answered_at > $3)
     on conflict (ambiente) where closed_at is null do nothing
     returning outage_id, ambiente, opened_at as at
     )${tellOutageSql('opened', 'contingencia.abierta')}`,
    [outage.outageId, outage.ambiente, outage.openedAt, outage.probeAt, outage.processId],
  )
}

/** True for the one process that may probe the ministry now. */
export async function takeProbe(
  pool: Pool,
  outageId: string,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<boolean> {
  const taken = await statement(
    pool,
    `update ministry_outages set probe_at = $3
      where outage_id = $1 and closed_at is null and probe_at <= $2 returning 1`,
    [outageId, now, nextAt],
  )
  return taken.length === 1
}

/** Closes the outage. False where another process closed it. */
export async function closeOutage(pool: Pool, outage: Outage, now: Date): Promise<boolean> {
  const closed = await statement(
    pool,
    `with closed as (
     update ministry_outages set closed_at = greatest($2, opened_at)
      where outage_id = $1 and closed_at is null
     returning outage_id, ambiente, closed_at as at
     ), told as (${tellOutageSql('closed', 'contingencia.cerrada')}
     )
     select from closed`,
    [outage.outageId, now],
  )
  return closed.length === 1
}

/** Makes filings signed in the normal model, documents and events, due now; the job takes a few at a time. */
export async function hastenWaiting(pool: Pool, ambiente: Ambiente, now: Date): Promise<void> {
  for (const table of ['documents', 'events'] as const) {
    const due = table === 'documents' ? 'lease_until' : 'retry_at'
    const sql = `
      update /* reads 20000: a batch of 5,000 */ ${table} set ${due} = $2
       where ctid = any (array(
             select tid
               from (select ctid as tid, * from ${table} where ${due} > $2
                     offset 0 for update skip locked) due
              where ambiente = $1 and ${WAITING[table]} limit $3))
      returning 1`
    await repeatStatement(pool, { sql, values: [ambiente, now] })
  }
}

/** An event with a lease belongs to another process and keeps its lease. */
const WAITING = {
  documents: `estado = 'contingencia'`,
  events: `estado = 'firmado' and coalesce(lease_until, $2) <= $2`,
} as const

/** A filing that was sent, so the ministry can be queried about it. Null: none waits. */
export interface Probe {
  readonly companyId: string
  readonly nit: string
  readonly tipoDte: string
  readonly codigoGeneracion: string
  /** Whether the company has usable credentials; if false, no other company with waiting documents has. */
  readonly hasCredentials: boolean
}

/** Of each type and state, from either end: enough that one bad document does not decide. */
const PICKED_FROM = 20

const rangeOf = (first: 'oldest' | 'newest') =>
  waitingRanges('d.*', {
    ...{ companyId: 'c.company_id', ambiente: '$1', tipos: '$4', first },
    ...{ estados: `array['firmado', 'contingencia']`, limit: `${PICKED_FROM}` },
  })

/** The lateral part is evaluated company by company, in the subquery's order, until one has a document. */
const probeOf = (reads: string, companies: string) => `
select /* reads ${reads} */
       c.company_id as "companyId", c.nit, c.usable as "hasCredentials", d.tipo_dte as "tipoDte",
       upper(d.codigo_generacion::text) as "codigoGeneracion"
  from (select k.company_id, k.nit,
               coalesce((select true from ministry_accounts m
                          where m.company_id = k.company_id and m.ambiente = $1
                            and (m.refused_until is null or m.refused_until <= $3) limit 1), false) as usable
          from companies k ${companies}
         order by usable desc, md5($2 || k.company_id::text)) c
 cross join lateral (
   select d.tipo_dte, d.codigo_generacion
     from (select d.* from ${rangeOf('oldest')} union all select d.* from ${rangeOf('newest')}) d
    where d.lease_until is not null or d.outage_id is not null
    order by md5($2 || d.codigo_generacion::text) limit 1) d
 limit 1`

const OF_ALL = probeOf('500000: 24 ranges of each company, until one has a document that waits', '')
const OF_SOME = probeOf(
  '20000: the same, of the companies given',
  'where k.company_id = any ($5::uuid[])',
)

/** Of either kind: those of the oldest leases, and those with deferred documents after $2 and after the first. */
const SOME_MAX = 20
const LEASED_MAX = 200
const OWED = `ambiente = $1 and outage_id is not null and evento_contingencia is null and estado = 'contingencia'`
const nextOwed = (after: string) =>
  `(select company_id from documents where ${OWED} and company_id ${after} order by company_id limit 1)`

/** Each step of the recursion goes on to the next company in the index of deferred documents. */
const WAITING_COMPANIES = `
with recursive owed as (
  select * from (${nextOwed('> $2::uuid')} union ${nextOwed(`> '00000000-0000-0000-0000-000000000000'`)}) first
   union all
  select next.company_id from owed cross join lateral ${nextOwed('> owed.company_id')} next)
select /* reads 20000: the leases of all that wait, in their index */ company_id
  from (select company_id from owed limit ${SOME_MAX}) deferred
 union
select company_id
  from (select company_id, ambiente, estado from documents
         where lease_until is not null order by lease_until limit ${LEASED_MAX}) leased
 where ambiente = $1 and estado in ('firmado', 'contingencia')`

/**
 * Each `draw`, a UUID, picks a different one, since the ministry may fail on the picked document itself. Companies
 * that are known to wait are asked first: all of them only if none of these has credentials. Reads as much of an
 * outage of a day as of one of a minute.
 */
export async function findProbe(
  db: Db,
  ambiente: Ambiente,
  { draw, now }: { readonly draw: string; readonly now: Date },
): Promise<Probe | null> {
  const values = [ambiente, draw, now, TIPOS_DTE]
  const some = await db.many<{ company_id: string }>(WAITING_COMPANIES, [ambiente, draw])
  const ids = some.map(({ company_id }) => company_id)
  const found = ids.length > 0 ? await db.maybeOne<Probe>(OF_SOME, [...values, ids]) : null
  return found?.hasCredentials ? found : db.maybeOne<Probe>(OF_ALL, values)
}
