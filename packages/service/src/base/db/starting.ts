/**
 * Waits for a database that is starting, or restarting: after a reboot or an upgrade it comes up together with its
 * services.
 */
import { CommitUnknown, DatabaseUnavailable, sqlState } from './errors.ts'

export interface Waiting {
  readonly clock: { now(): Date; sleep(ms: number): Promise<void> }
  readonly patienceMs: number
  /** Called once, before the first pause, with the reason. */
  readonly onWait: (error: unknown) => void
}

const STEP_MS = 500

/** Retries the work, which must be repeatable, while the database refuses or drops connections. */
export async function whenStarted<T>(
  { clock, patienceMs, onWait }: Waiting,
  work: () => Promise<T>,
): Promise<T> {
  const until = clock.now().getTime() + patienceMs
  for (let told = false; ; told = true) {
    try {
      return await work()
    } catch (error) {
      if (!isStarting(error) || clock.now().getTime() >= until) throw error
      if (!told) onWait(error)
      await clock.sleep(STEP_MS)
    }
  }
}

/** Other signs: nobody listens yet, its name does not resolve yet, or a proxy in front of it hangs up. */
function isStarting(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) return true
  if (RESTARTING.has(sqlState(error) ?? '')) return true
  if ('code' in error && NOT_THERE.has(String(error.code))) return true
  return /^Connection terminated/.test(error.message) || isStarting(error.cause)
}

// biome-ignore format: a table
const RESTARTING: ReadonlySet<string> = new Set([
  '57P01', // it shuts down, and ends its connections
  '57P02', // one of its processes crashed, and it ends them all
  '57P03', // it is starting up, shutting down or in recovery
])

const NOT_THERE: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])
