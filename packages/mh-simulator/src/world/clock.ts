/** The simulator's clock: the machine's (or the caller's) moved by an offset. */
export interface Clock {
  readonly now: () => Date
  /** From here on the clock shows this instant, and goes on as before. */
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
