/** Series and numbers for a reconciliation (ADR 0071). */
import { formatNumeroControl } from '@sello/fiscal'
import type { Db, Tx } from '../../base/db/tx.ts'
import { CORRELATIVO_MAX, OF_SERIES, type Series, valuesOf } from './series.ts'

/** A series that may have issued numbers, and the last one known to the database; 0: none. */
export interface SeriesState extends Series {
  readonly last: bigint
}

/**
 * For every company that can query the ministry: each type that one of its keys may issue, at each point of sale,
 * in these years.
 */
export function listSeries(db: Db, years: readonly number[]): Promise<SeriesState[]> {
  return db.many<SeriesState>(
    `select a.company_id as "companyId", a.ambiente, t.tipo_dte as "tipoDte", p.cod_estable as "codEstable",
            p.cod_punto_venta as "codPuntoVenta", y.year,
            coalesce(s.last, 0) as last
       from ministry_accounts a
       join (select company_id, ambiente, tipo_dte from series
             union select company_id, ambiente, unnest(tipos_dte) from api_keys) t
         on t.company_id = a.company_id and t.ambiente = a.ambiente
       join points_of_sale p on p.company_id = a.company_id
      cross join unnest($1::smallint[]) as y (year)
       left join series s
         on s.company_id = a.company_id and s.ambiente = a.ambiente and s.tipo_dte = t.tipo_dte
        and s.cod_estable = p.cod_estable and s.cod_punto_venta = p.cod_punto_venta and s.year = y.year
      order by a.company_id, a.ambiente, t.tipo_dte, p.cod_estable, p.cod_punto_venta, y.year`,
    [years],
  )
}

const RECENT = 2_000n

/** When the documents with the latest numbers of a series were created. */
export async function recentInstants(db: Db, series: SeriesState): Promise<readonly Date[]> {
  const { companyId, ambiente, year, last } = series
  const first = last > RECENT ? last - RECENT : 1n
  const rows = await db.many<{ created_at: Date }>(
    `select created_at from documents
      where company_id = $1 and ambiente = $2 and year = $3 and estado <> 'liberado'
        and numero_control between $4 and $5`,
    [
      companyId,
      ambiente,
      year,
      formatNumeroControl({ ...series, correlativo: first }),
      formatNumeroControl({ ...series, correlativo: last }),
    ],
  )
  return rows.map(({ created_at }) => created_at)
}

/** Documents with numbers above the counter, by number: those imported from files. */
export async function listBeyond(
  db: Db,
  series: SeriesState,
): Promise<ReadonlyMap<string, string>> {
  const { companyId, ambiente, year, last } = series
  const rows = await db.many<{ numero_control: string; codigo: string }>(
    `select numero_control, upper(codigo_generacion::text) as codigo from documents
      where company_id = $1 and ambiente = $2 and year = $3 and estado <> 'liberado'
        and numero_control > $4 and numero_control <= $5`,
    [
      companyId,
      ambiente,
      year,
      formatNumeroControl({ ...series, correlativo: last }),
      formatNumeroControl({ ...series, correlativo: CORRELATIVO_MAX }),
    ],
  )
  return new Map(rows.map(({ numero_control, codigo }) => [numero_control, codigo]))
}

/** Released numbers that wait to be issued again. */
export async function listReleased(db: Db, series: Series): Promise<readonly bigint[]> {
  const rows = await db.many<{ correlativo: bigint }>(
    `select correlativo from released_numbers
      where ${OF_SERIES} order by correlativo`,
    valuesOf(series),
  )
  return rows.map(({ correlativo }) => correlativo)
}

/** Creates the series if the database does not know its type or point of sale, so that it is searched. */
export async function openSeries(tx: Tx, series: Series): Promise<void> {
  await tx.run(
    `insert into series (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, last)
     values ($1, $2, $3, $4, $5, $6, 0)
     on conflict on constraint series_key do nothing`,
    valuesOf(series),
  )
}

/** After the commit no number up to `last` is issued, including released ones. */
export async function raiseSeries(tx: Tx, series: Series, last: bigint): Promise<void> {
  if (last === 0n) return
  await tx.run(
    `insert into series as s
       (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, last)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict on constraint series_key do update
        set last = greatest(s.last, excluded.last), released = 0`,
    [...valuesOf(series), last],
  )
  await tx.run(`delete from released_numbers where ${OF_SERIES}`, valuesOf(series))
}

/** After the commit these numbers are removed from their series. Idempotent. */
export async function skipNumbers(
  tx: Tx,
  series: Series,
  { skipped, now }: { readonly skipped: readonly bigint[]; readonly now: Date },
): Promise<void> {
  await tx.run(
    `insert into skipped_numbers
       (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, correlativo, skipped_at)
     select $1, $2, $3, $4, $5, $6, n, $8 from unnest($7::bigint[]) as n
     on conflict do nothing`,
    [...valuesOf(series), skipped, now],
  )
}
