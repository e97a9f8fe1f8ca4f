/** The units of time, and each duration that more than one place goes by. One that a single file needs stands there. */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** SPEC part 8: afterwards a string of Idempotency-Key is free again. */
export const CLAIM_MS = 24 * HOUR_MS

/** How long a rejected document may be corrected under its own number and code (docs/sources.md#numero-control). */
export const CORRECTABLE_MS = 24 * HOUR_MS

/** How long a file can be downloaded from the holding area (SPEC part 8). */
export const HOLDING_MS = HOUR_MS

/** After an unanswered call the ministry is asked again; each further try waits longer. */
export const RETRY_MS = 15 * SECOND_MS

/** From this difference of the clocks on nothing is issued (SPEC part 8). */
export const CLOCK_SKEW_MS = 60 * SECOND_MS

/** How long before its end whoever runs a company is told of a certificate, and of a place for files. */
export const CERTIFICATE_WARNING_MS = 60 * DAY_MS
export const DESTINATION_WARNING_MS = 7 * DAY_MS

/** For a statement: `now - ${interval(CLAIM_MS)}`. */
export const interval = (ms: number) => `interval '${ms} milliseconds'`
