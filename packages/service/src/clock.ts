/** The real time and the real randomness. Only compositions import this file. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Random } from './context.ts'

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

/** Milliseconds since the process began; whoever sets the clock does not move them. */
export const systemMonotonicMs = (): number => performance.now()

export const systemRandom: Random = { bytes: randomBytes, uuid: randomUUID }
