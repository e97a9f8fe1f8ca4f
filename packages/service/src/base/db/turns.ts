/**
 * One at a time, over all processes of the database: work that costs so much CPU or memory that two of it at once
 * would slow down what everybody else does (ADR 0098).
 */
import type { Pool } from './pool.ts'
import { begin } from './tx.ts'

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
   * Runs `work` while no other of its kind runs. Refuses (TurnsTaken) without having begun it. `work` may ask the
   * database over one connection besides the one that holds the lock, and must leave none open. `first`: before all
   * in this process who wait without it.
   */
  run<T>(kind: CostlyWork, work: () => Promise<T>, place?: { readonly first: boolean }): Promise<T>
}

/** In this process, each with and without `first`; with a turn of half a second the last waits as long as a person does. */
const WAITING_MAX = 16
/** Longer than a few turns of other processes. */
const PATIENCE_MS = 5_000
/** Less than the pause, so that a process that waits takes the lock in it. */
const RETRY_MS = 15
/** Between two turns of a process with a line: otherwise it would take every turn. */
const PAUSE_MS = 40

const TAKE = 'select pg_try_advisory_xact_lock(hashtext($1)) as taken'

/**
 * The result, or null if another has the turn. The one place where a transaction waits for something other than SQL:
 * it holds no row, and the server ends it after 10 s.
 */
function whileLocked<T>(pool: Pool, kind: CostlyWork, work: () => Promise<T>) {
  return pool.lend(async (session) => {
    await begin(session, pool.options)
    try {
      const { rows } = await session.ask({ text: TAKE, values: [`turn/${kind}`] })
      const [{ taken }] = rows as [{ taken: boolean }]
      return taken ? { result: await work() } : null
    } finally {
      // If this fails the session ends, and with it the lock.
      await session.ask({ text: 'rollback' }).catch(() => {})
    }
  })
}

/** Those who wait in this process for one kind of work. */
interface Line {
  isTaken: boolean
  readonly first: (() => void)[]
  readonly others: (() => void)[]
}

/** An advisory lock per kind, only ever tried: nobody waits for it with a connection in hand. */
export function createTurns(pool: Pool, { sleep, now }: Time): Turns {
  const lines = new Map<CostlyWork, Line>()

  function lineOf(kind: CostlyWork): Line {
    const line = lines.get(kind) ?? { isTaken: false, first: [], others: [] }
    lines.set(kind, line)
    return line
  }

  async function locked<T>(kind: CostlyWork, work: () => Promise<T>): Promise<T> {
    const until = now().getTime() + PATIENCE_MS
    for (;;) {
      const tried = await whileLocked(pool, kind, work)
      if (tried) return tried.result
      if (now().getTime() >= until) throw new TurnsTaken()
      await sleep(RETRY_MS)
    }
  }

  /** Passes the line on to whoever is first in it after the pause. */
  async function leave(line: Line): Promise<void> {
    if (line.first.length + line.others.length > 0) await sleep(PAUSE_MS)
    const next = line.first.shift() ?? line.others.shift()
    if (next) next()
    else line.isTaken = false
  }

  return {
    async run(kind, work, { first } = { first: false }) {
      const line = lineOf(kind)
      const waiting = first ? line.first : line.others
      if (waiting.length >= WAITING_MAX) throw new TurnsTaken()
      if (line.isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
      line.isTaken = true
      try {
        return await locked(kind, work)
      } finally {
        void leave(line) // its pause is not part of this call
      }
    },
  }
}
