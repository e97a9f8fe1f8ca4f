/** The units of time, and each duration that more than one file goes by. One that a single file needs stands there. */

const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** After it an Idempotency-Key is free again (docs/wire.md#idempotency). */
export const CLAIM_MS = 24 * HOUR_MS

/** From its rejection on a document can be corrected under its own number and code; later they are not taken again. */
export const CORRECTABLE_MS = 24 * HOUR_MS

/** How long a file can be downloaded from the holding area (docs/wire.md#files). */
export const HOLDING_MS = 60 * MINUTE_MS

/** After an unanswered call the ministry is queried again, with increasing delays. */
export const RETRY_MS = 15 * SECOND_MS

/** How long before it ends a certificate is warned of: the ministry takes days to issue one. */
export const CERTIFICATE_WARNING_MS = 60 * DAY_MS
/** The same of a storage destination's verification. */
export const DESTINATION_WARNING_MS = 7 * DAY_MS

/** For a statement: `$1 - ${interval(CLAIM_MS)}`. */
export const interval = (ms: number) => `interval '${ms} milliseconds'`
