/**
 * Detects a response delivered twice. Every response has a unique `X-Request-Id`; a cache or a broken proxy that
 * repeats one would pass off one sale as another.
 */

/** More than a program's concurrent calls. */
const IDS_MAX = 2_000

/** Whether an id was seen before. An answer without an id cannot be checked and passes. */
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
