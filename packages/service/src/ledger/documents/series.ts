/** How many test documents of each kind a company has, for its certification. */
import type { DocumentosContados, TipoDte } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'

export interface SeriesOf {
  readonly companyId: string
  readonly tipos: readonly TipoDte[]
  /** A regular expression of `referencia`, whose first group is the series. */
  readonly pattern: string
}

export interface CountedSeries extends DocumentosContados {
  /** Signed during an outage: a contingency event listed it, or will. */
  readonly diferido: boolean
}

/** The newest of each type and state. The ministry asks for 90 at most: more need not be counted. */
export const SERIES_COUNTED_MAX = 500

const LIVE = ['firmado', 'contingencia', 'sellado', 'invalidado'] as const

/** Of the company's types, in the test environment. */
export function countSeries(
  db: Db,
  { companyId, tipos, pattern }: SeriesOf,
): Promise<readonly CountedSeries[]> {
  return db.many<CountedSeries>(
    `select /* reads 22000: up to 500 of each of eleven types in four states */
            t.tipo as "tipoDte", e.estado, d.serie, d.diferido, count(*)::int as n
       from unnest($2::text[]) as t (tipo) cross join unnest($3::text[]) as e (estado)
      cross join lateral (
        select substring(d.referencia from $4) as serie, d.outage_id is not null as diferido
          from documents d
         where d.company_id = $1 and d.ambiente = '00' and d.tipo_dte = t.tipo and d.estado = e.estado
           and d.estado in ('sellado', 'firmado', 'contingencia', 'invalidado')
         order by d.fec_emi desc, d.position desc limit $5) d
      group by t.tipo, e.estado, d.serie, d.diferido`,
    [companyId, tipos, LIVE, pattern, SERIES_COUNTED_MAX],
  )
}
