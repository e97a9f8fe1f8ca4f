/** The rate-limit headers of an authenticated answer (docs/wire.md#limits). */
import {
  closestOf,
  type RateWindow,
  remainingOf,
  secondsUntilNext,
} from '../../ledger/keys/quota.ts'

/** Shows the window closest to its limit; the policy header names every window that counts the call. */
export function rateLimitHeaders(
  windows: readonly RateWindow[],
  now: Date,
): Readonly<Record<string, string>> {
  const closest = closestOf(windows, now)
  return {
    'ratelimit-limit': String(closest.limit),
    'ratelimit-remaining': String(remainingOf(closest)),
    'ratelimit-reset': String(secondsUntilNext(closest, now)),
    'ratelimit-policy': windows.map(({ limit, seconds }) => `${limit};w=${seconds}`).join(', '),
  }
}
