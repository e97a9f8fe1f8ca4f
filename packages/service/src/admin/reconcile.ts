/** `sello reconcile`: compares the database, after a restore, with the ministry and the companies' storage. */
import { createAccounts } from '../companies/ministry-account.ts'
import type { Config } from '../config.ts'
import { connectMinistry } from '../contingency/connect.ts'
import { createLog } from '../operator/log.ts'
import { createMetrics } from '../operator/metrics.ts'
import { createFence } from '../recovery/fence.ts'
import { MinistrySilent } from '../recovery/import.ts'
import { type Options, type Reconciled, reconcile } from '../recovery/reconcile.ts'
import { StoreFailed } from '../storage/store.ts'
import { type Admin, refuse } from './admin.ts'

export type { FoundReport, Reconciled, SeriesReport } from '../recovery/reconcile.ts'

/** If it succeeds the service issues again. Refuses while the ministry or a company's storage does not answer. */
export async function reconcileDatabase(
  admin: Admin,
  settings: Config['mh'],
  options: Options,
): Promise<Reconciled> {
  const { pool, clock, random, secrets } = admin
  const log = createLog('silent')
  const { mh } = connectMinistry({
    pool,
    clock,
    random,
    log,
    settings,
    metrics: createMetrics(),
    fence: createFence({ pool, log }),
    accounts: createAccounts(pool, secrets, random),
    noteDate: () => {},
  })
  try {
    return await reconcile({ pool, outcomePool: pool, clock, random, secrets, log, mh }, options)
  } catch (error) {
    if (error instanceof MinistrySilent) refuse('hacienda', SILENT)
    if (error instanceof StoreFailed) refuse('storage', `${error.message} ${STORAGE}`)
    throw error
  } finally {
    await mh.close()
  }
}

const SILENT =
  'Hacienda no responde: no se puede saber qué se emitió. No se emite nada hasta repetir "sello reconcile".'
const STORAGE =
  'No se emite nada hasta repetir "sello reconcile"; con --without-storage sigue sin ese lugar.'
