/** Timers that are cancelled together, so that closing the simulator waits for none of them. */
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
    },
  }
}
