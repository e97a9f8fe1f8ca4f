/** Leases of filings without a verdict, and their retry times. */
import type { Clock } from '../../base/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, RETRY_MS } from '../../base/time/durations.ts'
import type { Lease } from './store.ts'

/**
 * Longer than a client's 60 s timeout (docs/wire.md#requests), and than the longest call: the ministry's budget
 * (at most 50 s, config.ts) plus the wait for a connection (30 s, main.ts). So the job never races a waiting
 * call.
 */
const LEASE_MS = 90_000

/** The ministry asks for a retry at least every 15 minutes (docs/sources.md#contingency). */
const RETRY_MS_MAX = 10 * MINUTE_MS

const DOUBT_MS = DAY_MS
const DOUBT_STEP_MS_MAX = HOUR_MS

/** Whether to stop querying a doubtful rejection that the ministry does not know: after a day. */
export const isDoubtOver = (now: Date, rejectedAt: Date): boolean =>
  now.getTime() - rejectedAt.getTime() >= DOUBT_MS

/** When to query a doubtful rejection again: after 15 s, then with exponential backoff to an hour. */
export function askFrom(now: Date, rejectedAt: Date): Date {
  const ageMs = now.getTime() - rejectedAt.getTime()
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 2, RETRY_MS), DOUBT_STEP_MS_MAX))
}

/** A lease from now on. */
export function leaseNow({ clock, breaker }: Leasing): Lease {
  const now = clock.now()
  return { now, leaseUntil: leaseFrom(now), away: breaker.awayIn() }
}

interface Leasing {
  readonly clock: Clock
  readonly breaker: { awayIn(): Lease['away'] }
}

export const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** When the job is to retry a filing to which its own call got no answer. */
export const retrySoon = (now: Date) => new Date(now.getTime() + RETRY_MS)

/** When to retry a filing without a verdict, by the number of attempts: 15 s, 30 s, 1 min … 10 min. */
export function retryFrom(now: Date, attempts: number): Date {
  const delayMs = Math.min(RETRY_MS * 2 ** Math.max(attempts - 1, 0), RETRY_MS_MAX)
  return new Date(now.getTime() + delayMs)
}
