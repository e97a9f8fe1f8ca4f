/**
 * One at a time, over all processes of the database: work that costs so much CPU or memory that two of it at once
 * would slow down what everybody else does (ADR 0098).
 */
import type { Pool, Session } from './pool.ts'

/** What this needs of the clock that is passed down. */
interface Time {
  now(): Date
  sleep(ms: number): Promise<void>
}

/** `password`: Argon2id and the estimate of a new password. `passphrase`: scrypt, 128 MiB. `logo`: reading a drawing. */
export type CostlyWork = 'password' | 'passphrase' | 'logo'

/** Too many wait for their turn, or it did not come in time. */
export class TurnsTaken extends Error {
  override readonly name = 'TurnsTaken'
}

export interface Turns {
  /**
   * Runs `work` while no other of its kind runs. Refuses (TurnsTaken) without having begun it. `work` is a
   * computation that asks no database: its connection, lent for the lock, is all that it may hold.
   */
  run<T>(kind: CostlyWork, work: () => Promise<T>): Promise<T>
}

/** In this process; with a turn of half a second, the last waits about as long as a person does. */
const WAITING_MAX = 16
/** Longer than a few turns of other processes. */
const PATIENCE_MS = 5_000
const RETRY_MS = 50

const TAKE = 'select pg_try_advisory_xact_lock(hashtext($1)) as taken'

/**
 * The result, or null if another has the turn. The one place where a transaction waits for something other than SQL:
 * it holds no row, and the server ends it after 10 s.
 */
async function whileLocked<T>(session: Session, kind: CostlyWork, work: () => Promise<T>) {
  const { rows } = await session.begin({ text: TAKE, values: [`turn/${kind}`] })
  try {
    const [{ taken }] = rows as [{ taken: boolean }]
    return taken ? { result: await work() } : null
  } finally {
    // If this fails the session ends, and with it the lock.
    await session.ask({ text: 'rollback' }).catch(() => {})
  }
}

/** An advisory lock per kind, only ever tried: nobody waits for it with a connection in hand. */
export function createTurns(pool: Pool, { sleep, now }: Time): Turns {
  const queues = new Map<CostlyWork, { last: Promise<unknown>; waiting: number }>()

  async function locked<T>(kind: CostlyWork, work: () => Promise<T>): Promise<T> {
    const until = now().getTime() + PATIENCE_MS
    for (;;) {
      const tried = await pool.lend((session) => whileLocked(session, kind, work))
      if (tried) return tried.result
      if (now().getTime() >= until) throw new TurnsTaken()
      await sleep(RETRY_MS)
    }
  }

  return {
    async run(kind, work) {
      const queue = queues.get(kind) ?? { last: Promise.resolve(), waiting: 0 }
      queues.set(kind, queue)
      if (queue.waiting >= WAITING_MAX) throw new TurnsTaken()
      queue.waiting += 1
      const mine = queue.last.then(() => locked(kind, work))
      queue.last = mine.catch(() => {}) // its own caller gets the error
      return mine.finally(() => {
        queue.waiting -= 1
      })
    },
  }
}
