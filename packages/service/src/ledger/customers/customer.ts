/** A stored customer and its row. Personal data is encrypted; what lists show has its own columns. */
import type { Receptor } from '@sello/fiscal'
import type { Random } from '../../base/clock.ts'
import { decryptColumn, encryptColumn } from '../../base/secrets/secrets.ts'

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

/** Encrypts the receptor, bound to its row. */
export function sealReceptor(
  receptor: Receptor,
  customerId: string,
  { companyId, dataKey }: Owner,
  random: Random,
): Buffer {
  const plain = Buffer.from(JSON.stringify(receptor))
  return encryptColumn(plain, dataKey, receptorId(companyId, customerId), random)
}

const receptorId = (companyId: string, customerId: string) =>
  `customers/${companyId}/${customerId}/receptor`
