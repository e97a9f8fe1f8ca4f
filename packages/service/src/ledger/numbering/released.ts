/**
 * Reserved numbers that were never signed return to their series, which issues them before new ones, lowest first.
 * Both sides lock the series' row, so a number has one owner at a time; that row also says whether any are waiting.
 */
import type { Tx } from '../../base/db/tx.ts'
import { OF_SERIES, type Series, valuesOf } from './series.ts'

/**
 * Releases the numbers, except those below the series' first, which are never issued again. Their documents must
 * have given them up for good.
 */
export async function returnNumbers(
  tx: Tx,
  series: Series,
  correlativos: readonly bigint[],
): Promise<void> {
  await tx.run(
    `with counted as (
       update series s
          set released = s.released + (select count(*) from unnest($7::bigint[]) as n where n >= s.first)
        where ${OF_SERIES}
       returning first
     )
     insert into released_numbers
       (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, correlativo)
     select $1, $2, $3, $4, $5, $6, n from unnest($7::bigint[]) as n, counted where n >= first`,
    [...valuesOf(series), correlativos],
  )
}

/**
 * Takes up to `count` released numbers, lowest first, and returns as many to the counter that it gave the same
 * transaction. The caller must hold the counter's row.
 */
export async function takeReleased(tx: Tx, series: Series, count: number): Promise<bigint[]> {
  const rows = await tx.many<{ correlativo: bigint }>(
    `with lowest as (
       delete from released_numbers where ${OF_SERIES} and correlativo in (
         select correlativo from released_numbers where ${OF_SERIES} order by correlativo limit $7)
       returning correlativo
     ), counted as (
       update series set last = last - taken.n, released = released - taken.n
         from (select count(*)::integer as n from lowest) taken where ${OF_SERIES}
     )
     select correlativo from lowest order by correlativo`,
    [...valuesOf(series), count],
  )
  return rows.map(({ correlativo }) => correlativo)
}
