/** The ministry's outages, as the processes share them. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../db/pool.ts'
import { type Db, statement } from '../db/tx.ts'
import { listWindows, type MaintenanceWindow } from './maintenance.ts'

export interface Outage {
  readonly outageId: string
  readonly ambiente: Ambiente
  readonly openedAt: Date
  readonly probeAt: Date
}

/** A process's cached view until it reads again. */
export interface OutageView {
  readonly open: readonly Outage[]
  /** Where documents wait for a contingency event that may be signed: their outage is over. */
  readonly owed: readonly Ambiente[]
  /** Announced, and not over yet. */
  readonly windows: readonly MaintenanceWindow[]
}

interface Row {
  outage_id: string
  ambiente: Ambiente
  opened_at: Date
  probe_at: Date
}

export async function readOutages(db: Db, now: Date): Promise<OutageView> {
  const [open, owed, windows] = await Promise.all([
    db.many<Row>(
      'select outage_id, ambiente, opened_at, probe_at from ministry_outages where closed_at is null',
    ),
    db.many<{ ambiente: Ambiente }>(
      `select ambiente from unnest(array['00', '01']) as a (ambiente)
        where exists (select 1 from documents d
                       where d.ambiente = a.ambiente and d.outage_id is not null
                         and d.evento_contingencia is null and d.estado = 'contingencia')`,
    ),
    listWindows(db, now),
  ])
  const away = new Set(open.map(({ ambiente }) => ambiente))
  return {
    open: open.map((row) => ({
      outageId: row.outage_id,
      ambiente: row.ambiente,
      openedAt: row.opened_at,
      probeAt: row.probe_at,
    })),
    owed: owed.map(({ ambiente }) => ambiente).filter((ambiente) => !away.has(ambiente)),
    windows,
  }
}

/** Afterwards one is open in its environment: this one, or the one that another process opened before. */
export async function openOutage(pool: Pool, outage: Outage): Promise<void> {
  await statement(
    pool,
    `insert into ministry_outages (outage_id, ambiente, opened_at, probe_at) values ($1, $2, $3, $4)
     on conflict (ambiente) where closed_at is null do nothing`,
    [outage.outageId, outage.ambiente, outage.openedAt, outage.probeAt],
  )
}

/** True for the one process that is to ask whether the ministry is back; the others leave it to it. */
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

/** Over how long the documents that waited are spread, so that the ministry is not met by all at once. */
const SPREAD_SECONDS = 20
/** From 0 to 1, by the document's code, which is random to whoever lacks the company's key. */
const SHARE = `(abs(hashtext(d.codigo_generacion::text)::bigint) % 1000) / 1000.0`

/**
 * Afterwards the outage is over, and the documents that were signed in the normal model and wait are due
 * within seconds. False where another process ended it.
 */
export async function closeOutage(pool: Pool, outage: Outage, now: Date): Promise<boolean> {
  const closed = await statement(
    pool,
    `with closed as (
       update ministry_outages set closed_at = greatest($2, opened_at)
        where outage_id = $1 and closed_at is null returning ambiente
     ), hastened as (
       update documents d set lease_until = $2::timestamptz + ${SHARE}::float8 * $3::float8 * interval '1 second'
         from closed c
        where d.ambiente = c.ambiente and d.estado = 'contingencia'
          and d.lease_until > $2::timestamptz + $3::float8 * interval '1 second'
     )
     select 1 from closed`,
    [outage.outageId, now, SPREAD_SECONDS],
  )
  return closed.length === 1
}

/** A filing that the ministry can be asked about: any that it was sent. Null: none waits. */
export interface Probe {
  readonly companyId: string
  readonly nit: string
  readonly tipoDte: string
  readonly codigoGeneracion: string
}

/** A different one for each `draw`: the probed document itself may be what the ministry fails on. */
export async function findProbe(db: Db, ambiente: Ambiente, draw: string): Promise<Probe | null> {
  const row = await db.maybeOne<{
    company_id: string
    nit: string
    tipo_dte: string
    codigo_generacion: string
  }>(
    `select d.company_id, c.nit, d.tipo_dte, d.codigo_generacion
       from documents d join companies c on c.company_id = d.company_id
      where d.ambiente = $1 and d.estado in ('firmado', 'contingencia')
        and (d.lease_until is not null or d.outage_id is not null)
      order by md5($2 || d.codigo_generacion::text) limit 1`,
    [ambiente, draw],
  )
  return (
    row && {
      companyId: row.company_id,
      nit: row.nit,
      tipoDte: row.tipo_dte,
      codigoGeneracion: row.codigo_generacion.toUpperCase(),
    }
  )
}
