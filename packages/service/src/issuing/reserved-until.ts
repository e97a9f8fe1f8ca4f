/** Until when a prepared document waits for its signature. */
import { MINUTE_MS } from '../time/durations.ts'

/** SPEC part 8: its token is good as long. */
const RESERVED_FOR_MS = 15 * MINUTE_MS

export const reservedUntil = (now: Date) => new Date(now.getTime() + RESERVED_FOR_MS)
