/**
 * One simulated history: callers, jobs of two processes, faults of the ministry and of the network, processes
 * that die or stop for a while, connections that break between any two steps, clocks that differ and jump, all from
 * the seed. The invariants are checked after every step that changed anything; once faults are over, everything
 * settles. At last another copy of the database issues too.
 */
import assert from 'node:assert/strict'
import { send, sendSecondBody } from './calls.ts'
import {
  cut,
  die,
  fault,
  freeze,
  freezeAsking,
  jump,
  lapse,
  mend,
  missetClock,
  vanish,
} from './faults.ts'
import { awake, begin, bury, type History, look, start } from './history.ts'
import { pickIntent } from './intents.ts'
import { startAnyJob } from './jobs.ts'
import type { Machine } from './machine.ts'
import { read } from './reads.ts'
import { meetCopy } from './second-copy.ts'
import { settle } from './settle.ts'

export interface Played {
  readonly steps: number
  readonly calls: number
  readonly deaths: number
  readonly trace: readonly string[]
}

const PROCESSES = ['a', 'b']
/** Calls and jobs under way at once. */
const RUNNING_MAX = 4
/** Shown of a history that broke. */
const LAST_STEPS = 60

/** Runs a seed's history to its end. Throws at a violation, with the steps before it. */
export async function play(machine: Machine, seed: string): Promise<Played> {
  await machine.reset()
  const history = await begin(machine, seed)
  const { schedule } = history
  for (const name of PROCESSES) history.processes.push(start(history, name))
  await schedule.rest()
  try {
    await act(history)
    await settle(history)
    await meetCopy(history)
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

type Action = (history: History) => void | Promise<void>

// biome-ignore format: a list
const ACTIONS: readonly Action[] = [
  issue, issue, issue, issue, issue, issue, issue, issue, issue, issue, ask, ask, another,
  startAnyJob, startAnyJob, startAnyJob, startAnyJob, fault, fault, fault, fault, mend,
  die, die, freeze, freezeAsking, freezeAsking, cut, jump, vanish, missetClock, lapse,
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
