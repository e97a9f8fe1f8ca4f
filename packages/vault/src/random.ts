/** The source of random bytes: `randomBytes` in the service, a deterministic one in replays. */
export type Random = (bytes: number) => Buffer

/** Random bytes of exactly the requested length; throws if the source returns fewer. */
export function take(random: Random, bytes: number): Buffer {
  const taken = random(bytes)
  if (taken.length !== bytes) throw new Error('bug: the random source gave another length')
  return taken
}
