/** Who is at a document that waits for its signature or for the ministry, and until when. */

/**
 * Longer than the 60 s time-out of a client (SPEC part 8), and than the longest call: the ministry's
 * budget (50 s at most, config.ts) and the wait of its verdict for a connection (30 s, main.ts). So the
 * job does not race a call that is still waiting.
 */
export const LEASE_MS = 90_000

/** After an unanswered call; each further try of the job waits longer (jobs/transmit.ts). */
export const RETRY_MS = 15_000

/** SPEC part 8: how long a prepared document waits for its signature, and its token is good. */
const RESERVED_FOR_MS = 15 * 60_000

export const reservedUntil = (now: Date) => new Date(now.getTime() + RESERVED_FOR_MS)
