/** Waits for a database that is still starting, since after a reboot it starts together with its services. */
import { sqlState } from './errors.ts'

export interface Waiting {
  readonly clock: { now(): Date; sleep(ms: number): Promise<void> }
  readonly patienceMs: number
  readonly log: (line: string) => void
}

const STEP_MS = 500

/** Retries the work while the database refuses connections or is starting up. */
export async function whenStarted<T>(
  { clock, patienceMs, log }: Waiting,
  work: () => Promise<T>,
): Promise<T> {
  const until = clock.now().getTime() + patienceMs
  for (let told = false; ; told = true) {
    try {
      return await work()
    } catch (error) {
      if (!isStarting(error) || clock.now().getTime() >= until) throw error
      if (!told) log('the database does not answer yet: waiting for it')
      await clock.sleep(STEP_MS)
    }
  }
}

/**
 * 57P03: the database is starting up, shutting down or in recovery. Other signs: nobody listens yet, its name does
 * not resolve yet, or a proxy in front of it hangs up.
 */
function isStarting(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqlState(error) === '57P03') return true
  if ('code' in error && NOT_THERE.has(String(error.code))) return true
  return /^Connection terminated/.test(error.message) || isStarting(error.cause)
}

const NOT_THERE: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])
