/**
 * Reads a logo that somebody sent, in a process of its own that ends with it. Reading is bounded by what it counts
 * (ADR 0005); should a file be found that escapes the counting, this process is killed, and neither the service nor the
 * thread that prints notices. A thread would not do: one that fills its memory may not end when told to (Node.js 24),
 * and may take the whole process with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../base/clock.ts'
import { ENTRY } from './thread.ts'
import type { Work } from './work.ts'
import type { Asked, Done } from './work-thread.ts'

/** With the process's start, which takes a second from the sources; under the 10 s that a turn may hold its lock. */
const READ_MS = 8_000
/** Reading takes a tenth; the program and its fonts take the rest. */
const MEMORY_MB = 192
/** Of what a process that failed said last; what comes before quotes its program. */
const SAID_MAX = 300

const TOO_SLOW = 'El logotipo tarda demasiado en leerse: simplifíquelo, o guárdelo como PNG.'

/** Why the logo cannot be printed, in words; null: it can. `entry` is the process's program. */
export async function logoRefusal(
  logo: Uint8Array,
  { sleep }: Pick<Clock, 'sleep'>,
  entry: URL = ENTRY,
): Promise<string | null> {
  const child = fork(fileURLToPath(entry), {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    env: {}, // it needs none of the service's secrets
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ended = new AbortController()
  try {
    return await Promise.race([
      answerOf(child, logo),
      sleep(READ_MS, ended.signal).then(() => TOO_SLOW),
    ])
  } finally {
    ended.abort()
    child.kill('SIGKILL')
  }
}

function answerOf(child: ChildProcess, logo: Uint8Array): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID_MAX)
    })
    child.once('message', ({ result }: Done) => {
      const answer = result as ReturnType<Work['logo']> | undefined
      if (answer) resolve(answer.refused)
      else reject(new Error('the logo could not be read'))
    })
    child.once('error', reject)
    // After its answer, if it had one. V8 aborts where its memory ends.
    child.once('close', (code, signal) => {
      if (signal === 'SIGABRT' || code === 134) resolve(TOO_SLOW)
      else
        reject(
          new Error(`the process that reads a logo ended by itself: ${signal ?? code} ${said}`),
        )
    })
    // Where it has ended already, `close` says so.
    child.send({ id: 0, name: 'logo', given: logo } satisfies Asked<'logo'>, () => {})
  })
}
