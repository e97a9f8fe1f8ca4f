/** Calls at planned moments, whether or not the earlier ones are answered: as callers who know nothing of each other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../load.ts'

export interface OpenLoop {
  readonly seconds: number
  readonly perSecond: number
  /** A call that fails counts as having taken this long, or longer if it did. */
  readonly deadlineMs: number
}

/** One call; throws a Failed where it fails. */
export type Send = (n: number) => Promise<void>

/** `message` is counted: a status or an error's code. */
export class Failed extends Error {
  override readonly name = 'Failed'
}

export interface Times {
  readonly planned: number
  readonly answered: number
  /** How many failed, by reason. */
  readonly failures: Readonly<Record<string, number>>
  /** From the planned moment, ascending; the failed ones too. */
  readonly ms: readonly number[]
}

/** Resolves when the last is answered or has failed. */
export async function openLoop(loop: OpenLoop, send: Send): Promise<Times> {
  const { seconds, perSecond, deadlineMs } = loop
  const planned = Math.max(1, Math.round(seconds * perSecond))
  const failures: Record<string, number> = {}
  const start = performance.now()
  const one = async (n: number): Promise<number> => {
    const at = start + (n * 1000) / perSecond
    await sleep(Math.max(0, at - performance.now()))
    try {
      await send(n)
      return performance.now() - at
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      failures[error.message] = (failures[error.message] ?? 0) + 1
      return Math.max(deadlineMs, performance.now() - at)
    }
  }
  const ms = await Promise.all(Array.from({ length: planned }, (_, n) => one(n)))
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  return { planned, answered: planned - failed, failures, ms: ms.sort((a, b) => a - b) }
}

/** Two measurements as one. */
export function together(a: Times, b: Times): Times {
  const failures = { ...a.failures }
  for (const [reason, count] of Object.entries(b.failures)) {
    failures[reason] = (failures[reason] ?? 0) + count
  }
  return {
    planned: a.planned + b.planned,
    answered: a.answered + b.answered,
    failures,
    ms: [...a.ms, ...b.ms].sort((x, y) => x - y),
  }
}

export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly most: number
}

export function percentilesOf({ ms }: Times): Percentiles {
  const at = (share: number) => percentile(ms, share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) }
}
