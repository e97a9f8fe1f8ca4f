/**
 * The order of everything in a simulation: each statement that a process sends to the database, each exchange with
 * the ministry and each wait is a step, and the dice choose among the possible next ones. One step runs at a time
 * and the clock moves with it, so the same seed gives the same history. A statement that waits for a lock is set
 * aside until the lock is free.
 */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Pool } from '../../src/base/db/pool.ts'
import { WAITS_FOR_CLIENT } from '../citus.ts'
import type { Dice } from '../crash/dice.ts'

/** The owner of a step: a process, which may die before it. */
export interface Owner {
  readonly name: string
  alive: boolean
  /** While it is stopped: what it had sent still arrives, but it gets no answer and no wait of it ends. */
  frozen?: boolean
}

export interface Act<T> {
  readonly owner: Owner
  readonly label: string
  run(): Promise<T>
  /** Of the database session that it runs in: it may wait for a lock. */
  readonly pid?: number
  /** Whether it can run now; absent: always. */
  isReady?(): boolean
}

export interface Schedule {
  readonly now: () => Date
  /** What happened, one line per step. */
  readonly trace: readonly string[]
  /** Runs when the dice choose it. A process that dies before that never runs it. */
  act<T>(act: Act<T>): Promise<T>
  /** Resolves when the clock has come so far. */
  sleep(owner: Owner, ms: number): Promise<void>
  /** Runs one step; false: there is none. */
  step(): Promise<boolean>
  /** Drops all further steps of this owner. */
  forget(owner: Owner): Promise<void>
  /** Stops this owner until `thaw`. */
  freeze(owner: Owner): void
  /** The owner goes on: it gets what was answered meanwhile. */
  thaw(owner: Owner): void
  /** For how long this owner has been stopped, in all. */
  frozenMs(owner: Owner): number
  /** Continues statements that waited for a lock that is now free. */
  review(): Promise<void>
  jump(ms: number): void
  note(line: string): void
  /** Until everything that was set going waits for a step. */
  rest(): Promise<void>
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

interface Parked {
  readonly id: number
  readonly owner: Owner
  readonly label: string
  readonly act: Act<unknown> | null
  /** Of a wait. */
  readonly wakeAt: number
  settle(outcome: Outcome): void
}

/** The end of a step whose owner is frozen. */
interface Withheld {
  readonly parked: Parked
  readonly outcome: Outcome
}

interface Blocked {
  readonly parked: Parked
  readonly pid: number
  readonly running: Promise<Outcome>
}

/** After this many turns of the event loop without new steps, everything is waiting for a step. */
const QUIET_TURNS = 8
const STEP_MS = 1
/** In one of this many steps a wait ends before work that could run: a slow database, a frozen process. */
const SLOW_ONE_IN = 25
const ASK_AGAIN_MS = 15
const BLOCKED = Symbol('blocked')

export interface ScheduleOptions {
  readonly start: Date
  /** Detects waits for a lock. */
  readonly watcher: Pool
  /** Absent: `SLOW_ONE_IN`. Infinity: a wait never ends while anything can run. */
  readonly slowOneIn?: number
}

export function createSchedule(
  dice: Dice,
  { start, watcher, slowOneIn = SLOW_ONE_IN }: ScheduleOptions,
): Schedule {
  let now = start.getTime()
  let serial = 0
  let activity = 0
  const parked: Parked[] = []
  const blocked: Blocked[] = []
  let withheld: Withheld[] = []
  const stops = new Map<Owner, { since: number; endedMs: number }>()
  const trace: string[] = []
  const note = (line: string) => {
    activity += 1 // what follows it also comes to rest
    trace.push(`${now - start.getTime()} ${line}`)
  }

  function park<T>(given: Omit<Parked, 'id' | 'settle'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!given.owner.alive) return // what a dead process had not finished computing leads to nothing
      activity += 1
      serial += 1
      parked.push({
        ...given,
        id: serial,
        settle(outcome) {
          if (!given.owner.alive) return
          if ('error' in outcome) reject(outcome.error)
          else resolve(outcome.value as T)
        },
      })
    })
  }

  async function rest(): Promise<void> {
    for (let quiet = 0, seen = activity; quiet < QUIET_TURNS; quiet++) {
      await turn()
      if (seen !== activity) quiet = 0
      seen = activity
    }
  }

  function choose(): Parked | null {
    const ready = parked.filter(({ act }) => act && (act.isReady?.() ?? true))
    const waits = parked
      .filter(({ act, owner }) => act === null && !owner.frozen)
      .sort((a, b) => a.wakeAt - b.wakeAt || a.id - b.id)
    const [first] = waits
    if (ready.length === 0) return first ?? null
    if (first && Number.isFinite(slowOneIn) && dice.between(1, slowOneIn) === 1) return first
    return dice.pick(ready)
  }

  async function finish(one: Parked, outcome: Outcome): Promise<void> {
    note(`${one.owner.name} ${one.label} ${said(outcome)}`)
    if (one.owner.frozen) withheld.push({ parked: one, outcome })
    else one.settle(outcome)
    await rest()
  }

  async function step(): Promise<boolean> {
    const one = choose()
    if (!one) return stepOfLocks()
    parked.splice(parked.indexOf(one), 1)
    now = Math.max(now + STEP_MS, one.wakeAt)
    if (!one.act) {
      await finish(one, { value: undefined })
      return true
    }
    const { pid } = one.act
    const running = outcomeOf(one.act)
    const seen = pid === undefined ? await running : await ended(running, pid)
    if (seen === BLOCKED) {
      note(`${one.owner.name} ${one.label} waits for a lock`)
      blocked.push({ parked: one, pid: pid as number, running })
      return true
    }
    await finish(one, seen)
    await review()
    return true
  }

  /**
   * Nothing can run: a lock frees itself, or PostgreSQL gives it up. Without one nothing ever changes, and another
   * look would find the same for ever.
   */
  async function stepOfLocks(): Promise<boolean> {
    const waited = blocked.length
    await review()
    if (waited > 0) return true
    const stuck = parked.map(({ owner, label }) => `${owner.name} ${label}`)
    if (stuck.length > 0) throw new Error(`nothing can run, and these wait: ${stuck.join(', ')}`)
    return false
  }

  /** Statements that waited for a lock and now have it. */
  async function review(): Promise<void> {
    for (let i = 0; i < blocked.length; ) {
      const { parked: one, pid, running } = blocked[i] as Blocked
      const seen = await ended(running, pid)
      if (seen === BLOCKED) {
        i += 1
        continue
      }
      blocked.splice(i, 1)
      await finish(one, seen)
      i = 0 // its end may have freed others
    }
  }

  async function ended(running: Promise<Outcome>, pid: number): Promise<Outcome | typeof BLOCKED> {
    for (;;) {
      const seen = await Promise.race([running, pause(ASK_AGAIN_MS, BLOCKED)])
      if (seen !== BLOCKED) return seen
      const { waits } = await watcher.one<{ waits: boolean }>(WAITS_FOR_CLIENT, [pid])
      if (waits) return BLOCKED
    }
  }

  return {
    now: () => new Date(now),
    trace,
    note,
    rest,
    step,
    review,
    act: (act) => park({ owner: act.owner, label: act.label, act, wakeAt: 0 }),
    sleep: (owner, ms) => park({ owner, label: 'wakes', act: null, wakeAt: now + Math.max(ms, 0) }),
    jump(ms) {
      now += ms
    },
    async forget(owner) {
      for (const one of parked.filter((each) => each.owner === owner)) {
        parked.splice(parked.indexOf(one), 1)
      }
      for (const one of blocked.filter((each) => each.parked.owner === owner)) {
        await watcher.one('select pg_cancel_backend($1::int)', [one.pid])
        await one.running
        blocked.splice(blocked.indexOf(one), 1)
      }
    },
    freeze(owner) {
      owner.frozen = true
      stops.set(owner, { since: now, endedMs: stops.get(owner)?.endedMs ?? 0 })
    },
    thaw(owner) {
      owner.frozen = false
      const { since, endedMs } = stops.get(owner) ?? { since: now, endedMs: 0 }
      stops.set(owner, { since: now, endedMs: endedMs + now - since })
      const own = withheld.filter(({ parked: one }) => one.owner === owner)
      withheld = withheld.filter(({ parked: one }) => one.owner !== owner)
      for (const { parked: one, outcome } of own) one.settle(outcome)
    },
    frozenMs: (owner) => stops.get(owner)?.endedMs ?? 0,
  }

  async function outcomeOf({ run }: Act<unknown>): Promise<Outcome> {
    try {
      return { value: await run() }
    } catch (error) {
      return { error }
    }
  }
}

function said(outcome: Outcome): string {
  if ('error' in outcome) {
    const { code, name } = outcome.error as { code?: string; name?: string }
    return `failed ${code ?? name}`
  }
  const { rowCount } = (outcome.value ?? {}) as { rowCount?: number | null }
  return rowCount === undefined || rowCount === null ? 'done' : `${rowCount}`
}
