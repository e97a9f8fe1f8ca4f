/** A connection to the ministry for one administration command. */

import type { Config } from '../../base/config.ts'
import { createLog } from '../../base/log.ts'
import { createMetrics } from '../../base/telemetry/metrics.ts'
import { watchStalls } from '../../base/time/stalls.ts'
import { createAccounts } from '../../ledger/companies/ministry-account.ts'
import type { Ministry } from '../../outside/ministry/ministry.ts'
import { connectMinistry } from '../contingency/connect.ts'
import type { Admin } from './admin.ts'

export async function withMinistry<T>(
  { pool, clock, random, secrets }: Admin,
  settings: Config['mh'],
  work: (mh: Ministry) => Promise<T>,
): Promise<T> {
  const log = createLog('silent')
  const stalls = watchStalls({ sleep: clock.sleep, clocks: [() => clock.now().getTime()] })
  const { mh } = connectMinistry({
    pool,
    clock,
    stalls,
    random,
    log,
    settings,
    metrics: createMetrics(),
    accounts: createAccounts(pool, secrets, random),
    noteDate: () => {},
  })
  try {
    return await work(mh)
  } finally {
    stalls.stop()
    await mh.close()
  }
}
