/** Stops with a timeout. */
import { CliError } from './exit.ts'
import { within } from './within.ts'

/** Refuses (`unavailable`) after the timeout; the process can then be ended safely. */
export async function stopWithin(patienceMs: number, stop: () => Promise<void>): Promise<void> {
  const stopping = stop()
  if ((await within(patienceMs, stopping, 'late')) !== 'late') return
  stopping.catch(() => {}) // its result is no longer needed
  throw new CliError(
    'unavailable',
    `No terminó en ${patienceMs / 1_000} s y se cerró. Lo que quedó firmado se transmite al arrancar otra vez.`,
  )
}
