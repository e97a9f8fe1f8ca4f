/** What a delivery is about: its document as it is now, its address, its company, and the way there. */

import type { Clock } from '../../base/clock.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import type { Metrics } from '../../base/telemetry/metrics.ts'
import { openAddress } from '../../ledger/addresses/addresses.ts'
import { type CompanyData, findCompanyData } from '../../ledger/companies/company.ts'
import { type CompanyKeys, findCompany } from '../../ledger/companies/data-key.ts'
import { findMailServer } from '../../ledger/companies/mail-settings.ts'
import type { DueDelivery } from '../../ledger/deliveries/due.ts'
import type { Mail, Send } from '../../outside/mail/mail.ts'
import { findDocumentSubject, type OfDocumento } from '../keeping/file-subject.ts'
import type { Keeper } from '../keeping/keeper.ts'

export interface Deliverer extends Keeper {
  readonly clock: Clock
  readonly mail: Mail
  readonly metrics: Metrics
}

export interface Subject {
  readonly files: OfDocumento
  readonly address: string
  readonly company: CompanyData
  readonly dataKey: Buffer
  /** Null: neither the company nor the service has a server. */
  readonly send: Send | null
}

/**
 * Null where the document has gone on: a transitory copy of what is sealed by now, a seal of what is cancelled. Its
 * addresses are told of that by another delivery.
 */
export async function findSubject(deps: Deliverer, due: DueDelivery): Promise<Subject | null> {
  const { pool, secrets, mail } = deps
  const { companyId, codigoGeneracion, ambiente, ocasion } = due
  const keys: CompanyKeys = await findCompany(pool, companyId)
  const dataKey = decryptDataKey(secrets, companyId, keys.dataKey)
  const reader = { companyId, ambiente, nit: keys.nit, dataKey }
  const files = await findDocumentSubject(pool, reader, codigoGeneracion)
  if (!files) throw new Error('bug: a delivery of a document that is not there')
  const { estado } = files.documento
  if (ocasion !== 'reenvio' && ocasion !== estado) return null
  const own = await findMailServer(pool, companyId, dataKey)
  return {
    files,
    address: openAddress({ companyId, codigoGeneracion }, due.address, dataKey),
    company: await findCompanyData(pool, companyId),
    dataKey,
    send: own ? mail.through(own) : mail.service,
  }
}
