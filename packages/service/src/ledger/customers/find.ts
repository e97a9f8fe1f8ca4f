/** Reading one customer of a company, active or not. */
import type { Db } from '../../base/db/tx.ts'
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
