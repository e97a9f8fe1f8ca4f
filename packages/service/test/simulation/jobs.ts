/** The jobs of a process, begun by the dice instead of by their intervals. */

import { ownTimeIsSound } from '../../src/base/time/assert.ts'
import { sweepClaims } from '../../src/entrypoints/jobs/claims.ts'
import { transmitLots } from '../../src/entrypoints/jobs/lots.ts'
import { watchOutages } from '../../src/entrypoints/jobs/outages.ts'
import { releaseExpired } from '../../src/entrypoints/jobs/reservations.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { relay } from '../../src/ledger/outbox/relay.ts'
import type { History } from './history.ts'
import type { Process } from './process.ts'

const watchFence = ({ fence }: Process['deps']) => fence.check()
const JOBS = {
  ...{ watchFence, watchOutages, transmitDue, transmitLots, releaseExpired, sweepClaims, relay },
}

export type JobName = keyof typeof JOBS
export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[]

export function startAnyJob(history: History): void {
  const { dice, processes } = history
  startJob(history, dice.pick(processes), dice.pick(JOB_NAMES))
}

/** As `startJobs` does: one pass at a time, and none while the process's clock is wrong. */
export function startJob(history: History, process: Process, name: JobName): void {
  if (process.jobs.has(name) || process.frozen || !ownTimeIsSound(process.deps.time)) return
  process.jobs.add(name)
  history.running += 1
  const ended = () => {
    if (!process.calls.delete(ended)) return
    history.running -= 1
    process.jobs.delete(name)
  }
  process.calls.add(ended)
  history.schedule.note(`${process.name} begins ${name}`)
  void finishJob(history, process, name).then(ended)
}

/** A job that lost its database is begun again later; any other error is a fault of the job. */
async function finishJob(history: History, process: Process, name: JobName): Promise<void> {
  try {
    await JOBS[name](process.deps)
  } catch (error) {
    history.schedule.note(`${process.name} ${name} failed ${nameOf(error)}`)
    if (!/^(DatabaseUnavailable|CommitUnknown)$/.test(nameOf(error))) history.broken.push(error)
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
