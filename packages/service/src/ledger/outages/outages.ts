/** The ministry's outages, as the processes share them. */
import { type Ambiente, TIPOS_DTE } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { repeatStatement } from '../../base/db/repeat.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import { waitingRanges } from '../documents/count-waiting.ts'
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
    `insert into ministry_outages (outage_id, ambiente, opened_at, probe_at)
     select $1, $2, $3, $4
      where not exists (select from ministry_answers
                         where ambiente = $2 and process_id <> $5 and answered_at > $3)
     on conflict (ambiente) where closed_at is null do nothing`,
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
    `update ministry_outages set closed_at = greatest($2, opened_at)
      where outage_id = $1 and closed_at is null returning 1`,
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
const PROBE = `
select /* reads 500000: 24 ranges of each company, until one has a document that waits */
       c.company_id as "companyId", c.nit, c.usable as "hasCredentials", d.tipo_dte as "tipoDte",
       upper(d.codigo_generacion::text) as "codigoGeneracion"
  from (select k.company_id, k.nit,
               exists (select 1 from ministry_accounts m
                        where m.company_id = k.company_id and m.ambiente = $1
                          and (m.refused_until is null or m.refused_until <= $3)) as usable
          from companies k
         order by usable desc, md5($2 || k.company_id::text)) c
 cross join lateral (
   select d.tipo_dte, d.codigo_generacion
     from (select d.* from ${rangeOf('oldest')} union all select d.* from ${rangeOf('newest')}) d
    where d.lease_until is not null or d.outage_id is not null
    order by md5($2 || d.codigo_generacion::text) limit 1) d
 limit 1`

/**
 * Each `draw` picks a different one, since the ministry may fail on the picked document itself. Reads as much of an
 * outage of a day as of one of a minute.
 */
export function findProbe(
  db: Db,
  ambiente: Ambiente,
  { draw, now }: { readonly draw: string; readonly now: Date },
): Promise<Probe | null> {
  return db.maybeOne<Probe>(PROBE, [ambiente, draw, now, TIPOS_DTE])
}
