/** How many at once: each mostly waits for an answer. */
export const WIDTH = 8

/**
 * Runs `work` over all, `WIDTH` at once; results in the given order. After the first error it starts no more, and
 * throws that error once none is running.
 */
export async function concurrently<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = all.entries()
  let isOver = false
  async function lane(): Promise<void> {
    for (const [at, one] of left) {
      if (isOver) return
      try {
        results[at] = await work(one)
      } catch (error) {
        isOver = true
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: WIDTH }, lane))
  const failed = lanes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return results
}
