/** Who is at a filing that waits for the ministry, until when, and when it is tried again. */
import { DAY_MS, HOUR_MS, MINUTE_MS, RETRY_MS } from '../time/durations.ts'

/**
 * Longer than the 60 s time-out of a client (docs/wire.md#requests), and than the longest call: the ministry's
 * budget (50 s at most, config.ts) and the wait of its verdict for a connection (30 s, main.ts). So the
 * job does not race a call that is still waiting.
 */
const LEASE_MS = 90_000

/** The ministry wants a try at least every 15 minutes (docs/sources.md#contingency). */
const RETRY_MS_MAX = 10 * MINUTE_MS

const DOUBT_MS = DAY_MS
const DOUBT_STEP_MS_MAX = HOUR_MS

/** When a doubtful rejection is asked about again: after 15 s, then at growing distances; null after a day. */
export function askFrom(now: Date, rejectedAt: Date): Date | null {
  const ageMs = now.getTime() - rejectedAt.getTime()
  if (ageMs >= DOUBT_MS) return null
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 2, RETRY_MS), DOUBT_STEP_MS_MAX))
}

export const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** When a filing without a verdict is tried again, after so many tries of the job: 15 s, 30 s, 1 min … 10 min. */
export function retryFrom(now: Date, attempts: number): Date {
  const delayMs = Math.min(RETRY_MS * 2 ** Math.min(Math.max(attempts - 1, 0), 10), RETRY_MS_MAX)
  return new Date(now.getTime() + delayMs)
}
