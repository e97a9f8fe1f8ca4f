/** Stalls that a test scripts, so that a busy machine makes none. */
import type { Stalls } from '../src/base/time/stalls.ts'

export const NEVER_STALLED: Stalls = { mark: () => () => false, stop: () => {} }

export interface ScriptedStalls extends Stalls {
  /** From now on every mark set before says so. */
  stall(): void
}

export function scriptedStalls(): ScriptedStalls {
  let stalls = 0
  return {
    mark() {
      const before = stalls
      return () => stalls !== before
    },
    stall() {
      stalls += 1
    },
    stop: () => {},
  }
}
