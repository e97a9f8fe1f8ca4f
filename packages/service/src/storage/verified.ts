/** SPEC 5.10: a storage destination counts for 30 days after it was verified. */
const VERIFIED_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** Until when it counts. */
export const verifiedUntil = (verifiedAt: Date): Date =>
  new Date(verifiedAt.getTime() + VERIFIED_FOR_MS)

export const isVerified = (verifiedAt: Date | null, now: Date): boolean =>
  verifiedAt !== null && verifiedUntil(verifiedAt) > now

/** One that was verified after this counts. */
export const verifiedSince = (now: Date): Date => new Date(now.getTime() - VERIFIED_FOR_MS)
