/** `sello reconcile`: compares the database, after a restore, with the ministry and the companies' storage. */
import type { Config } from '../../base/config.ts'
import { createLog } from '../../base/log.ts'
import { StoreFailed } from '../../outside/stores/store.ts'
import { MinistrySilent } from '../recovering/import.ts'
import { type Options, type Reconciled, reconcile } from '../recovering/reconcile.ts'
import { type Admin, refuse } from './admin.ts'
import { withMinistry } from './with-ministry.ts'

export type { FoundReport, Reconciled, SeriesReport } from '../recovering/reconcile.ts'

/** If it succeeds the service issues again. Refuses while the ministry or a company's storage does not answer. */
export async function reconcileDatabase(
  admin: Admin,
  settings: Config['mh'],
  options: Options,
): Promise<Reconciled> {
  const { pool, clock, random, secrets } = admin
  const log = createLog('silent')
  const parts = { pool, outcomePool: pool, clock, random, secrets, log }
  try {
    return await withMinistry(admin, settings, (mh) => reconcile({ ...parts, mh }, options))
  } catch (error) {
    if (error instanceof MinistrySilent) refuse('hacienda', SILENT)
    if (error instanceof StoreFailed) refuse('storage', `${error.message} ${STORAGE}`)
    throw error
  }
}

const SILENT =
  'Hacienda no responde: no se puede saber qué se emitió. No se emite nada hasta repetir "sello reconcile".'
const STORAGE =
  'No se emite nada hasta repetir "sello reconcile"; con --without-storage sigue sin ese lugar.'
