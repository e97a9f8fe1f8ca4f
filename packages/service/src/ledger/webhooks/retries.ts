/** When a delivery that failed is sent again, and when a webhook is given up (docs/wire.md#webhooks). */
import type { Random } from '../../base/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/time/durations.ts'

/** After the first attempt, the second, … A day and a half together. */
const DELAYS_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
]
/** Up to a fifth more, so that what failed together does not come back together. */
const JITTER = 0.2

/** A webhook to which nothing arrived for this long is switched off. */
export const GIVEN_UP_MS = 5 * DAY_MS
/** One failure after a quiet week is not enough: some delivery failed again after five minutes. */
const GIVEN_UP_ATTEMPTS = 3

const REST_PART = 0.1
export const REST_MS_MAX = 5 * MINUTE_MS

/** Null after the last one. `attempts`: how often it was sent, this time included. */
export function nextAttempt(now: Date, attempts: number, random: Random): Date | null {
  const delayMs = DELAYS_MS[attempts - 1]
  if (delayMs === undefined) return null
  const jitter = (random.bytes(2).readUInt16BE() / 0x1_0000) * JITTER
  return new Date(now.getTime() + Math.round(delayMs * (1 + jitter)))
}

export const isGivenUp = (now: Date, failingSince: Date, attempts: number): boolean =>
  attempts >= GIVEN_UP_ATTEMPTS && now.getTime() - failingSince.getTime() >= GIVEN_UP_MS

/**
 * How long a webhook to which nothing arrived is left alone after a turn: a tenth of the time that it fails, at most
 * five minutes. So those that hang take few of a process's turns from those that answer.
 */
export const restMs = (now: Date, failingSince: Date | null): number =>
  failingSince === null
    ? 0
    : Math.min(REST_MS_MAX, Math.max(0, now.getTime() - failingSince.getTime()) * REST_PART)
