/**
 * Documents signed in the deferred model, until they are sealed: a contingency event lists them, then they are sent
 * in lots of up to 100. A document's row names its event and its lot.
 */
import type { Ambiente, TipoDte } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import type { FilingRef } from '../transmission/filing.ts'
import type { Lease } from '../transmission/store.ts'
import { EVENT_SEAL, type EventSealRow, eventSealedAt } from './event-seal.ts'

/** A document that no contingency event lists. */
export interface Owed {
  readonly codigoGeneracion: string
  readonly tipoDte: TipoDte
  readonly createdAt: Date
  /** Of its outage. */
  readonly outageId: string
  readonly openedAt: Date
  readonly closedAt: Date
}

type Which = Pick<FilingRef, 'companyId' | 'codigoGeneracion'>

/** For outages whose event is in time, and for those for which it is too late. */
export interface NotRejectedSince {
  readonly inTime: Date
  readonly late: Date
}

/**
 * The oldest documents of one closed outage that no event lists. Locks their rows until the commit, and skips rows
 * that another process has locked. Empty if an event of the company was rejected after `notRejectedSince`: the next
 * one would be rejected too. Outages closed before `inTimeSince` come last: they are too late already and must not
 * delay others past their deadline.
 */
export function takeOwed(
  tx: Tx,
  wanted: {
    readonly companyId: string
    readonly ambiente: Ambiente
    readonly limit: number
    readonly notRejectedSince: NotRejectedSince
    readonly inTimeSince: Date
  },
): Promise<readonly Owed[]> {
  return tx.many<Owed>(
    `with rejected as materialized ( /* reads 10000: what the company deferred and no event lists */
       select coalesce(max(created_at), '-infinity') as at from events
        where company_id = $1 and ambiente = $2 and kind = 'contingencia' and estado = 'rechazado'
     ), first as (
       select o.outage_id, o.opened_at, o.closed_at
         from documents d join ministry_outages o on o.outage_id = d.outage_id
        where d.company_id = $1 and d.ambiente = $2 and d.outage_id is not null
          and d.evento_contingencia is null and d.estado = 'contingencia' and o.closed_at is not null
          and (select at from rejected)
              <= case when o.closed_at > $5 then $4::timestamptz else $6::timestamptz end
        order by o.closed_at <= $5, d.created_at limit 1
     )
     select upper(d.codigo_generacion::text) as "codigoGeneracion", d.tipo_dte as "tipoDte",
            d.created_at as "createdAt", f.outage_id as "outageId", f.opened_at as "openedAt",
            f.closed_at as "closedAt"
       from documents d join first f on f.outage_id = d.outage_id
      where d.company_id = $1 and d.ambiente = $2
        and d.evento_contingencia is null and d.estado = 'contingencia'
      order by d.created_at limit $3 for update of d skip locked`,
    [
      wanted.companyId,
      wanted.ambiente,
      wanted.limit,
      wanted.notRejectedSince.inTime,
      wanted.inTimeSince,
      wanted.notRejectedSince.late,
    ],
  )
}

/** After the commit the event lists these documents. */
export async function listInEvent(
  tx: Tx,
  { companyId, codigoGeneracion }: Which,
  documentos: readonly string[],
): Promise<void> {
  await tx.run(
    `update /* reads 5000: the thousand of an event */ documents set evento_contingencia = $2
      where company_id = $1 and codigo_generacion = any($3::uuid[])`,
    [companyId, codigoGeneracion, documentos],
  )
}

/** Releases the documents of a rejected event, so that another event may list them. */
export async function releaseFromEvent(
  tx: Tx,
  { companyId, codigoGeneracion }: Which,
): Promise<void> {
  await tx.run(
    `update documents set evento_contingencia = null
      where company_id = $1 and evento_contingencia = $2`,
    [companyId, codigoGeneracion],
  )
}

interface Forming {
  readonly lote: string
  readonly limit: number
  readonly now: Date
  /** Environments with an open outage: no lot is formed there. */
  readonly away: readonly Ambiente[]
}

/** Forms the next lot from documents whose event is sealed; it is due at once. False if there are none. */
export async function formLot(pool: Pool, { lote, limit, now, away }: Forming): Promise<boolean> {
  const formed = await statement(
    pool,
    `with event as ( /* reads 10000: what waits for the seal of its event */
       select e.company_id, e.codigo_generacion, e.ambiente
         from documents d
         join events e on e.company_id = d.company_id and e.codigo_generacion = d.evento_contingencia
        where d.estado = 'contingencia' and d.lote is null and d.lease_until is null
          and e.estado = 'sellado' and e.ambiente <> all($4::text[])
        limit 1
     ), taken as (
       select d.company_id, d.codigo_generacion
         from documents d join event e on e.company_id = d.company_id
        where d.evento_contingencia = e.codigo_generacion and d.estado = 'contingencia'
          and d.lote is null and d.lease_until is null
        order by d.created_at limit $2 for update of d skip locked
     ), lot as (
       insert into lots (company_id, lote, ambiente, evento, next_at, created_at)
       select company_id, $1, ambiente, codigo_generacion, $3, $3 from event
        where exists (select from taken)
       returning 1
     )
     update documents d set lote = $1 from taken t, lot
      where d.company_id = t.company_id and d.codigo_generacion = t.codigo_generacion
     returning 1`,
    [lote, limit, now, away],
  )
  return formed.length > 0
}

export interface TakenLot {
  readonly company_id: string
  readonly lote: string
  readonly ambiente: Ambiente
  readonly codigo_lote: string | null
  /** Attempts, this one included. */
  readonly attempts: number
  readonly nit: string
  readonly data_key: Buffer
}

/** Leases lots that are due until `leaseUntil`; the lots of a process that dies become due again. */
export function takeLots(pool: Pool, lease: Lease): Promise<TakenLot[]> {
  return statement<TakenLot>(
    pool,
    `with taken as (
       update lots set next_at = $2, attempts = attempts + 1
        where ctid = any (array(
              select ctid from lots where next_at <= $1 and ambiente <> all($4::text[])
               order by next_at limit $3 for update skip locked))
      returning company_id, lote, ambiente, codigo_lote, attempts
     )
     select t.*, c.nit, c.data_key from taken t join companies c on c.company_id = t.company_id`,
    [lease.now, lease.leaseUntil, lease.limit, lease.away],
  )
}

/** The codes of a lot's documents that have no verdict. */
export async function findLotDocuments(
  db: Db,
  { company_id, lote }: Pick<TakenLot, 'company_id' | 'lote'>,
): Promise<readonly string[]> {
  const rows = await db.many<{ codigo_generacion: string }>(
    `select codigo_generacion
       from (select * from documents where company_id = $1 and lote = $2 offset 0) d
      where estado = 'contingencia' order by created_at`,
    [company_id, lote],
  )
  return rows.map(({ codigo_generacion }) => codigo_generacion.toUpperCase())
}

/** Records the ministry's code of the lot, which is queried at `nextAt`. */
export async function recordLot(
  pool: Pool,
  { company_id, lote }: Pick<TakenLot, 'company_id' | 'lote'>,
  { codigoLote, nextAt }: { readonly codigoLote: string | null; readonly nextAt: Date },
): Promise<void> {
  await statement(
    pool,
    `update lots set codigo_lote = coalesce($3, codigo_lote), next_at = $4
      where company_id = $1 and lote = $2`,
    [company_id, lote, codigoLote, nextAt],
  )
}

/** Closes the lot. Its documents without a verdict are sent one by one, each after a query. */
export async function endLot(
  pool: Pool,
  { company_id, lote }: Pick<TakenLot, 'company_id' | 'lote'>,
  now: Date,
): Promise<void> {
  await statement(
    pool,
    `with ended as (
       update lots set next_at = null where company_id = $1 and lote = $2
     )
     update documents set lease_until = $3
      where company_id = $1
        and codigo_generacion = any (array(
              select codigo_generacion
                from (select * from documents where company_id = $1 and lote = $2 offset 0 for update) d
               where estado = 'contingencia' and lease_until is null))`,
    [company_id, lote, now],
  )
}

/** What determines the legal deadlines of a document in contingency. */
export interface Standing {
  /** Null: signed in the normal model, and no deadline runs. */
  readonly outageId: string | null
  /** When the ministry came back; null: the outage is open. */
  readonly closedAt: Date | null
  /** Whether a contingency event lists it. */
  readonly isListed: boolean
  /** When its event was sealed; null: not yet. */
  readonly eventSealedAt: Date | null
  /** The ministry refused the company's last login. */
  readonly loginRefused: boolean
}

export async function findStanding(
  db: Db,
  { companyId, codigoGeneracion }: Which,
): Promise<Standing> {
  const { outageId, closedAt, isListed, loginRefused, ...seal } = await db.one<StandingRow>(
    `select d.outage_id as "outageId", o.closed_at as "closedAt", d.evento_contingencia is not null as "isListed",
            a.refused_why is not null as "loginRefused", ${EVENT_SEAL}
       from documents d
       left join ministry_accounts a on a.company_id = d.company_id and a.ambiente = d.ambiente
       left join ministry_outages o on o.outage_id = d.outage_id
       left join lateral (
         select * from events
          where company_id = d.company_id and codigo_generacion = d.evento_contingencia limit 1) e on true
      where d.company_id = $1 and d.codigo_generacion = $2`,
    [companyId, codigoGeneracion],
  )
  return { outageId, closedAt, isListed, loginRefused, eventSealedAt: eventSealedAt(seal) }
}

type StandingRow = Omit<Standing, 'eventSealedAt'> & EventSealRow
