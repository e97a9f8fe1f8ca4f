/** Administration: the functions that the command line calls. */
import { PASSPHRASE_COST } from '@sello/vault'
import { systemClock, systemRandom } from './base/clock.ts'
import type { Config } from './base/config.ts'
import { createPool } from './base/db/pool.ts'
import type { Waiting } from './base/db/starting.ts'
import { createLog } from './base/log.ts'
import { readSecrets } from './base/secrets/secret-files.ts'
import type { SharedTime } from './base/time/shared-time.ts'
import type { Admin } from './flows/admin/admin.ts'
import { openDatabase, startTime, waitingOf } from './main.ts'

export { diagnose } from './entrypoints/admin/doctor.ts'
export { settingsFindings } from './entrypoints/admin/doctor-settings.ts'
export type { Finding, FindingCode } from './entrypoints/admin/finding.ts'
export { type Admin, type AdminProblem, AdminRefused } from './flows/admin/admin.ts'
export { type Authorised, authorizeCompany } from './flows/admin/autorizaciones.ts'
export { readBooks, readBooksFile } from './flows/admin/books.ts'
export { type NewBrand, setBrand } from './flows/admin/brand.ts'
export {
  type CertificateImport,
  type ImportedCertificate,
  importCertificate,
} from './flows/admin/certificate.ts'
export {
  addPointOfSale,
  createCompany,
  type NewCompany,
  type NewPointOfSale,
  setMinistryPassword,
} from './flows/admin/company.ts'
export { type CustomerToImport, type Imported, importCustomers } from './flows/admin/customers.ts'
export { type AskedGap, askGaps, findGaps } from './flows/admin/gaps.ts'
export { AMOUNT_MAX_DEFAULT, type MintedKey, mintKey, type NewKey } from './flows/admin/key.ts'
export { LIMITS_DEFAULT } from './flows/admin/key-limits.ts'
export {
  deactivateKey,
  limitKey,
  listKeys,
  reactivateKey,
  revokeKey,
  showKey,
} from './flows/admin/keys.ts'
export {
  type MailChange,
  type MailOfCompany,
  type NewMailServer,
  setMail,
} from './flows/admin/mail.ts'
export {
  addMaintenance,
  listMaintenance,
  type MaintenanceWindow,
  removeMaintenance,
} from './flows/admin/maintenance.ts'
export {
  addPerson,
  makeSignInLink,
  type NewPersonOf,
  signInAddress,
  verifyAudit,
} from './flows/admin/people.ts'
export { leaveProduction, type Switched, switchProduction } from './flows/admin/production.ts'
export {
  type FoundReport,
  type Reconciled,
  reconcileDatabase,
  type SeriesReport,
} from './flows/admin/reconcile.ts'
export { type Responsible, setResponsable } from './flows/admin/responsable.ts'
export { listSecretUses, reencryptAll, type SecretUse, type Uses } from './flows/admin/rotation.ts'
export {
  type NewFirst,
  type NewFirsts,
  presentYear,
  type SetFirst,
  setSeriesFirst,
} from './flows/admin/series.ts'
export {
  connectManagedBucket,
  connectManagedFolder,
  type Destination,
  listStorage,
  verifyStorage,
} from './flows/admin/storage.ts'
export { changeIssuedTypes, type IssuedTypes, setIssuedTypes } from './flows/admin/tipos.ts'
export { type Distributed, DistributionRefused, distribute } from './ledger/cluster/distribute.ts'
export type { Company } from './ledger/companies/company.ts'
export type { KeyChange, KeyState, KeySummary, Limits } from './ledger/keys/keys.ts'
export type { Gap, SeriesGaps } from './ledger/numbering/gaps.ts'

/**
 * Runs `work` on the configured database, starting the embedded one if needed. Waits for a database that is still
 * starting, but repeats nothing of `work`.
 */
export async function withAdmin<T>(
  config: Config,
  work: (admin: Admin) => Promise<T>,
  onWait: Waiting['onWait'] = () => {},
): Promise<T> {
  const secrets = await readSecrets(config)
  const database = await openDatabase(config, () => {}, onWait)
  const { url, isCluster } = database
  const { preparedStatements } = config
  const pool = createPool({ url, isCluster, preparedStatements, onError: () => {}, max: 2 })
  let time: SharedTime | null = null
  try {
    const log = createLog('silent')
    const parts = { pool, timePool: pool, secrets, machine: systemClock, log }
    time = await startTime(waitingOf(config, onWait), parts)
    return await work({
      pool,
      secrets,
      clock: time.clock,
      random: systemRandom,
      keyPrefix: config.keyPrefix,
      passphraseCost: PASSPHRASE_COST,
    })
  } finally {
    await time?.stop()
    await pool.close()
    await database.stop()
  }
}
