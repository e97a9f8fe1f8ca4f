/**
 * Notices when this process does not run for a while: stopped by a signal, suspended with its machine, or with an
 * event loop that is busy. Its timers then fire late, so a timeout does not show that nobody answered.
 */

export interface Stalls {
  /** Marks this instant. The result tells whether the process stalled at any time since. */
  mark(): () => boolean
  stop(): void
}

export interface StallParts {
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /**
   * Clocks in milliseconds; the greatest gap counts. The monotonic counter of a suspended machine may pause, and its
   * wall clock may be stepped only later.
   */
  readonly clocks: readonly (() => number)[]
}

const BEAT_MS = 500
/** An exchange with the ministry has 8 s (docs/sources.md#retries): a shorter stall leaves it most of them. */
export const STALL_MS = 3_000

export function watchStalls({ sleep, clocks }: StallParts): Stalls {
  const read = () => clocks.map((now) => now())
  let last = read()
  /** Another one after each stall. */
  let stretch = {}
  const beat = (): object => {
    const now = read()
    if (now.some((ms, i) => ms - (last[i] ?? ms) > STALL_MS)) stretch = {}
    last = now
    return stretch
  }
  const stopping = new AbortController()
  void (async () => {
    while (!stopping.signal.aborted) {
      await sleep(BEAT_MS, stopping.signal)
      beat()
    }
  })()
  return {
    mark() {
      const before = beat()
      return () => beat() !== before
    },
    stop: () => stopping.abort(),
  }
}
