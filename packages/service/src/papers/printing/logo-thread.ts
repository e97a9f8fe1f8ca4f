/**
 * Reads a logo that somebody sent, in a thread of its own that ends with it. Reading is bounded by what it counts
 * (ADR 0005); should a file be found that escapes the counting, this thread is ended, and neither the service nor
 * the thread that prints notices.
 */
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../base/clock.ts'
import { ENTRY } from './thread.ts'
import type { Work } from './work.ts'
import type { Asked, Done } from './work-thread.ts'

/** With the thread's start, which takes a second from the sources; under the 10 s that a turn may hold its lock. */
const READ_MS = 8_000
/** Reading takes a tenth; the program and its fonts take the rest. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

const TOO_SLOW = 'El logotipo tarda demasiado en leerse: simplifíquelo, o guárdelo como PNG.'

/** Why the logo cannot be printed, in words; null: it can. `entry` is the thread's program. */
export async function logoRefusal(
  logo: Uint8Array,
  { sleep }: Pick<Clock, 'sleep'>,
  entry: URL = ENTRY,
): Promise<string | null> {
  const worker = new Worker(entry, { resourceLimits: MEMORY })
  const ended = new AbortController()
  try {
    return await Promise.race([
      answerOf(worker, logo),
      sleep(READ_MS, ended.signal).then(() => TOO_SLOW),
    ])
  } finally {
    ended.abort()
    await worker.terminate()
  }
}

function answerOf(worker: Worker, logo: Uint8Array): Promise<string | null> {
  return new Promise((resolve, reject) => {
    worker.once('message', ({ result }: Done) => {
      const answer = result as ReturnType<Work['logo']> | undefined
      if (answer) resolve(answer.refused)
      else reject(new Error('the logo could not be read'))
    })
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(TOO_SLOW) : reject(error),
    )
    // After its answer or its error, if it had one.
    worker.once('exit', () => reject(new Error('the thread that reads a logo ended by itself')))
    worker.postMessage({ id: 0, name: 'logo', given: logo } satisfies Asked<'logo'>)
  })
}
