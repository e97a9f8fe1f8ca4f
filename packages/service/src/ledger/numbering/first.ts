/**
 * Where a series begins. A company that issued with another program has used numbers, which the ministry refuses a
 * second time (docs/sources.md#numbering). The lock of the series' row, held until the commit, decides the race
 * with issuing.
 */
import { formatNumeroControl } from '@sello/fiscal'
import type { Tx } from '../../base/db/tx.ts'
import { CORRELATIVO_MAX, OF_SERIES, type Series, valuesOf } from './series.ts'

/** The position of a series. `last` is the number before its first one while it has issued none. */
interface Counter {
  readonly first: bigint
  readonly last: bigint
}

/**
 * Makes `first` the next number of the series and returns null. If a number from `first` on was already issued,
 * changes nothing and returns the highest one.
 */
export async function setFirst(tx: Tx, series: Series, first: bigint): Promise<bigint | null> {
  const values = valuesOf(series)
  // Locks the row, even one that another transaction is inserting.
  const counter = await tx.one<Counter>(
    `insert into series as s (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, last)
     values ($1, $2, $3, $4, $5, $6, 0)
     on conflict on constraint series_key do update set last = s.last returning first, last`,
    values,
  )
  const spent = await highestOf(tx, series, counter)
  if (spent >= first) return spent
  // Numbers that came back, all of them below, were never transmitted, but another program may have spent them.
  await tx.run(`delete from released_numbers where ${OF_SERIES}`, values)
  await tx.run(
    `update series set first = $7::bigint, last = $7::bigint - 1, released = 0 where ${OF_SERIES}`,
    [...values, first],
  )
  return null
}

/** The highest number of any document; 0 when there is none. */
async function highestOf(tx: Tx, series: Series, { first, last }: Counter): Promise<bigint> {
  if (last >= first) return last // it has issued all of these
  const { companyId, ambiente, year } = series
  // A range scan of the index of numbers: within a series only the last 15 digits differ.
  const { highest } = await tx.one<{ highest: bigint }>(
    `select coalesce(max(right(numero_control, 15)), '0')::bigint as highest
       from documents
      where company_id = $1 and ambiente = $2 and year = $3 and estado <> 'liberado'
        and numero_control between $4 and $5`,
    [
      companyId,
      ambiente,
      year,
      formatNumeroControl({ correlativo: 1n, ...series }),
      formatNumeroControl({ correlativo: CORRELATIVO_MAX, ...series }),
    ],
  )
  return highest
}
