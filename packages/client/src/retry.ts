/**
 * The whole retry policy (docs/wire.md#idempotency): a failed connection, 409 `idempotency_in_flight`, a 503 and
 * the 502 of a correction are retried with the same Idempotency-Key; nothing else is.
 */
import { REFUSALS, type RefusalCode } from './generated/wire.ts'

/** The result of an attempt without an answer to return. */
export type Failure =
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly retryAfterSeconds: number | null
    }

export interface RetryPolicy {
  /** Delays before the second attempt, the third and so on; the last one repeats. */
  readonly delaysMs: readonly number[]
  /** Repeats of a call that found its first attempt in flight do not count; 0: no repeat at all. */
  readonly maxRetries: number
}

export const DEFAULT_RETRY: RetryPolicy = { delaysMs: [500, 2_000, 8_000], maxRetries: 3 }

/** Gives up if the service asks for a longer wait; the caller decides. */
const RETRY_AFTER_SECONDS_MAX = 60
const IN_FLIGHT_MS = 1_000

/**
 * How long to wait before the same call is sent again, or null to stop here. `tried` counts the attempts made so far
 * but those that found the first one in flight, which is awaited until the call's deadline.
 */
export function nextDelayMs(policy: RetryPolicy, failure: Failure, tried: number): number | null {
  if (policy.maxRetries === 0) return null
  const own = tried > policy.maxRetries ? null : delayAt(policy, tried)
  if (failure.kind === 'unanswered') return own
  if (!isSafe(failure.code)) return null
  const asked = (failure.retryAfterSeconds ?? 0) * 1_000
  if (asked > RETRY_AFTER_SECONDS_MAX * 1_000) return null
  if (isInFlight(failure)) return Math.max(asked, IN_FLIGHT_MS)
  return own === null ? null : Math.max(own, asked)
}

const delayAt = ({ delaysMs }: RetryPolicy, tried: number) =>
  delaysMs[Math.min(tried, delaysMs.length) - 1] ?? 0

export function isInFlight(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'idempotency_in_flight'
}

function isSafe(code: string): boolean {
  return Object.hasOwn(REFUSALS, code) && REFUSALS[code as RefusalCode].retry === 'safe'
}
