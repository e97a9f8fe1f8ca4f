/** The simulator's clock: the machine's (or the caller's) plus an offset. */
export interface Clock {
  readonly now: () => Date
  /** Sets the clock to this instant; it runs on from there. */
  readonly set: (instant: Date) => void
  readonly advance: (ms: number) => void
}

export function createClock(base: () => Date): Clock {
  let offsetMs = 0
  return {
    now: () => new Date(base().getTime() + offsetMs),
    set: (instant) => {
      offsetMs = instant.getTime() - base().getTime()
    },
    advance: (ms) => {
      offsetMs += ms
    },
  }
}
