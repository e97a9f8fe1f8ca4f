/**
 * The units of time, and every duration that more than one file uses. A duration of a single file is defined there.
 */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** When an Idempotency-Key is free again (docs/wire.md#idempotency). */
export const CLAIM_MS = 24 * HOUR_MS

/**
 * How long after its rejection a document can be corrected under its own number and code; later the ministry
 * refuses both.
 */
export const CORRECTABLE_MS = 24 * HOUR_MS

/** How long a file can be downloaded from the holding area (docs/wire.md#files). */
export const HOLDING_MS = 60 * MINUTE_MS

/** The first delay before an unanswered filing is queried again; later ones increase. */
export const RETRY_MS = 15 * SECOND_MS

/** How long before its end a certificate is warned about: the ministry takes days to issue a new one. */
export const CERTIFICATE_WARNING_MS = 60 * DAY_MS
/** The same for a storage destination's verification. */
export const DESTINATION_WARNING_MS = 7 * DAY_MS

/** For SQL: `$1 - ${interval(CLAIM_MS)}`. */
export const interval = (ms: number) => `interval '${ms} milliseconds'`
