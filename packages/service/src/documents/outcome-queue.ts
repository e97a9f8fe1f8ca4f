/** Commit 2, batched: verdicts that arrive during a commit share the next one and its write to disk. */
import { createBatches } from '../db/batches.ts'
import { isDeadlock, isLockTimeout, isUnavailable } from '../db/errors.ts'
import type { Pool } from '../db/pool.ts'
import { type Advance, advanceAll, type Moved } from './advance.ts'

/** A verdict, and the connections that it may use. */
export interface Verdict extends Advance {
  readonly pool: Pool
}

/** Null when the state does not allow the trigger: another worker was first. */
export interface OutcomeQueue {
  add(verdict: Verdict): Promise<Moved | null>
}

/** Two lanes: while one waits for the disk, the other takes what comes. */
const LANES = 2
const SIZE_MAX = 64

export function createOutcomeQueue(): OutcomeQueue {
  const batches = createBatches<Verdict, Moved | null>({
    weightMax: SIZE_MAX,
    weightOf: () => 1,
    lateness: () => null, // a verdict is never too late
    identityOf: ({ which }) => which.codigoGeneracion,
    run: ([first, ...rest]) =>
      first ? advanceAll(first.pool, [first, ...rest]) : Promise.resolve([]),
    // Moving is a compare-and-set, so after a lock timeout each item is safely retried alone.
    isOneItems: (error) => isLockTimeout(error) || isDeadlock(error) || !isUnavailable(error),
  })
  // A document's code picks its lane: it is random, and the same document never runs in both.
  return { add: (verdict) => batches.add(laneOf(verdict), verdict) }
}

const laneOf = ({ which }: Verdict) =>
  String(Number.parseInt(which.codigoGeneracion.slice(0, 2), 16) % LANES)
