/** One process that serves, as the first process sees it. */
import cluster, { type Worker } from 'node:cluster'
import type { Figures } from '../../base/telemetry/figures.ts'
import type { Facts } from '../operator/facts.ts'
import type { Failure, Order, Ready, Report } from './messages.ts'

export interface Member {
  /** Undefined: it was not even started. */
  readonly pid: number | undefined
  /** Once it serves. Rejects with ProcessEnded if it ends before. */
  readonly ready: Promise<Ready>
  /** Once it has ended, however. */
  readonly ended: Promise<ProcessEnded>
  readonly facts: Facts
  /** The last figures that it told. */
  figures(): Figures
  /** Tells it to finish what runs and to end. */
  stop(lingerMs: number): void
  /** Ends it now. */
  kill(): void
}

/** A process ended, or never came to serve. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
  /** Its exit code, or the signal. */
  readonly how: string
  /** Why it could not start, in the words of its command; null: it did not say. */
  readonly failure: Failure | null

  constructor(how: string, failure: Failure | null) {
    super(`a process ended: ${how}`)
    this.how = how
    this.failure = failure
  }
}

/** The operator is not kept waiting by a process that is stuck. */
const ANSWER_MS_MAX = 4_000
/** After its exit, for its last messages. */
const CLOSED_MS_MAX = 1_000

interface Asking {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Starts a process; `env` is in addition to this process's own. */
export function startMember(env: Readonly<Record<string, string>>): Member {
  const worker = cluster.fork(env)
  const handed = keepLastHanded(worker)
  const asking = new Map<number, Asking>()
  let asked = 0
  let figures: Figures = []
  let failure: Failure | null = null

  const ended = new Promise<ProcessEnded>((resolve) => {
    const end = (how: string) => {
      const error = new ProcessEnded(how, failure)
      for (const { reject } of asking.values()) reject(error)
      resolve(error)
    }
    const exited = new Promise<string>((exit) => {
      worker.once('exit', (code, signal) => exit(signal ? `signal ${signal}` : `code ${code}`))
    })
    // Its last messages may come after its exit, and before the channel is closed; of which node tells nothing while a
    // connection that was handed out is not acknowledged.
    const closed = new Promise<void>((close) => {
      worker.once('disconnect', close)
      worker.once('exit', () => setTimeout(close, CLOSED_MS_MAX).unref())
    })
    void exited.then(() => handed.close())
    void Promise.all([exited, closed]).then(([how]) => end(how))
    worker.once('error', (error) => end(error.message)) // it was not even started
  })
  const ready = new Promise<Ready>((resolve, reject) => {
    worker.on('message', (said: Report) => {
      if (said.kind === 'ready') resolve(said.ready)
      if (said.kind === 'failed') failure = said.failure
      if (said.kind === 'counted') figures = said.figures
      if (said.kind === 'answer') asking.get(said.id)?.resolve(said.value)
      if (said.kind === 'unanswered') asking.get(said.id)?.reject(new Error(said.why))
    })
    void ended.then(reject)
  })

  /** Both ends run the same program, so what it answers is of the type that was asked for. */
  async function ask<Value>(what: keyof Facts): Promise<Value> {
    asked += 1
    const id = asked
    let timer: NodeJS.Timeout | undefined
    const answered = new Promise<unknown>((resolve, reject) => {
      asking.set(id, { resolve, reject })
      timer = setTimeout(reject, ANSWER_MS_MAX, new Error(`no answer in ${ANSWER_MS_MAX} ms`))
      order(worker, { kind: 'ask', id, what })
    })
    try {
      return (await answered) as Value
    } finally {
      clearTimeout(timer)
      asking.delete(id)
    }
  }

  return {
    pid: worker.process.pid,
    ready,
    ended,
    facts: {
      readiness: () => ask('readiness'),
      ministry: () => ask('ministry'),
      /** Those that it told before if it cannot: what it has counted stays counted. */
      async figures() {
        figures = await ask<Figures>('figures').catch(() => figures)
        return figures
      },
    },
    figures: () => figures,
    stop: (lingerMs) => order(worker, { kind: 'stop', lingerMs }),
    kill: () => void worker.process.kill('SIGKILL'),
  }
}

/**
 * A connection on its way to a process that ends is in nobody's hands, and would stay open without an answer. One is on
 * its way at a time; closing one that has arrived does nothing.
 */
function keepLastHanded(worker: Worker): { close(): void } {
  const { process } = worker
  const send = process.send.bind(process) as (...sent: unknown[]) => boolean
  let last: { close?(): void } | null = null
  process.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (typeof handle === 'object' && handle !== null) last = handle
    return send(message, handle, ...rest)
  }
  return { close: () => last?.close?.() }
}

/** Nothing to a process that has just ended: its end is told elsewhere. */
function order(worker: Worker, given: Order): void {
  if (worker.isConnected()) worker.send(given, () => {})
}
