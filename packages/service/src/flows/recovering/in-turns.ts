/** The number of concurrent queries. */
export const WIDTH = 8

/** Runs `work` over all, `WIDTH` at a time; results in the given order. */
export async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += WIDTH) {
    results.push(...(await Promise.all(all.slice(at, at + WIDTH).map(work))))
  }
  return results
}
