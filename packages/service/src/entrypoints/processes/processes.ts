/**
 * Several processes that serve on one port: starts them, replaces those that end, and restarts them one after the
 * other. This process serves no calls; it accepts their connections and hands them out in turn (node:cluster).
 */
import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { describeError } from '../../base/log.ts'
import { type Figures, keptOf } from '../../base/telemetry/figures.ts'
import { MINUTE_MS, SECOND_MS } from '../../base/time/durations.ts'
import type { Facts, Readiness } from '../operator/facts.ts'
import { type Member, ProcessEnded, startMember } from './member.ts'
import type { Ready } from './messages.ts'

export interface Processes {
  /** What the first of them said when it served. */
  readonly ready: Ready
  /** The operator's view of those that serve. */
  processes(): readonly Facts[]
  readiness(): Readiness
  past(): Promise<Figures>
  /** Replaces each by a new one, which serves before the old one leaves. Stops at the first that cannot start. */
  restart(): Promise<void>
  /** Rejects (ProcessEnded) when one ended so often that it is not started again. */
  readonly failed: Promise<never>
  /** Resolves when all have finished what ran and have ended. */
  stop(): Promise<void>
  /** Ends those that are left, now. */
  kill(): void
}

export interface Wanted {
  readonly count: number
  /** The command line and the environment of each, in addition to this process's environment. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly log: Logger
  readonly clock: Clock
}

/** Before each attempt to replace a process; after the last one this machine or its settings are at fault. */
export const REPLACE_AFTER_MS = [0, 1, 2, 5, 10].map((seconds) => seconds * SECOND_MS)
/** A process that has served as long as this ended for a reason of its own. */
const STEADY_MS = MINUTE_MS
/** Callers with a connection end it with their next call; most call again within seconds. */
export const LINGER_MS = 5 * SECOND_MS
/** Until a process that was told to leave is ended: longer than its own patience. */
const LEAVE_MS_MAX = MINUTE_MS

interface Serving {
  readonly member: Member
  readonly sinceMs: number
  /** Attempts in a row that ended soon, before this one. */
  readonly losses: number
  isLeaving: boolean
}

/** When this resolves all serve. Rejects (ProcessEnded) with the reason of the first that cannot, and starts none. */
export async function startProcesses(wanted: Wanted): Promise<Processes> {
  const { count, args, env, log, clock } = wanted
  cluster.schedulingPolicy = cluster.SCHED_RR // before the first setup, which fixes it
  cluster.setupPrimary({ args: [...args], serialization: 'advanced' })
  const members = new Set<Member>()
  const serving = new Set<Serving>()
  const stopping = new AbortController()
  let past = Promise.resolve<Figures>([])
  let restarting: Promise<void> | null = null
  let fail: (error: ProcessEnded) => void = () => {}
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  failed.catch(() => {}) // whoever waits for it gets the error

  async function launch(losses = 0): Promise<Ready> {
    const member = startMember(env)
    members.add(member)
    void member.ended.then(() => members.delete(member))
    const ready = await member.ready
    if (stopping.signal.aborted) member.stop(0) // again: before it ran it did not hear it
    const one = { member, sinceMs: clock.now().getTime(), losses, isLeaving: false }
    serving.add(one)
    log.info({ process: member.pid }, 'a process serves')
    void member.ended.then((error) => whenEnded(one, error))
    return ready
  }

  async function whenEnded(one: Serving, error: ProcessEnded): Promise<void> {
    serving.delete(one)
    past = past.then((before) => keptOf(before, one.member.figures()))
    if (one.isLeaving || stopping.signal.aborted) return
    log.error({ process: one.member.pid, how: error.how }, 'a process ended')
    const isSteady = clock.now().getTime() - one.sinceMs >= STEADY_MS
    await replace(isSteady ? 0 : one.losses + 1, error)
  }

  async function replace(losses: number, last: ProcessEnded): Promise<void> {
    const delayMs = REPLACE_AFTER_MS[losses]
    if (delayMs === undefined) return fail(last)
    await clock.sleep(delayMs, stopping.signal)
    if (stopping.signal.aborted) return
    try {
      await launch(losses)
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error
      if (stopping.signal.aborted) return
      log.error({ how: error.how, why: error.failure?.message }, 'a process could not start')
      await replace(losses + 1, error)
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const left = [...members]
    for (const member of left) member.stop(0)
    await Promise.all(left.map(({ ended }) => ended))
  }

  async function restartAll(): Promise<void> {
    for (const one of [...serving]) {
      if (stopping.signal.aborted) return
      one.isLeaving = true // whatever happens to it now, the new one is in its place
      try {
        await launch()
      } catch (error) {
        log.error(
          { error: describeError(error) },
          'the restart ends here: a process could not start',
        )
        one.isLeaving = false
        if (!serving.has(one)) void replace(0, error as ProcessEnded)
        return
      }
      await leave(one)
    }
    log.info('every process was restarted')
  }

  async function leave({ member }: Serving): Promise<void> {
    const ended = new AbortController()
    member.stop(LINGER_MS)
    void clock.sleep(LEAVE_MS_MAX, ended.signal).then(() => {
      if (!ended.signal.aborted) member.kill()
    })
    await member.ended
    ended.abort()
  }

  try {
    const ready = await launch() // alone, so that what a first start creates is created once
    await Promise.all(Array.from({ length: count - 1 }, () => launch()))
    return {
      ...{ ready, failed, stop },
      processes: () => [...serving].map(({ member }) => member.facts),
      readiness: () => readinessOf(serving.size, count),
      past: () => past,
      restart() {
        restarting ??= restartAll().finally(() => {
          restarting = null
        })
        return restarting
      },
      kill() {
        for (const member of members) member.kill()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A missing process is told; the others take its calls. */
function readinessOf(serving: number, count: number): Readiness {
  const problemas = serving < count ? [`sirven ${serving} de ${count} procesos`] : []
  return { isReady: serving > 0, problemas }
}
