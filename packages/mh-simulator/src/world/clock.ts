/** The simulator's clock: the machine's (or the caller's) plus an offset. */
export interface Clock {
  readonly now: () => Date
  /** Sets the clock to this instant; it runs on from there. Throws NoSuchInstant, as does `advance`. */
  readonly set: (instant: Date) => void
  readonly advance: (ms: number) => void
  /** How far it is ahead of the machine's, in milliseconds. */
  readonly offset: () => number
}

/** Thrown for an instant that no document can be of: a year has four digits. */
export class NoSuchInstant extends Error {
  override readonly name = 'NoSuchInstant'
}

const FIRST_MS = Date.UTC(1970, 0, 1)
const END_MS = Date.UTC(10_000, 0, 1)

export function createClock(base: () => Date): Clock {
  let offsetMs = 0
  function move(ms: number): void {
    const atMs = base().getTime() + ms
    if (!(atMs >= FIRST_MS && atMs < END_MS)) throw new NoSuchInstant('the year has four digits')
    offsetMs = ms
  }
  return {
    now: () => new Date(base().getTime() + offsetMs),
    set: (instant) => move(instant.getTime() - base().getTime()),
    advance: (ms) => move(offsetMs + ms),
    offset: () => offsetMs,
  }
}
