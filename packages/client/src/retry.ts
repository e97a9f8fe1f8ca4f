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
  /** Delays before the second attempt, the third and so on. Their number limits the attempts. */
  readonly delaysMs: readonly number[]
  /** How long after the first attempt an `idempotency_in_flight` is retried. */
  readonly inFlightMs: number
}

/** In-flight calls are retried for longer than the slowest ministry takes (40 s). */
export const DEFAULT_RETRY: RetryPolicy = { delaysMs: [500, 2_000, 8_000], inFlightMs: 120_000 }

/** Gives up if the service asks for a longer wait; the caller decides. */
const RETRY_AFTER_SECONDS_MAX = 60
const IN_FLIGHT_MS = 1_000

export interface Tried {
  /** Attempts made so far; those that found the first one in flight do not count. */
  readonly attempts: number
  readonly elapsedMs: number
}

/** How long to wait before the same call is sent again, or null to stop here. */
export function nextDelayMs(policy: RetryPolicy, failure: Failure, tried: Tried): number | null {
  if (failure.kind === 'unanswered') return policy.delaysMs[tried.attempts - 1] ?? null
  if (!isSafe(failure.code)) return null
  const asked = (failure.retryAfterSeconds ?? 0) * 1_000
  if (asked > RETRY_AFTER_SECONDS_MAX * 1_000) return null
  if (isInFlight(failure)) {
    const delay = Math.max(asked, IN_FLIGHT_MS)
    return tried.elapsedMs + delay > policy.inFlightMs ? null : delay
  }
  const own = policy.delaysMs[tried.attempts - 1]
  return own === undefined ? null : Math.max(own, asked)
}

export function isInFlight(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'idempotency_in_flight'
}

function isSafe(code: string): boolean {
  return Object.hasOwn(REFUSALS, code) && REFUSALS[code as RefusalCode].retry === 'safe'
}
