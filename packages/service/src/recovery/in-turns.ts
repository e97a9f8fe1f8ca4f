/** Questions at a time. */
export const WIDTH = 8

/** In the given order, `WIDTH` at a time. */
export async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += WIDTH) {
    results.push(...(await Promise.all(all.slice(at, at + WIDTH).map(work))))
  }
  return results
}
