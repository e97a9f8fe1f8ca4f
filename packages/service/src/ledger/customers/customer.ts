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

export interface CustomerRow {
  readonly customer_id: string
  readonly external_id: string | null
  readonly receptor: Buffer
  readonly activo: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

export const CUSTOMER_COLUMNS =
  'customer_id, external_id, receptor, activo, created_at, updated_at' as const

export function toCustomer(row: CustomerRow, { companyId, dataKey }: Owner): StoredCustomer {
  const opened = decryptColumn(row.receptor, dataKey, receptorId(companyId, row.customer_id))
  return {
    customerId: row.customer_id,
    externalId: row.external_id,
    activo: row.activo,
    receptor: JSON.parse(opened.toString()) as Receptor,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
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
