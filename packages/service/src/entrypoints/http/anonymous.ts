/**
 * Anonymous calls: without a known key, on an unknown route, or on a route that asks for no key. Their number is
 * unbounded, so all are counted but only some are logged.
 */

import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { shareOf } from '../../base/share.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'

/** Log lines per minute, over the processes of the machine. */
const LINES_PER_MINUTE = 10

export interface AnonymousCall {
  readonly requestId: string | null
  readonly route: string | null
  readonly peer: string | null
  readonly status: number
  readonly ms: number
}

/** Logs the first of each minute, then a count of the rest; the metrics count all. */
export function createAnonymousCalls(deps: {
  readonly clock: Clock
  readonly log: Logger
  /** How many processes share the lines. */
  readonly processes: number
}): (call: AnonymousCall) => void {
  const linesMax = shareOf(LINES_PER_MINUTE, deps.processes)
  const minuteFrom = (since: number) => ({ since, lines: 0, untold: 0 })
  let minute = minuteFrom(Number.NEGATIVE_INFINITY)
  return (call) => {
    const now = deps.clock.now().getTime()
    if (now - minute.since >= MINUTE_MS) {
      const { untold } = minute
      if (untold > 0) deps.log.info({ calls: untold }, 'anonymous calls not logged')
      minute = minuteFrom(now)
    }
    if (minute.lines < linesMax) {
      minute.lines += 1
      deps.log.info({ ...call }, 'anonymous call')
    } else minute.untold += 1
  }
}
