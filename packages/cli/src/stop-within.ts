/** Stops with a timeout. */
import { CliError } from './exit.ts'

/** Refuses (`unavailable`) after the timeout; the process can then be ended safely. */
export async function stopWithin(patienceMs: number, stop: () => Promise<void>): Promise<void> {
  const stopping = stop()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'late')
  })
  const ended = await Promise.race([stopping, late]).finally(() => clearTimeout(timer))
  if (ended !== 'late') return
  stopping.catch(() => {}) // its result is no longer needed
  throw new CliError(
    'unavailable',
    `No terminó en ${patienceMs / 1_000} s y se cerró. Lo que quedó firmado se transmite al arrancar otra vez.`,
  )
}
