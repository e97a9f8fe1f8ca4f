/** Where random bytes come from. The service hands in `randomBytes`; a replayed history its own. */
export type Random = (bytes: number) => Buffer

/** Random bytes of exactly the length asked for: a source that gives fewer is never built upon. */
export function take(random: Random, bytes: number): Buffer {
  const taken = random(bytes)
  if (taken.length !== bytes) throw new Error('bug: the random source gave another length')
  return taken
}
