/**
 * Batching: items that arrive while a run of their lane is under way join the next run. Nothing waits for more
 * items, so a single caller is not slowed and many share one commit.
 */

export interface Batches<Item, Result> {
  /** Resolves with the item's own result; items of a lane run in order of arrival. */
  add(lane: string, item: Item): Promise<Result>
}

export interface BatchWork<Item, Result> {
  /** The weight limit of a run; a single item always runs. */
  readonly weightMax: number
  weightOf(item: Item): number
  /** The error for an item that waited too long; null: it may run. */
  lateness(item: Item): Error | null
  /** Two items of one identity never share a run. */
  identityOf(item: Item): string
  /** One result for each item, in order; or it throws, and nothing was stored. */
  run(items: readonly Item[]): Promise<readonly Result[]>
  /** Whether one item may have caused the error: then each is retried alone. */
  isOneItems(error: unknown): boolean
}

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export function createBatches<Item, Result>(work: BatchWork<Item, Result>): Batches<Item, Result> {
  const lanes = new Map<string, Waiting<Item, Result>[]>()

  async function drain(lane: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const taken = takeDistinct(work, queue)
      if (taken.length > 0) await runTogether(work, taken)
    }
    lanes.delete(lane)
  }

  return {
    add(lane, item) {
      return new Promise((resolve, reject) => {
        const waiting = { item, resolve, reject }
        const queue = lanes.get(lane)
        if (queue) {
          queue.push(waiting)
          return
        }
        const fresh = [waiting]
        lanes.set(lane, fresh)
        drain(lane, fresh).catch(reject)
      })
    },
  }
}

/** Takes from the head of the queue, skipping items whose identity is already in the batch. */
function takeDistinct<Item, Result>(
  work: BatchWork<Item, Result>,
  queue: Waiting<Item, Result>[],
): Waiting<Item, Result>[] {
  const seen = new Set<string>()
  const taken: Waiting<Item, Result>[] = []
  const left: Waiting<Item, Result>[] = []
  let weight = 0
  for (const waiting of queue) {
    const late = work.lateness(waiting.item)
    if (late) {
      waiting.reject(late)
      continue
    }
    const identity = work.identityOf(waiting.item)
    weight += work.weightOf(waiting.item)
    const fits = taken.length === 0 || weight <= work.weightMax
    if (fits && left.length === 0 && !seen.has(identity)) taken.push(waiting)
    else left.push(waiting)
    seen.add(identity)
  }
  queue.splice(0, queue.length, ...left)
  return taken
}

async function runTogether<Item, Result>(
  work: BatchWork<Item, Result>,
  taken: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await work.run(taken.map(({ item }) => item))
    for (const [i, waiting] of taken.entries()) waiting.resolve(results[i] as Result)
  } catch (error) {
    if (taken.length > 1 && work.isOneItems(error)) {
      for (const waiting of taken) await runTogether(work, [waiting])
      return
    }
    for (const waiting of taken) waiting.reject(error)
  }
}
