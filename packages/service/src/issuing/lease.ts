/** Who is at a document that waits for the ministry, and until when. */

/** Longer than the 60 s time-out of a client (SPEC part 8), so the job does not race a waiting call. */
export const LEASE_MS = 90_000

/** After an unanswered call; each further try of the job waits longer (jobs/transmit.ts). */
export const RETRY_MS = 15_000
