/** The real time and randomness. Only compositions import them; all other code gets them through these types. */
import { randomBytes, randomUUID } from 'node:crypto'

export interface Clock {
  now(): Date
  /** Resolves after `ms`, or as soon as the signal fires; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Random {
  bytes(size: number): Buffer
  uuid(): string
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal?.addEventListener('abort', end)
    }),
}

/** Milliseconds since the process started, unaffected by changes of the clock. */
export const systemMonotonicMs = (): number => performance.now()

export const systemRandom: Random = { bytes: randomBytes, uuid: randomUUID }
