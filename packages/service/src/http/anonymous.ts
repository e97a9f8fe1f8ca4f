/**
 * Calls of nobody: without a key that is known, of a route that is not there, or of one that asks for none.
 * Anybody can make any number of them, so they are counted and only some of them are written down.
 */

import type { Logger } from 'pino'
import type { Clock } from '../context.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Lines of one process. */
const LINES_PER_MINUTE = 10

export interface AnonymousCall {
  readonly requestId: string | null
  readonly route: string | null
  readonly peer: string | null
  readonly status: number
  readonly ms: number
}

/** Writes down the first of each minute, and then how many there were besides; the metrics count all. */
export function createAnonymousCalls(deps: {
  readonly clock: Clock
  readonly log: Logger
}): (call: AnonymousCall) => void {
  let since = Number.NEGATIVE_INFINITY
  let lines = 0
  let untold = 0
  return (call) => {
    const now = deps.clock.now().getTime()
    if (now - since >= MINUTE_MS) {
      if (untold > 0) deps.log.info({ calls: untold }, 'more calls of nobody, not written down')
      since = now
      lines = 0
      untold = 0
    }
    if (lines < LINES_PER_MINUTE) {
      lines += 1
      deps.log.info({ ...call }, 'a call of nobody')
    } else untold += 1
  }
}
