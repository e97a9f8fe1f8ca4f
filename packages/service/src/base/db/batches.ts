/**
 * Batching: calls that arrive while a run of their lane is in progress share the next run. A run never waits for
 * more items, so a single caller is not slowed and many share one commit.
 */

import { isDeadlock } from './errors.ts'

/** Which items share a run. */
export interface BatchRules<Item> {
  /** Items of a lane run in order of arrival, one run at a time. */
  laneOf(item: Item): string
  /** The weight limit of a run; a single item always runs. */
  readonly weightMax: number
  weightOf(item: Item): number
  /** The error for an item that waited too long; null: it may run. */
  lateness(item: Item): Error | null
  /** Two items of one identity never share a run. */
  identityOf(item: Item): string
  /** Whether one item may have caused the error: if so, each is retried alone. */
  isOneItems(error: unknown): boolean
}

/** The items of one run: at least one. */
export type Batch<Item> = readonly [Item, ...Item[]]

/** One result for each item, in order. If it throws, nothing was stored. */
type Run<Item, Result> = (batch: Batch<Item>) => Promise<readonly Result[]>

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Runs one item through `run` and resolves with its own result; concurrent calls share runs. */
export function batched<Item, Result>(
  run: Run<Item, Result>,
  rules: BatchRules<Item>,
): (item: Item) => Promise<Result> {
  const lanes = new Map<string, Waiting<Item, Result>[]>()

  async function drain(lane: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const [first, ...others] = takeDistinct(rules, queue)
      if (first) await runTogether(run, rules, [first, ...others])
    }
    lanes.delete(lane)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const lane = rules.laneOf(item)
      const queue = lanes.get(lane)
      if (queue) {
        queue.push(waiting)
        return
      }
      const fresh = [waiting]
      lanes.set(lane, fresh)
      drain(lane, fresh).catch(reject)
    })
}

/** Takes from the head of the queue, skipping items whose identity is already in the batch. */
function takeDistinct<Item, Result>(
  rules: BatchRules<Item>,
  queue: Waiting<Item, Result>[],
): Waiting<Item, Result>[] {
  const seen = new Set<string>()
  const taken: Waiting<Item, Result>[] = []
  const left: Waiting<Item, Result>[] = []
  let weight = 0
  for (const waiting of queue) {
    const late = rules.lateness(waiting.item)
    if (late) {
      waiting.reject(late)
      continue
    }
    const identity = rules.identityOf(waiting.item)
    weight += rules.weightOf(waiting.item)
    const fits = taken.length === 0 || weight <= rules.weightMax
    if (fits && left.length === 0 && !seen.has(identity)) taken.push(waiting)
    else left.push(waiting)
    seen.add(identity)
  }
  queue.splice(0, queue.length, ...left)
  return taken
}

/** How often a run of one item is repeated that PostgreSQL undid for a transaction that waited for it. */
const DEADLOCKS_MAX = 3

async function runTogether<Item, Result>(
  run: Run<Item, Result>,
  rules: BatchRules<Item>,
  taken: Batch<Waiting<Item, Result>>,
  deadlocks = 0,
): Promise<void> {
  const [first, ...others] = taken
  try {
    const results = await run([first.item, ...others.map(({ item }) => item)])
    for (const [i, waiting] of taken.entries()) waiting.resolve(results[i] as Result)
  } catch (error) {
    if (others.length > 0 && rules.isOneItems(error)) {
      for (const waiting of taken) await runTogether(run, rules, [waiting])
      return
    }
    // The other transaction goes on because this one ended: the caller need not hear of it.
    if (others.length === 0 && isDeadlock(error) && deadlocks < DEADLOCKS_MAX) {
      return runTogether(run, rules, taken, deadlocks + 1)
    }
    for (const waiting of taken) waiting.reject(error)
  }
}
