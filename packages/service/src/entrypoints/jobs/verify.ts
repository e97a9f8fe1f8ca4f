/** Verifies every storage destination long before its 30 days end: writes, reads and deletes a file. */

import { describeError } from '../../base/log.ts'
import { noteFullDisk } from '../../base/telemetry/full-disk.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import type { Deps } from '../../flows/context.ts'
import { PROBE_RETRY_MS, verifyDestination } from '../../flows/keeping/verify.ts'
import { skippedInLog, takeDue } from '../../ledger/cluster/due.ts'
import {
  type DueDestination,
  listUnverified,
  recordProblem,
  recordVerified,
  takeUnverified,
  type Unverified,
} from '../../ledger/destinations/destinations.ts'
import { StoreFailed } from '../../outside/stores/store.ts'

const BATCH = 16
/** The lease: longer than a batch of buckets that do not answer. */
const LEASE_MS = 30 * MINUTE_MS
const RETRY_MS_MAX = 6 * HOUR_MS

/** Runs until nothing is due. Returns the number of intact copies. */
export async function verifyDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { pool, clock } = deps
  const onSkipped = skippedInLog(deps.log, 'verify')
  const batches = takeDue<DueDestination, Unverified>(pool, {
    limit: BATCH,
    list: (wanted) => listUnverified(pool, { now: clock.now(), ...wanted }, onSkipped),
    take(companyId, due) {
      const now = clock.now()
      const leaseUntil = new Date(now.getTime() + LEASE_MS)
      const ids = due.map(({ destination_id }) => destination_id)
      return takeUnverified(pool, { companyId, ids }, { now, leaseUntil })
    },
    onSkipped,
  })
  let count = 0
  for await (const taken of batches) {
    for (const one of taken) count += (await verifyOne(deps, one)) ? 1 : 0
    if (signal?.aborted) break
  }
  return count
}

async function verifyOne(deps: Deps, due: Unverified): Promise<boolean> {
  const { pool, clock, log } = deps
  try {
    const checkedUntil = await verifyDestination(deps, due)
    await recordVerified(pool, due, { now: clock.now(), checkedUntil })
    return true
  } catch (error) {
    noteFullDisk(deps, error)
    // One destination's failure does not stop the others.
    const { companyId, destinationId, attempts } = due
    const line = { job: 'verify', companyId, destinationId, attempts, error: describeError(error) }
    log.warn(line, 'a storage destination failed')
    const delayMs = Math.min(PROBE_RETRY_MS * 2 ** (attempts - 1), RETRY_MS_MAX)
    const now = clock.now()
    const at = new Date(now.getTime() + delayMs)
    const problem = error instanceof StoreFailed ? error.message : 'No se pudo comprobar.'
    await recordProblem(pool, due, { problem, now, at })
    return false
  }
}
