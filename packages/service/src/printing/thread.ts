/**
 * One other thread, started when it is first needed. It is a help and never a condition: whatever
 * becomes of it, the work is done, if need be in this thread. Where one ends before it has done anything,
 * no other is started, or each call would try.
 */
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { describeError } from '../log.ts'
import type { Work } from './work.ts'
import type { Asked, Done } from './work-thread.ts'

export interface Thread {
  /** Null where the other thread could not do it: then it is done here. */
  run<Name extends keyof Work>(
    name: Name,
    given: Parameters<Work[Name]>[0],
  ): Promise<ReturnType<Work[Name]> | null>
  close(): Promise<void>
}

const ENTRY = new URL('./thread-entry.js', import.meta.url)
/** A page is some hundred KiB of short-lived text: what the service's own nursery gains is nothing here. */
const NURSERY_MIB = 4

type Settle = (result: Done['result'] | null) => void

/** `entry` is the thread's program. */
export function createThread(log: Logger, entry = ENTRY): Thread {
  const waiting = new Map<number, Settle>()
  let worker: Worker | null = null
  let asked = 0
  let isUsable = true

  /** Afterwards nobody waits for it, and the next piece of work starts another. */
  function lose(lost: Worker): void {
    if (worker !== lost) return
    worker = null
    for (const settle of waiting.values()) settle(null)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MIB } })
    let hasDone = false
    started.unref() // a process that has nothing else to do ends
    started.on('message', ({ id, result }: Done) => {
      hasDone = true
      waiting.get(id)?.(result ?? null)
      waiting.delete(id)
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (error) => {
      if (worker === started) isUsable = hasDone
      const message = isUsable
        ? 'the drawing thread failed'
        : 'there is no drawing thread: it does not start'
      log.error({ error: describeError(error) }, message)
      lose(started)
    })
    started.on('exit', () => lose(started))
    return started
  }

  return {
    run(name, given) {
      if (!isUsable) return Promise.resolve(null)
      worker ??= start()
      const current = worker
      const id = asked++
      return new Promise((resolve) => {
        waiting.set(id, resolve as Settle)
        current.ref() // until it has answered
        current.postMessage({ id, name, given } satisfies Asked)
      })
    },
    async close() {
      const current = worker
      if (current === null) return
      lose(current)
      await current.terminate()
    },
  }
}
