/** A stored customer and its row. Personal data is encrypted; what lists show has its own columns. */
import type { Receptor } from '@sello/fiscal'
import type { Random } from '../../base/clock.ts'
import type { Values } from '../../base/db/tx.ts'
import { decryptColumn, encryptColumn } from '../../base/secrets/secrets.ts'
import { rowsOf } from '../search/rows.ts'

/** The stored members of a customer, checked (ledger/customers/check.ts). */
export interface NewCustomer {
  readonly externalId: string | null
  readonly receptor: Receptor
}

export interface StoredCustomer extends NewCustomer {
  readonly customerId: string
  readonly activo: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The owner of the customers: the company, and its data key. Both environments share them. */
export interface Owner {
  readonly companyId: string
  readonly dataKey: Buffer
}

/** With its receptor as it is stored. */
export type CustomerRow = Omit<StoredCustomer, 'receptor'> & { readonly receptor: Buffer }

export const CUSTOMER_COLUMNS = `customer_id as "customerId", external_id as "externalId", receptor, activo,
       created_at as "createdAt", updated_at as "updatedAt"`

export function toCustomer(row: CustomerRow, { companyId, dataKey }: Owner): StoredCustomer {
  const opened = decryptColumn(row.receptor, dataKey, receptorId(companyId, row.customerId))
  return { ...row, receptor: JSON.parse(opened.toString()) as Receptor }
}

const WRITTEN = ['external_id', 'nombre', 'tipo_documento', 'num_documento', 'receptor']
export const CUSTOMERS = rowsOf<CustomerRow>('customer', CUSTOMER_COLUMNS, WRITTEN)

/** What CUSTOMERS writes. The receptor is encrypted, bound to its row. */
export function valuesOf(
  { externalId, receptor }: NewCustomer,
  customerId: string,
  { companyId, dataKey }: Owner,
  random: Random,
): Values {
  const { nombre, tipoDocumento, numDocumento } = receptor
  const plain = Buffer.from(JSON.stringify(receptor))
  const encrypted = encryptColumn(plain, dataKey, receptorId(companyId, customerId), random)
  return [externalId, nombre, tipoDocumento, numDocumento, encrypted]
}

const receptorId = (companyId: string, customerId: string) =>
  `customers/${companyId}/${customerId}/receptor`
