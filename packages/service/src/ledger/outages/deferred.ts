/**
 * Documents signed in the deferred model, until they are sealed: a contingency event lists them, then they are sent
 * in lots (lots.ts). A document's row names its event and its lot.
 */
import type { Ambiente, TipoDte } from '@sello/contract'
import type { Db, Tx } from '../../base/db/tx.ts'
import type { FilingRef } from '../transmission/filing.ts'
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
