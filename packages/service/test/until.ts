/** The only way in which tests wait for something that sends no notification. */
import { setTimeout as sleep } from 'node:timers/promises'

/** More than a busy machine needs; usually milliseconds are enough. */
const DEADLINE_MS = 60_000
const PAUSE_MS = 2

/**
 * Polls until the result is true, or anything but false, null and undefined, and returns it. After the deadline it
 * fails, naming what it waited for.
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
