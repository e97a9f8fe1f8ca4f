/** A page of a company's customers, as `listPage` has it. */
import type { CustomerRow } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import type { Dated } from '../dated.ts'
import { listPage, type PageQuery } from '../search/list-page.ts'

/** Null: no filter. */
export interface CustomerFilters {
  readonly activo: boolean
  /** A NIT or a DUI without hyphens. */
  readonly numDocumento: string | null
  readonly externalId: string | null
  /** Part of the name, case-insensitive. */
  readonly nombre: string | null
}

export interface CustomerQuery extends PageQuery {
  readonly filters: CustomerFilters
}

export function listCustomers(db: Db, query: CustomerQuery) {
  const { numDocumento, externalId, nombre } = query.filters
  const listed = {
    kind: 'customer',
    table: 'customers',
    columns: `customer_id as "customerId", external_id as "externalId", activo, nombre,
              tipo_documento as "tipoDocumento", num_documento as "numDocumento",
              created_at as "createdAt", updated_at as "updatedAt"`,
    where: `($5::text is null or num_documento in ($5, replace($5, '-', '')))
            and ($6::text is null or external_id = $6)
            and ($7::text is null or strpos(lower(nombre), lower($7)) > 0)`,
    values: [numDocumento, externalId, nombre],
  } as const
  return listPage<Dated<CustomerRow>>(db, listed, query)
}
