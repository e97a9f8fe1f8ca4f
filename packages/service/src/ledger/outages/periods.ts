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

interface PeriodRow {
  outage_id: string
  opened_at: Date
  closed_at: Date | null
  documentos: bigint
  pendientes: bigint
  sin_evento: bigint
}

interface EventRow extends EventSealRow {
  outage_id: string
  codigo_generacion: string
  estado: PeriodEvent['estado']
  documentos: bigint
  motivo: string | null
}

/** Newest first. `limit` at most: of those with documents that wait the oldest, then the newest of the others. */
export async function findPeriods(
  db: Db,
  wanted: { readonly companyId: string; readonly ambiente: Ambiente; readonly limit: number },
): Promise<readonly Period[]> {
  const { companyId, ambiente, limit } = wanted
  const periods = await db.many<PeriodRow>(
    `select /* reads 20000: what the company deferred, ever */
            o.outage_id, o.opened_at, o.closed_at, count(*) as documentos,
            count(*) filter (where d.estado = any($3)) as pendientes,
            count(*) filter (where d.estado = any($3) and e.estado is distinct from 'sellado') as sin_evento
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
            d.outage_id, e.codigo_generacion, e.estado, d.documentos, ${EVENT_SEAL},
            e.rechazo ->> 'descripcionMsg' as motivo
       from (select outage_id, evento_contingencia, count(*) as documentos from documents
              where company_id = $1 and outage_id = any($2::uuid[]) and evento_contingencia is not null
              group by outage_id, evento_contingencia) d
      cross join lateral (select * from events
                           where company_id = $1 and codigo_generacion = d.evento_contingencia limit 1) e
      order by e.created_at`,
    [companyId, periods.map(({ outage_id }) => outage_id)],
  )
  const newestFirst = periods.toSorted((a, b) => b.opened_at.getTime() - a.opened_at.getTime())
  return newestFirst.map((row) => ({
    outageId: row.outage_id,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    documentos: Number(row.documentos),
    pendientes: Number(row.pendientes),
    sinEvento: Number(row.sin_evento),
    eventos: events.filter(({ outage_id }) => outage_id === row.outage_id).map(toEvent),
  }))
}

const WITHOUT_VERDICT: readonly Estado[] = ['contingencia']

function toEvent(row: EventRow): PeriodEvent {
  return {
    codigoGeneracion: row.codigo_generacion.toUpperCase(),
    estado: row.estado,
    selloRecibido: row.sello_recibido,
    documentos: Number(row.documentos),
    sealedAt: eventSealedAt(row),
    motivo: row.motivo,
  }
}

export interface ContingencyEvent {
  readonly codigoGeneracion: string
  readonly estado: PeriodEvent['estado']
  readonly selloRecibido: string | null
  readonly documentos: number
}

type ContingencyEventRow = Pick<
  EventRow,
  'codigo_generacion' | 'estado' | 'sello_recibido' | 'documentos'
>

/** The company's contingency events signed after `since`, oldest first. */
export async function findContingencyEvents(
  db: Db,
  wanted: { readonly companyId: string; readonly ambiente: Ambiente; readonly since: Date },
): Promise<readonly ContingencyEvent[]> {
  const rows = await db.many<ContingencyEventRow>(
    `select /* reads 20000: the events asked for, and what they list */
            e.codigo_generacion, e.estado, e.sello_recibido,
            (select count(*) from documents d
              where d.company_id = e.company_id and d.evento_contingencia = e.codigo_generacion) as documentos
       from events e
      where e.company_id = $1 and e.ambiente = $2 and e.kind = 'contingencia' and e.created_at > $3
      order by e.created_at`,
    [wanted.companyId, wanted.ambiente, wanted.since],
  )
  return rows.map((row) => ({
    codigoGeneracion: row.codigo_generacion.toUpperCase(),
    estado: row.estado,
    selloRecibido: row.sello_recibido,
    documentos: Number(row.documentos),
  }))
}
