/** How long mails to buyers and to owners are tried, and how often. */
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'

const RETRY_MS = MINUTE_MS
const RETRY_MS_MAX = 4 * HOUR_MS

/** After this a mail server that refuses for now is believed. */
export const GIVEN_UP_MS = 48 * HOUR_MS

/** Milliseconds until the next attempt, after so many (from 1). */
export const delayAfter = (attempts: number): number =>
  Math.min(RETRY_MS * 2 ** (attempts - 1), RETRY_MS_MAX)
