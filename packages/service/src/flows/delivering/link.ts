/** The address of a document's page in a mail. */

import type { DueDelivery } from '../../ledger/deliveries/due.ts'
import { pageToken } from '../../ledger/pages/pages.ts'
import type { Deliverer } from './subject.ts'

/** Null: this service does not know its own address, or the company has no pages. */
export async function linkOf(
  { pool, clock, random, mail }: Deliverer,
  { companyId, codigoGeneracion, ambiente }: DueDelivery,
  dataKey: Buffer,
): Promise<string | null> {
  if (mail.origin === null) return null
  const of = { companyId, codigoGeneracion, ambiente }
  const token = await pageToken(pool, of, { dataKey, random, now: clock.now() })
  return token && `${mail.origin}/d/${token}`
}
