/** The time limit of a whole call: its attempts, the waits between them, and what it looks up afterwards. */
import type { Platform } from './platform.ts'

export interface Deadline {
  /** Aborts when the caller's signal does, or when the time is over. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  /** Infinity without a limit; never below 0. */
  readonly remainingMs: () => number
  /** Releases the timer and the caller's signal. */
  end(): void
}

/** Longer timers fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** The timer decides, because the machine's clock may be set during a call. */
export function startDeadline(
  platform: Platform,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController()
  const began = platform.now()
  let isOver = false
  const abort = () => controller.abort(signal?.reason)
  const cancel =
    deadlineMs > TIMER_MS_MAX
      ? () => {}
      : platform.after(deadlineMs, () => {
          isOver = true
          controller.abort()
        })
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    isOver: () => isOver,
    remainingMs: () => (isOver ? 0 : Math.max(0, deadlineMs - (platform.now() - began))),
    end() {
      cancel()
      signal?.removeEventListener('abort', abort)
    },
  }
}
