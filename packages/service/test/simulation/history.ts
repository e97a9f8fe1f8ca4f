/**
 * One simulated history: callers, jobs of two processes, faults of the ministry and of the network, processes
 * that die or stop for a while, connections that break between any two steps, clocks that differ and jump, all from
 * the seed. The invariants are checked after every step that changed anything; once faults are over, everything
 * settles.
 */
import assert from 'node:assert/strict'
import { openSimulator, seededRandom } from '@sello/mh-simulator'
import { createDice, type Dice } from '../crash/dice.ts'
import { send, sendSecondBody } from './calls.ts'
import { cut, die, fault, freeze, jump, lapse, mend, missetClock, vanish } from './faults.ts'
import { createLedgerReader, type Held } from './held.ts'
import { type Intent, pickIntent, pickTheme, type Theme } from './intents.ts'
import { assertInvariants } from './invariants.ts'
import { startAnyJob, startJob } from './jobs.ts'
import { type Machine, SET_UP_AT } from './machine.ts'
import { createNetwork, ministryNow, type Network } from './network.ts'
import { type Jump, PROCESS_AHEAD_MS_MAX } from './outages.ts'
import { type Process, startProcess } from './process.ts'
import { read } from './reads.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { settle } from './settle.ts'
import { type Break, type Lent, releaseLent } from './stepped-pool.ts'

export interface Played {
  readonly steps: number
  readonly calls: number
  readonly deaths: number
  readonly trace: readonly string[]
}

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
const PROCESSES = ['a', 'b']
/** The service issues while the ministry's clock is less than a minute from the shared time (ADR 0040). */
const MINISTRY_AHEAD_MS_MAX = 55_000
/** Calls and jobs under way at once. */
const RUNNING_MAX = 4
const STEPS_MAX = 20_000
/** Shown of a history that broke. */
const LAST_STEPS = 60

/** Runs a seed's history to its end. Throws at a violation, with the steps before it. */
export async function play(machine: Machine, seed: string): Promise<Played> {
  await machine.reset()
  const history = await begin(machine, seed)
  const { schedule } = history
  for (const name of PROCESSES) history.processes.push(start(history, name))
  try {
    await act(history)
    await settle(history)
  } catch (cause) {
    const last = schedule.trace.slice(-LAST_STEPS).join('\n')
    throw new Error(`simulation ${seed} broke after ${schedule.trace.length} steps:\n${last}`, {
      cause,
    })
  } finally {
    for (const process of history.processes) await bury(history, process)
  }
  const { calls, deaths } = history
  return { steps: schedule.trace.length, calls, deaths, trace: schedule.trace }
}

async function begin(machine: Machine, seed: string): Promise<History> {
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
function start(history: History, name: string): Process {
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

/** The part with faults. */
async function act(history: History): Promise<void> {
  const { dice, schedule } = history
  let left = dice.between(10, 50)
  while (left > 0 || history.running > 0) {
    if (left > 0 && history.running < RUNNING_MAX && dice.between(1, 12) === 1) {
      left -= 1
      await dice.pick(ACTIONS)(history)
      await schedule.rest()
    } else if (!(await schedule.step())) {
      if (left === 0) break
      left -= 1
      await dice.pick(ACTIONS)(history)
      await schedule.rest()
    }
    await look(history)
  }
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

type Action = (history: History) => void | Promise<void>

// biome-ignore format: a list
const ACTIONS: readonly Action[] = [
  issue, issue, issue, issue, issue, issue, issue, issue, issue, issue, ask, ask, another,
  startAnyJob, startAnyJob, startAnyJob, startAnyJob, fault, fault, fault, fault, mend,
  die, die, freeze, freeze, cut, jump, vanish, missetClock, lapse,
]

/** Of ten calls, how many are of the first company, so that its calls meet. */
const OF_THE_FIRST = 8

function issue(history: History): void {
  const { intents, dice, machine, theme } = history
  const process = awake(history)
  if (!process) return
  const company = dice.between(1, 10) <= OF_THE_FIRST ? machine.companies[0] : machine.companies[1]
  assert.ok(company)
  const one = pickIntent({ intents, company, dice }, theme)
  if (!intents.includes(one)) intents.push(one)
  send(history, one, process, dice.between(1, 8) === 1)
}

function ask(history: History): void {
  const process = awake(history)
  if (process) read(history, process)
}

function another(history: History): void {
  const process = awake(history)
  if (process) sendSecondBody(history, process)
}

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
async function bury({ schedule, lent }: History, process: Process): Promise<void> {
  process.alive = false
  for (const ended of [...process.calls]) ended()
  await schedule.forget(process)
  await releaseLent(lent, process)
  await schedule.review()
}
