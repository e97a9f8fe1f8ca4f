/**
 * One worker thread, started when first needed. It is only an optimisation: if it fails, the work is done in this
 * thread. If several threads in a row end before finishing a task, no other is started, or each call would try.
 */
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { describeError } from '../../base/log.ts'
import type { Work } from './work.ts'
import type { Asked, Done } from './work-thread.ts'

export interface Thread {
  /** Null if the worker thread could not do it; then it is done in this thread. */
  run<Name extends keyof Work>(
    name: Name,
    given: Parameters<Work[Name]>[0],
  ): Promise<ReturnType<Work[Name]> | null>
  close(): Promise<void>
}

/** The program of the thread. */
export const ENTRY = new URL('./thread-entry.js', import.meta.url)
const LOSSES_MAX = 3

type Settle = (result: Done['result'] | null) => void

/** `entry` is the thread's program. */
export function createThread(log: Logger, entry = ENTRY): Thread {
  const waiting = new Map<number, Settle>()
  let worker: Worker | null = null
  let asked = 0
  let losses = 0

  function start(): Worker {
    const started = new Worker(entry)
    let cause: unknown = new Error('it ended by itself')
    started.on('message', ({ id, result }: Done) => {
      losses = 0
      waiting.get(id)?.(result ?? null)
      waiting.delete(id)
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (error) => {
      cause = error
    })
    started.on('exit', () => {
      if (worker === started) lose(cause)
    })
    return started
  }

  function lose(cause: unknown): void {
    losses += 1
    const message =
      losses < LOSSES_MAX
        ? 'the drawing thread was lost'
        : 'the drawing thread was lost too often: pages are drawn without it from now on'
    log.error({ error: describeError(cause) }, message)
    release()
  }

  /** Releases the thread; the next task may start another. */
  function release(): void {
    worker = null
    for (const settle of waiting.values()) settle(null)
    waiting.clear()
  }

  function current(): Worker | null {
    if (losses >= LOSSES_MAX) return null
    try {
      worker ??= start()
    } catch (cause) {
      lose(cause) // the system refuses another thread
    }
    return worker
  }

  return {
    run(name, given) {
      const thread = current()
      if (thread === null) return Promise.resolve(null)
      const id = asked++
      return new Promise((resolve) => {
        thread.postMessage({ id, name, given } satisfies Asked)
        thread.ref() // keep the process alive until it answers
        waiting.set(id, resolve as Settle)
      })
    },
    async close() {
      const closing = worker
      release()
      await closing?.terminate()
    },
  }
}
