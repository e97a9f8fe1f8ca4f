/** A database that is still starting may be waited for: after a reboot it and its services start together. */
import { sqlState } from './errors.ts'

export interface Waiting {
  readonly clock: { now(): Date; sleep(ms: number): Promise<void> }
  readonly patienceMs: number
  readonly log: (line: string) => void
}

const STEP_MS = 500

/** Repeats the work while the database refuses connections or says that it is starting up. */
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

/** 57P03: the database system is starting up, shutting down or in recovery; or nobody listens there yet. */
function isStarting(error: unknown): boolean {
  if (sqlState(error) === '57P03') return true
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}
