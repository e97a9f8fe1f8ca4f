/** A connection to the ministry for one administration command. */
import { createAccounts } from '../companies/ministry-account.ts'
import type { Config } from '../config.ts'
import { connectMinistry } from '../contingency/connect.ts'
import type { Ministry } from '../mh/ministry.ts'
import { createLog } from '../operator/log.ts'
import { createMetrics } from '../operator/metrics.ts'
import { watchStalls } from '../time/stalls.ts'
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
