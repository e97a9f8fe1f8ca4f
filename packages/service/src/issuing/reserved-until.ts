/** Until when a prepared document waits for its signature. */

/** SPEC part 8: its token is good as long. */
const RESERVED_FOR_MS = 15 * 60_000

export const reservedUntil = (now: Date) => new Date(now.getTime() + RESERVED_FOR_MS)
