/** A company's periods of contingency, and the events of each: what its pages show. */
import type { Ambiente, Estado } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { EVENT_SEAL, type EventSealRow, eventSealedAt } from './event-seal.ts'

/** A company's period of contingency: an outage in which it signed documents, and their verdicts so far. */
export interface Period {
  readonly outageId: string
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly documentos: number
  /** Without a verdict of the ministry. */
  readonly pendientes: number
  /** Not listed in an event, or in an event without a seal. */
  readonly sinEvento: number
  readonly eventos: readonly PeriodEvent[]
}

export interface PeriodEvent {
  readonly codigoGeneracion: string
  readonly estado: 'firmado' | 'sellado' | 'rechazado'
  readonly selloRecibido: string | null
  readonly documentos: number
  readonly sealedAt: Date | null
  /** The ministry's words of a rejection. */
  readonly motivo: string | null
}

type PeriodRow = Omit<Period, 'eventos'>

/** As the database returns it. */
interface EventRow extends Omit<PeriodEvent, 'sealedAt'>, EventSealRow {
  readonly outageId: string
}

/** Newest first. `limit` at most: of those with documents that wait the oldest, then the newest of the others. */
export async function findPeriods(
  db: Db,
  wanted: { readonly companyId: string; readonly ambiente: Ambiente; readonly limit: number },
): Promise<readonly Period[]> {
  const { companyId, ambiente, limit } = wanted
  const periods = await db.many<PeriodRow>(
    `select /* reads 20000: what the company deferred, ever */
            o.outage_id as "outageId", o.opened_at as "openedAt", o.closed_at as "closedAt",
            count(*)::integer as documentos, count(*) filter (where d.estado = any($3))::integer as pendientes,
            count(*) filter (where d.estado = any($3) and e.estado is distinct from 'sellado')::integer as "sinEvento"
       from ministry_outages o
      cross join lateral (select estado, evento_contingencia from documents
                           where company_id = $1 and outage_id = o.outage_id offset 0) d
       left join lateral (select estado from events
                           where company_id = $1 and codigo_generacion = d.evento_contingencia limit 1) e on true
      where o.ambiente = $2
      group by o.outage_id
      order by case when count(*) filter (where d.estado = any($3)) > 0 then o.opened_at end,
               o.opened_at desc limit $4`,
    [companyId, ambiente, WITHOUT_VERDICT, limit],
  )
  const events = await db.many<EventRow>(
    `select /* reads 20000: what the company deferred in the outages of the page */
            d.outage_id as "outageId", upper(e.codigo_generacion::text) as "codigoGeneracion", e.estado,
            e.sello_recibido as "selloRecibido", d.documentos, ${EVENT_SEAL},
            e.rechazo ->> 'descripcionMsg' as motivo
       from (select outage_id, evento_contingencia, count(*)::integer as documentos from documents
              where company_id = $1 and outage_id = any($2::uuid[]) and evento_contingencia is not null
              group by outage_id, evento_contingencia) d
      cross join lateral (select * from events
                           where company_id = $1 and codigo_generacion = d.evento_contingencia limit 1) e
      order by e.created_at`,
    [companyId, periods.map(({ outageId }) => outageId)],
  )
  const newestFirst = periods.toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime())
  return newestFirst.map((period) => ({
    ...period,
    eventos: events.filter(({ outageId }) => outageId === period.outageId).map(toEvent),
  }))
}

const WITHOUT_VERDICT: readonly Estado[] = ['contingencia']

function toEvent(row: EventRow): PeriodEvent {
  const { codigoGeneracion, estado, selloRecibido, documentos, motivo } = row
  return {
    codigoGeneracion,
    estado,
    selloRecibido,
    documentos,
    motivo,
    sealedAt: eventSealedAt(row),
  }
}

export type ContingencyEvent = Omit<PeriodEvent, 'sealedAt' | 'motivo'>

/** The company's contingency events signed after `since`, oldest first. */
export function findContingencyEvents(
  db: Db,
  wanted: { readonly companyId: string; readonly ambiente: Ambiente; readonly since: Date },
): Promise<readonly ContingencyEvent[]> {
  return db.many<ContingencyEvent>(
    `select /* reads 20000: the events asked for, and what they list */
            upper(e.codigo_generacion::text) as "codigoGeneracion", e.estado, e.sello_recibido as "selloRecibido",
            (select count(*)::integer from documents d
              where d.company_id = e.company_id and d.evento_contingencia = e.codigo_generacion) as documentos
       from events e
      where e.company_id = $1 and e.ambiente = $2 and e.kind = 'contingencia' and e.created_at > $3
      order by e.created_at`,
    [wanted.companyId, wanted.ambiente, wanted.since],
  )
}
