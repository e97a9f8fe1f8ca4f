/** The state of one simulated history, its processes, and the look at its invariants after a step. */
import assert from 'node:assert/strict'
import { openSimulator, seededRandom } from '@sello/mh-simulator'
import { createDice, type Dice } from '../crash/dice.ts'
import { createLedgerReader, type Held } from './held.ts'
import { type Intent, pickTheme, type Theme } from './intents.ts'
import { assertInvariants } from './invariants.ts'
import { startJob } from './jobs.ts'
import { type Machine, SET_UP_AT } from './machine.ts'
import { createNetwork, ministryNow, type Network } from './network.ts'
import { type Jump, PROCESS_AHEAD_MS_MAX } from './outages.ts'
import { type Process, startProcess } from './process.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { type Break, type Lent, releaseLent } from './stepped-pool.ts'

export interface History {
  readonly machine: Machine
  readonly dice: Dice
  readonly theme: Theme
  readonly schedule: Schedule
  readonly network: Network
  /** The ministry's ledger as it is now. */
  readonly held: () => Held
  readonly intents: Intent[]
  readonly lent: Set<Lent>
  readonly processes: Process[]
  readonly jumps: Jump[]
  readonly seed: string
  /** Violations found in answers, for the loop to throw. */
  readonly broken: unknown[]
  /** How the next statements' connections break. */
  breaks: (Break | null)[]
  running: number
  calls: number
  deaths: number
}

const HALF_DAY_MS = 12 * 3_600_000
/** The service issues while the ministry's clock is less than a minute from the shared time (ADR 0040). */
const MINISTRY_AHEAD_MS_MAX = 55_000
const STEPS_MAX = 20_000
/** A history in which nothing has happened. */
export async function begin(machine: Machine, seed: string): Promise<History> {
  const { companies, watcher } = machine
  const dice = createDice(seed)
  const start = new Date(SET_UP_AT.getTime() + dice.between(0, HALF_DAY_MS))
  const schedule = createSchedule(dice, { start, watcher })
  const ministryAheadMs = dice.between(-MINISTRY_AHEAD_MS_MAX, MINISTRY_AHEAD_MS_MAX)
  const ministry = await openSimulator({
    now: () => ministryNow({ schedule, ministryAheadMs }),
    random: seededRandom(`${seed}/ministry`),
    taxpayers: companies.map(({ taxpayer }) => taxpayer),
  })
  return {
    machine,
    dice,
    theme: pickTheme(dice),
    schedule,
    network: createNetwork({ ministry, schedule, dice, ministryAheadMs }),
    held: createLedgerReader(ministry, companies),
    intents: [],
    lent: new Set(),
    processes: [],
    jumps: [],
    seed,
    broken: [],
    breaks: [],
    running: 0,
    calls: 0,
    deaths: 0,
  }
}

/** A process that begins as in `sello start`: with the fence. */
export function start(history: History, name: string): Process {
  const { machine, schedule, network, lent, seed, dice } = history
  const { inner, secrets } = machine
  const breaks = () => history.breaks.shift() ?? null
  const stepping = { schedule, lent, breaks }
  const aheadMs = dice.between(-PROCESS_AHEAD_MS_MAX / 2, PROCESS_AHEAD_MS_MAX / 2)
  const incarnation = `${name}${history.deaths}`
  const parts = { name: incarnation, seed, inner, secrets, network, stepping, aheadMs }
  const process = startProcess(parts)
  startJob(history, process, 'watchFence')
  return process
}

/** Throws if the last step broke an invariant. */
export async function look(history: History): Promise<void> {
  const { machine, network, intents, jumps, schedule, broken } = history
  if (broken.length > 0) throw broken[0]
  assert.ok(schedule.trace.length < STEPS_MAX, 'it does not come to an end')
  const last = schedule.trace.at(-1) ?? ''
  if (!CHANGES.test(last)) return
  const held = history.held()
  await assertInvariants({ pool: machine.watcher, held, network, intents, jumps })
}

/** Steps after which something may not hold that held before: not those that read. */
const CHANGES = /; commit|^\d+ \w+ (asks|brings|answers (?!GET)|alone; (?!select|with near))/

/** A process that takes calls; null: none does. */
export function awake({ dice, processes }: History): Process | null {
  const all = processes.filter(({ frozen }) => !frozen)
  return all.length === 0 ? null : dice.pick(all)
}

/** Buries the process and starts another in its place. */
export async function replace(history: History, process: Process): Promise<void> {
  const { processes } = history
  await bury(history, process)
  history.deaths += 1
  processes[processes.indexOf(process)] = start(history, process.name.charAt(0))
}

/** Afterwards PostgreSQL has rolled back its open transactions. */
export async function bury({ schedule, lent }: History, process: Process): Promise<void> {
  process.alive = false
  for (const ended of [...process.calls]) ended()
  await schedule.forget(process)
  await releaseLent(lent, process)
  await schedule.review()
}
