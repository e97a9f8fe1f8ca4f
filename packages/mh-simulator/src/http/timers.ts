/** Waits that can be given up together: when the simulator closes, nobody is kept awake by them. */
export interface Timers {
  /** Resolves after that many milliseconds; never, once cancelled. */
  readonly wait: (ms: number) => Promise<void>
  readonly cancel: () => void
}

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>()
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          running.delete(timer)
          resolve()
        }, ms)
        running.add(timer)
      }),
    cancel: () => {
      for (const timer of running) clearTimeout(timer)
      running.clear()
    },
  }
}
