/** A place in a feed: the position of the last row that its reader has, and the epoch in which it was given. */

export interface FeedCursor {
  readonly epoch: bigint
  readonly position: bigint
}

/** An epoch begins after a position of the one before it. */
export interface Epoch {
  readonly epoch: bigint
  readonly after: bigint
}

const FORM = /^([0-9a-z]{1,10})-([0-9a-z]{1,12})$/
const RADIX = 36

export const writeFeedCursor = ({ epoch, position }: FeedCursor): string =>
  `${epoch.toString(RADIX)}-${position.toString(RADIX)}`

/** Null for any other text. */
export function readFeedCursor(text: string): FeedCursor | null {
  const [, epoch, position] = FORM.exec(text) ?? []
  if (epoch === undefined || position === undefined) return null
  return { epoch: numberOf(epoch), position: numberOf(position) }
}

const numberOf = (digits: string) => BigInt(Number.parseInt(digits, RADIX))

/**
 * Where a reader goes on. What it has of an epoch beyond that epoch's end is lost with the restore: it goes on with
 * the next one. An epoch that is not known here was lost itself: it goes on with the newest. `epochs` from the oldest.
 */
export function resumeAt(epochs: readonly Epoch[], { epoch, position }: FeedCursor): bigint {
  const next = epochs.find((one) => one.epoch > epoch)
  const isKnown = epoch === 0n || epochs.some((one) => one.epoch === epoch)
  if (!isKnown) return epochs.at(-1)?.after ?? 0n
  return next && next.after < position ? next.after : position
}

/** The epoch in which a position was given. */
export const epochOf = (epochs: readonly Epoch[], position: bigint): bigint =>
  epochs.findLast(({ after }) => after < position)?.epoch ?? 0n
