/**
 * A page of a company's customers, newest first. The order is that of creation, which no row changes, so a page
 * that starts below the last delivered row repeats none and skips none. Decrypts nothing.
 */
import type { CustomerRow } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { foundSql, rangesOf } from '../search/search-words.ts'

/** Null: no filter. */
export interface CustomerFilters {
  readonly activo: boolean
  /** A NIT or a DUI without hyphens. */
  readonly numDocumento: string | null
  readonly externalId: string | null
  /** Part of the name, case-insensitive. */
  readonly nombre: string | null
}

export interface CustomerQuery {
  readonly companyId: string
  readonly filters: CustomerFilters
  /** Words, each the beginning of one of the row's; null: no search. */
  readonly buscar: readonly string[] | null
  /** The last row of the previous page; null: the first page. */
  readonly below: bigint | null
  readonly limit: number
}

interface Row {
  readonly position: bigint
  readonly customer_id: string
  readonly external_id: string | null
  readonly activo: boolean
  readonly nombre: string
  readonly tipo_documento: string | null
  readonly num_documento: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

const COLUMNS = `position, customer_id, external_id, activo, nombre, tipo_documento, num_documento, created_at,
       updated_at`

const IS_ASKED = `company_id = $1 and activo = $2
   and ($4::text is null or num_documento in ($4, replace($4, '-', '')))
   and ($5::text is null or external_id = $5)
   and ($6::text is null or strpos(lower(nombre), lower($6)) > 0)`

const SQL = `
select ${COLUMNS} from customers
 where ${IS_ASKED} and ($3::bigint is null or position < $3)
 order by position desc limit $7`

/** Reads the found rows in order, until the page is full. */
const SEARCH = `
select c.* from (${foundSql('customer', '$8', '$9')}) found
 cross join lateral (
   select ${COLUMNS} from customers where ${IS_ASKED} and position = found.position limit 1) c
 order by found.position desc limit $7`

/** `last` is the position of the last row, when more follow. */
export async function listCustomers(
  db: Db,
  { companyId, filters, buscar, below, limit }: CustomerQuery,
): Promise<{ readonly rows: readonly CustomerRow[]; readonly last: bigint | null }> {
  const { activo, numDocumento, externalId, nombre } = filters
  const values = [
    companyId,
    activo,
    below,
    numDocumento,
    externalId,
    nombre,
    limit + 1, // one more row shows whether there is another page
  ]
  const found =
    buscar === null
      ? await db.many<Row>(SQL, values)
      : await db.many<Row>(SEARCH, [...values, ...rangesOf(buscar)])
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return { rows: page.map(toRow), last: last?.position ?? null }
}

function toRow(row: Row): CustomerRow {
  return {
    customerId: row.customer_id,
    externalId: row.external_id,
    activo: row.activo,
    nombre: row.nombre,
    tipoDocumento: row.tipo_documento,
    numDocumento: row.num_documento,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
