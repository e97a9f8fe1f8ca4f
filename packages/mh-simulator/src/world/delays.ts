/** Requests that a fault delays, until their time is over or the control API lets them go on. */
export interface Delays {
  /** Resolves with `time`, or before it at the next `end`. */
  readonly until: (time: Promise<void>) => Promise<void>
  /** Returns how many went on. */
  readonly end: () => number
}

export function createDelays(): Delays {
  const waiting = new Set<() => void>()
  return {
    until: (time) =>
      new Promise((resolve) => {
        const goOn = () => {
          waiting.delete(goOn)
          resolve()
        }
        waiting.add(goOn)
        void time.then(goOn)
      }),
    end: () => {
      const all = [...waiting]
      for (const goOn of all) goOn()
      return all.length
    },
  }
}
