/** The one way in which tests wait for something that they are not told of. */
import { setTimeout as sleep } from 'node:timers/promises'

/** More than a busy machine takes; what is waited for comes in milliseconds. */
const DEADLINE_MS = 60_000
const PAUSE_MS = 2

/**
 * Asks until the answer is true, or any value that is not false, null or undefined, and gives it back. After the
 * deadline it fails, and says what it waited for.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) return answer as never
    if (performance.now() > end) throw new Error(`after ${deadlineMs} ms still not: ${what}`)
    await sleep(PAUSE_MS)
  }
}
