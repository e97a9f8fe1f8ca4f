/** The starting points of the nearest contingency deadlines, over all companies. */
import type { Ambiente } from '@sello/contract'
import type { Db } from '../db/tx.ts'

export interface Running {
  readonly ambiente: Ambiente
  /** When the ministry came back, for the oldest documents whose event has no seal; null: there are none. */
  readonly closedAt: Date | null
  /** When the event was sealed, for the oldest documents without a verdict; null: there are none. */
  readonly eventSealedAt: Date | null
}

/** One row for each environment in which documents wait. Documents of an open outage have no deadline. */
export function findRunning(db: Db): Promise<Running[]> {
  return db.many<Running>(
    `select d.ambiente,
            min(o.closed_at) filter (where e.estado is distinct from 'sellado') as "closedAt",
            min(s.sealed_at) filter (where e.estado = 'sellado') as "eventSealedAt"
       from documents d
       join ministry_outages o on o.outage_id = d.outage_id
       left join events e on e.company_id = d.company_id and e.codigo_generacion = d.evento_contingencia
       left join lateral (
         select max((h ->> 'fecha')::timestamptz) as sealed_at from jsonb_array_elements(e.historial) h
          where h ->> 'estado' = 'sellado') s on true
      where d.outage_id is not null and d.estado = 'contingencia' and d.ambiente in ('00', '01')
      group by d.ambiente`,
  )
}
