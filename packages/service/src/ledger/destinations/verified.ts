/** A storage destination counts for 30 days after each verification (docs/wire.md#limits). */
import { DAY_MS } from '../../base/time/durations.ts'

export const VERIFIED_FOR_MS = 30 * DAY_MS

/** Until when it counts. */
export const verifiedUntil = (verifiedAt: Date): Date =>
  new Date(verifiedAt.getTime() + VERIFIED_FOR_MS)

export const isVerified = (verifiedAt: Date | null, now: Date): boolean =>
  verifiedAt !== null && verifiedUntil(verifiedAt) > now

/** A destination verified after this instant counts. */
export const verifiedSince = (now: Date): Date => new Date(now.getTime() - VERIFIED_FOR_MS)
