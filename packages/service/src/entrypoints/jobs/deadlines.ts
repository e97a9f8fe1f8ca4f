/** Logs contingency deadlines that are near. */

import { HOUR_MS } from '../../base/time/durations.ts'
import type { Deps } from '../../flows/context.ts'
import { nearestDeadlines } from '../../flows/contingency/deadlines.ts'

const NEAR_MS = 12 * HOUR_MS
const LAST_MS = 3 * HOUR_MS

// biome-ignore format: a table
const MESSAGES = {
  event:     'a contingency event must be signed before its deadline: ask the company to issue, or sello contingency close',
  documents: 'deferred documents must be sealed before their deadline',
} as const

export async function warnOfDeadlines({ pool, clock, log }: Deps): Promise<void> {
  for (const { ambiente, of, at } of await nearestDeadlines(pool)) {
    const leftMs = at.getTime() - clock.now().getTime()
    if (leftMs > NEAR_MS) continue
    const line = { job: 'deadlines', ambiente, limite: at, hours: Math.floor(leftMs / HOUR_MS) }
    if (leftMs > LAST_MS) log.warn(line, MESSAGES[of])
    else log.error(line, MESSAGES[of])
  }
}
