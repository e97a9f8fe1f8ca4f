/** Administration: the functions that the command line calls. */
import { PASSPHRASE_COST } from '@sello/vault'
import { systemClock, systemMonotonicMs, systemRandom } from '../clock.ts'
import type { Config } from '../config.ts'
import { readDatabaseTime } from '../db/now.ts'
import { createPool } from '../db/pool.ts'
import { type Waiting, whenStarted } from '../db/starting.ts'
import { openDatabase, waitingOf } from '../main.ts'
import { createLog } from '../operator/log.ts'
import { readSecrets } from '../secrets/secret-files.ts'
import { type SharedTime, startSharedTime } from '../time/shared-time.ts'
import type { Admin } from './admin.ts'
import { assertKnownSecrets } from './known-secrets.ts'

export { type Admin, type AdminProblem, AdminRefused, type Company } from './admin.ts'
export { askGaps } from './ask-gaps.ts'
export { type Authorised, authorizeCompany } from './autorizaciones.ts'
export { readBooks, readBooksFile } from './books.ts'
export { type NewBrand, setBrand } from './brand.ts'
export {
  type CertificateImport,
  type ImportedCertificate,
  importCertificate,
} from './certificate.ts'
export {
  addPointOfSale,
  createCompany,
  type NewCompany,
  type NewPointOfSale,
  setMinistryPassword,
} from './company.ts'
export { type CustomerToImport, type Imported, importCustomers } from './customers.ts'
export { diagnose } from './doctor.ts'
export { settingsFindings } from './doctor-settings.ts'
export type { Finding, FindingCode } from './finding.ts'
export { type AskedGap, findGaps, type Gap, type SeriesGaps } from './gaps.ts'
export { AMOUNT_MAX_DEFAULT, type MintedKey, mintKey, type NewKey } from './key.ts'
export { LIMITS_DEFAULT, type Limits } from './key-limits.ts'
export {
  deactivateKey,
  type KeyChange,
  type KeyState,
  type KeySummary,
  limitKey,
  listKeys,
  reactivateKey,
  revokeKey,
  showKey,
} from './keys.ts'
export {
  addMaintenance,
  listMaintenance,
  type MaintenanceWindow,
  removeMaintenance,
} from './maintenance.ts'
export {
  addPerson,
  makeSignInLink,
  type NewPersonOf,
  signInAddress,
  verifyAudit,
} from './people.ts'
export { leaveProduction, type Switched, switchProduction } from './production.ts'
export {
  type FoundReport,
  type Reconciled,
  reconcileDatabase,
  type SeriesReport,
} from './reconcile.ts'
export { type Responsible, setResponsable } from './responsable.ts'
export { listSecretUses, reencryptAll, type SecretUse, type Uses } from './rotation.ts'
export {
  type NewFirst,
  type NewFirsts,
  presentYear,
  type SetFirst,
  setSeriesFirst,
} from './series.ts'
export {
  connectManagedBucket,
  connectManagedFolder,
  type Destination,
  listStorage,
  verifyStorage,
} from './storage.ts'
export { changeIssuedTypes, type IssuedTypes, setIssuedTypes } from './tipos.ts'

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
  const pool = createPool({
    url: database.url,
    max: 2,
    preparedStatements: config.preparedStatements,
    onError: () => {},
  })
  let time: SharedTime | null = null
  try {
    time = await whenStarted(waitingOf(config, onWait), async () => {
      await assertKnownSecrets(pool, secrets)
      return startSharedTime({
        machine: systemClock,
        monotonicMs: systemMonotonicMs,
        readDatabase: () => readDatabaseTime(pool, systemMonotonicMs),
        log: createLog('silent'),
      })
    })
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
