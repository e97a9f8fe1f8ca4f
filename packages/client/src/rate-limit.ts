/** The key's window closest to its limit, according to the last answer. */

export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  /** Seconds from `at` until one more call fits. */
  readonly resetSeconds: number
  /** All windows of the key, in the service's notation. */
  readonly policy: string | null
  /** The time of the answer, in milliseconds since 1970. */
  readonly at: number
}

/** Null if the answer has none: the route needs no key, or a proxy answered. */
export function readRateLimit(
  header: (name: string) => string | null,
  at: number,
): RateLimit | null {
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((name) => {
    const text = header(`ratelimit-${name}`)
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
  })
  if (limit == null || remaining == null || resetSeconds == null) return null
  return { limit, remaining, resetSeconds, policy: header('ratelimit-policy'), at }
}
