/** Whom a document is sent to: encrypted as the document is, in a table of its own. */
import { decryptColumn, encryptColumn } from '../../base/secrets/secrets.ts'
import type { Encryption } from '../transmission/payload.ts'

interface Which {
  readonly companyId: string
  readonly codigoGeneracion: string
}

const addressOf = ({ companyId, codigoGeneracion }: Which) =>
  `delivery_addresses/${companyId}/${codigoGeneracion.toUpperCase()}/address`

export const encryptAddress = (which: Which, address: string, storing: Encryption): Buffer =>
  encryptColumn(Buffer.from(address), storing.dataKey, addressOf(which), storing.random)

export const openAddress = (which: Which, column: Buffer, dataKey: Buffer): string =>
  decryptColumn(column, dataKey, addressOf(which)).toString()

/** Stores `addresses` (bytea[]) of the documents `codes` (uuid[]) of the company $1: a part of commit 1. */
export const storeAddressesSql = (codes: string, addresses: string): string => `
  insert into delivery_addresses (company_id, codigo_generacion, address)
  select $1, * from unnest(${codes}::uuid[], ${addresses}::bytea[])`

/** A correction that names addresses takes the place of those of the attempt. */
export const dropAddressesSql = (codes: string): string => `
  update delivery_addresses set told = false
   where company_id = $1 and codigo_generacion = any (${codes}::uuid[]) and told`
