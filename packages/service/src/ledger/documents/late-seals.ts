/** Sales that were sealed after a rejection, for the warnings of the status (ADR 0041). */
import type { Ambiente } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'

export interface LateSeal {
  readonly codigoGeneracion: string
  /** Other documents of the same sale that are sealed, or may still be. */
  readonly otros: readonly string[]
}

interface Owner {
  readonly companyId: string
  readonly ambiente: Ambiente
}

/**
 * Each such sale once, even if several of its attempts are sealed: those of the last week, and the latest twenty
 * older ones that have another document. Follows each sale to its first attempt, since a rejected attempt may lie
 * between two sealed ones.
 */
export function findLateSeals(
  db: Db,
  { companyId, ambiente }: Owner,
  since: Date,
): Promise<readonly LateSeal[]> {
  return db.many<LateSeal>(SQL, [companyId, ambiente, since])
}

/**
 * `limit 1` keeps a plan that was made while the table was empty from reading the whole company for each step, and
 * `offset 0` one without statistics from taking another index than that of doubtful documents.
 */
const SQL = `
with recursive late as (
  select codigo_generacion, sustituye, created_at
    from (select * from documents where company_id = $1 and ambiente = $2 and dudoso offset 0) d
   where estado = 'sellado'
), up as (
  select codigo_generacion as late, created_at, codigo_generacion, sustituye from late
  union all
  select up.late, up.created_at, d.codigo_generacion, d.sustituye
    from up cross join lateral (
      select codigo_generacion, sustituye from documents
       where company_id = $1 and codigo_generacion = up.sustituye limit 1) d
), sale as (
  select late, created_at, codigo_generacion as first, codigo_generacion from up where sustituye is null
  union all
  select sale.late, sale.created_at, sale.first, d.codigo_generacion
    from sale join documents d on d.company_id = $1 and d.sustituye = sale.codigo_generacion
), told as (
  select distinct on (first) first, late, created_at from sale order by first, created_at, late
), standing as (
  select told.late, told.created_at,
         coalesce(array_agg(upper(d.codigo_generacion::text) order by d.created_at) filter (where d.codigo_generacion is not null), '{}') as otros
    from told
    join sale on sale.late = told.late
    left join lateral (
      select * from documents
       where company_id = $1 and codigo_generacion = sale.codigo_generacion limit 1) d
      on d.codigo_generacion <> told.late and d.estado in ('firmado', 'contingencia', 'sellado')
   group by told.late, told.created_at
)
select upper(late::text) as "codigoGeneracion", otros from standing
 where otros <> '{}' or created_at > $3
 order by created_at desc limit 20`
