/** What the destinations of a company lack of its newest documents and special operations, and of the events about them. */
import { type Ambiente, DOCUMENTS_COUNTED } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { withoutLocation } from '../destinations/without-location.ts'

export interface Pending {
  readonly destinationId: string
  readonly verifiedAt: Date | null
  /** The documents and events that the destination lacks. */
  readonly pendientes: number
  /** When the oldest of them was signed; null: there is none. */
  readonly desde: Date | null
  /** The failure of the last probe, without the location, which is for the operator only. Null for own ones. */
  readonly problem: string | null
}

interface Row extends Pending {
  readonly location: string | null
}

const eventsWhere = (condition: string) => `
     select e.codigo_generacion, e.created_at, e.estado = 'invalidado' as invalidado from events e
      where e.company_id = $1 and ${condition} and e.sello_recibido is not null
      limit ${DOCUMENTS_COUNTED}`

/**
 * The newest documents are a range of documents_of_period. Each is looked up in the primary key of copies: a lateral
 * subquery with a limit is never joined another way, whatever the statistics say. A report about what was
 * invalidated since has no printed copy (`copyAgain`).
 */
const SQL = `
with newest as materialized ( /* reads 20000: the newest documents, each with its copies */
  select d.codigo_generacion, d.estado, d.created_at from documents d
   where d.company_id = $1 and d.ambiente = $2 and d.position >= 0
   order by d.fec_emi desc, d.position desc limit ${DOCUMENTS_COUNTED}
), operations as materialized (
  select codigo_generacion from operaciones where company_id = $1 and ambiente = $2
   order by position desc limit ${DOCUMENTS_COUNTED}
), files as materialized (
  select codigo_generacion, created_at, estado = 'invalidado' as invalidado from newest
   where estado in ('sellado', 'invalidado')
   union all
  select e.codigo_generacion, e.created_at, e.invalidado from newest n
   cross join lateral (
     ${eventsWhere('e.documento = n.codigo_generacion')}) e
   union all
  select e.codigo_generacion, e.created_at, e.invalidado from operations o
   cross join lateral (
     ${eventsWhere('e.codigo_generacion = o.codigo_generacion')}) e
   union all
  select e.codigo_generacion, e.created_at, e.invalidado from operations o
   cross join lateral (
     ${eventsWhere('e.evento = o.codigo_generacion')}) e
)
select s.destination_id as "destinationId", s.verified_at as "verifiedAt", s.problem, s.location,
       lacking.pendientes, lacking.desde
  from storage_destinations s
 cross join lateral (
   select count(*)::integer as pendientes, min(f.created_at) as desde
     from files f
     left join lateral (
       select true as stored from copies c
        where c.company_id = $1 and c.codigo_generacion = f.codigo_generacion
          and c.destination_id = s.destination_id
          and (c.pdf_path is not null or not f.invalidado)
        limit 1) c on true
    where f.created_at >= s.created_at and c.stored is null) lacking
 where s.company_id = $1 and s.ended_at is null
 order by s.created_at, s.destination_id`

/** Of the destinations that have not ended, oldest first. */
export async function listPending(
  db: Db,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
): Promise<readonly Pending[]> {
  const rows = await db.many<Row>(SQL, [companyId, ambiente])
  return rows.map(({ location, problem, ...row }) => ({
    ...row,
    problem: problem && withoutLocation(problem, location),
  }))
}
