/**
 * A page of a company's customers or products, newest first. The order is that of creation, which no row changes, so
 * a page that starts below the last delivered row repeats none and skips none. Decrypts nothing.
 */
import type { Db, Values } from '../../base/db/tx.ts'
import { foundSql, type Kind, rangesOf } from './search-words.ts'

export interface PageQuery {
  readonly companyId: string
  readonly filters: { readonly activo: boolean }
  /** Words, each the beginning of one of the row's; null: no search. */
  readonly buscar: readonly string[] | null
  /** The position of the last row of the previous page; null: the first page. */
  readonly below: bigint | null
  readonly limit: number
}

interface Listed {
  readonly kind: Kind
  readonly table: string
  readonly columns: string
  /** The table's own filters, whose values are `$5` and following. */
  readonly where: string
  readonly values: Values
}

/** `last` is the position of the last row, when more follow. */
export async function listPage<Row>(
  db: Db,
  { kind, table, columns, where, values }: Listed,
  { companyId, filters, buscar, below, limit }: PageQuery,
): Promise<{ readonly rows: readonly Row[]; readonly last: bigint | null }> {
  const select = `select position, ${columns} from ${table} where company_id = $1 and activo = $2 and ${where}`
  const asked = [companyId, filters.activo, below, limit + 1, ...values] // one more shows whether there is another page
  const found =
    buscar === null
      ? await db.many<Row & Placed>(
          `${select} and ($3::bigint is null or position < $3) order by position desc limit $4`,
          asked,
        )
      : // Reads the found rows in order, until the page is full.
        await db.many<Row & Placed>(
          `select r.* from (${foundSql(kind, `$${asked.length + 1}`, `$${asked.length + 2}`)}) found
            cross join lateral (${select} and position = found.position limit 1) r
            order by found.position desc limit $4`,
          [...asked, ...rangesOf(buscar)],
        )
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1)?.position : undefined
  return { rows: page.map(({ position: _, ...row }) => row as Row), last: last ?? null }
}

interface Placed {
  readonly position: bigint
}
