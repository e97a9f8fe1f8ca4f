/**
 * Detects a response delivered twice. Every response has its own `X-Request-Id`; a cache or a broken proxy that
 * repeats one would make one sale pass for another.
 */

/** More calls than a program has running at once. */
const IDS_MAX = 2_000

/** Whether each id was seen before. An answer without an id cannot be checked and passes. */
export function createReplayGuard(): (requestId: string | null) => boolean {
  const seen = new Set<string>()
  return (requestId) => {
    if (requestId === null) return false
    if (seen.has(requestId)) return true
    seen.add(requestId)
    const oldest = seen.values().next()
    if (seen.size > IDS_MAX && !oldest.done) seen.delete(oldest.value)
    return false
  }
}
