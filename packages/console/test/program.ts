/** The beginning and the end of a program that a test started. */
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const READY_MS = 120_000
const PATIENCE_MS = 30_000

/** Asks it to stop, and insists when it has not within `patienceMs`. Returns at once where it has ended already. */
export async function end(child: ChildProcess, patienceMs = PATIENCE_MS): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  try {
    await ended
  } finally {
    clearTimeout(late)
  }
}

/** The first output of a program; one that ends before explains why on standard error. */
export async function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(READY_MS) }),
    once(lines, 'close').then(() => {
      throw new Error('the program ended before it was ready')
    }),
  ])) as [string]
  return line
}
