/** The starting points of the nearest contingency deadlines. */
import { type Ambiente, TIPOS_DTE } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { waitingRanges } from '../documents/count-waiting.ts'
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

interface Row extends EventSealRow {
  readonly ambiente: Ambiente
  readonly event_sealed: boolean
  readonly is_listed: boolean
  readonly closed_at: Date | null
}

/** The oldest documents of a type begin the nearest deadlines: their outage ended first, their event was sealed first. */
const OLDEST_MAX = 500

/** Of one company: the types, and how many documents of each. */
const OLDEST = waitingRanges('d.*', {
  ...{ companyId: '$1', ambiente: '$2', tipos: '$3', estados: `array['contingencia']` },
  ...{ first: 'oldest', limit: '$4' },
})

/** One row for each event with documents that wait, and one for the documents that no event lists. */
const waiting = (documents: string) =>
  `select /* reads 10000: what waits for a verdict, of a company the ${OLDEST_MAX} oldest of each type */
          w.ambiente, w.closed_at, coalesce(e.estado = 'sellado', false) as event_sealed,
          e.codigo_generacion is not null as is_listed, ${EVENT_SEAL}
     from (select d.ambiente, d.company_id, d.evento_contingencia, min(o.closed_at) as closed_at
             from ${documents} join ministry_outages o on o.outage_id = d.outage_id
            where d.outage_id is not null and d.estado = 'contingencia'
            group by d.ambiente, d.company_id, d.evento_contingencia) w
     left join lateral (
       select * from events
        where company_id = w.company_id and codigo_generacion = w.evento_contingencia limit 1) e on true`

/** One row for each environment in which documents wait. Documents of an open outage have no deadline. */
export async function findRunning(db: Db): Promise<Running[]> {
  const rows = await db.many<Row>(
    waiting(`(select * from documents where ambiente in ('00', '01')) d`),
  )
  return [...new Set(rows.map(({ ambiente }) => ambiente))].map((ambiente) =>
    runningOf(
      ambiente,
      rows.filter((row) => row.ambiente === ambiente),
    ),
  )
}

/** Of one company in one environment. */
export async function findRunningOf(
  db: Db,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
): Promise<Running> {
  const rows = await db.many<Row>(waiting(OLDEST), [companyId, ambiente, TIPOS_DTE, OLDEST_MAX])
  return runningOf(ambiente, rows)
}

function runningOf(ambiente: Ambiente, rows: readonly Row[]): Running {
  const sealed = rows.filter(({ event_sealed }) => event_sealed)
  const unsealed = rows.filter(({ event_sealed }) => !event_sealed)
  return {
    ambiente,
    closedAt: earliest(unsealed.map(({ closed_at }) => closed_at)),
    unsignedClosedAt: earliest(
      unsealed.filter(({ is_listed }) => !is_listed).map(({ closed_at }) => closed_at),
    ),
    eventSealedAt: earliest(sealed.map(eventSealedAt)),
  }
}

function earliest(dates: readonly (Date | null)[]): Date | null {
  const known = dates.filter((date) => date !== null)
  return known.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}
