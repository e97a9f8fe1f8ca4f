/** Reading a company's customers, active or not. */
import type { CustomerRow as ListedCustomer } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import type { Dated } from '../dated.ts'
import { listPage, type PageQuery } from '../search/list-page.ts'
import {
  CUSTOMER_COLUMNS,
  CUSTOMERS,
  type CustomerRow,
  type NewCustomer,
  type Owner,
  type StoredCustomer,
  toCustomer,
} from './customer.ts'

/** Null for an unknown customer and for another company's. */
export async function findCustomer(
  db: Db,
  owner: Owner,
  customerId: string,
  lock?: 'for update',
): Promise<StoredCustomer | null> {
  const row = await CUSTOMERS.find(db, { companyId: owner.companyId, id: customerId }, lock)
  return row && toCustomer(row, owner)
}

/** The active customer that has this one's document or externalId. */
export async function findTwin(
  db: Db,
  owner: Owner,
  { externalId, receptor }: NewCustomer,
): Promise<StoredCustomer | null> {
  const { tipoDocumento, numDocumento } = receptor
  const rows = await db.many<CustomerRow>(
    `select ${CUSTOMER_COLUMNS} from customers
      where company_id = $1 and activo and external_id = $2
      union all
     select ${CUSTOMER_COLUMNS} from customers
      where company_id = $1 and activo and tipo_documento = $3 and num_documento = $4
      limit 1`,
    [owner.companyId, externalId, tipoDocumento, numDocumento],
  )
  return rows[0] ? toCustomer(rows[0], owner) : null
}

/** Null: no filter. */
interface CustomerFilters {
  readonly activo: boolean
  /** A NIT or a DUI without hyphens. */
  readonly numDocumento: string | null
  readonly externalId: string | null
  /** Part of the name, case-insensitive. */
  readonly nombre: string | null
}

/** A page, as `listPage` has it. */
export function listCustomers(db: Db, query: PageQuery & { readonly filters: CustomerFilters }) {
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
  return listPage<Dated<ListedCustomer>>(db, listed, query)
}
