/** What becomes of a filing that the ministry says nothing of, by kind. */

import { DAY_MS, HOUR_MS } from '../time/durations.ts'
import type { Kind } from './filing.ts'

export interface Rule {
  /**
   * What is done with it while nobody calls: `resume` asks, and sends the same bytes where the ministry does
   * not hold them; `ask` only learns what the ministry did with the bytes that it was sent.
   */
  readonly unattended: 'resume' | 'ask'
  /** From this age on it is only asked about, and given up where the ministry does not hold it. Null: never. */
  readonly abandonedAfterMs: number | null
}

export const RULES: Readonly<Record<Kind, Rule>> = {
  documento: { unattended: 'resume', abandonedAfterMs: null },
  // Its caller was told that nothing was cancelled (502), or nothing at all: only a call cancels.
  invalidacion: { unattended: 'ask', abandonedAfterMs: DAY_MS },
  retorno: { unattended: 'resume', abandonedAfterMs: 72 * HOUR_MS }, // docs/wire.md#returns
  contingencia: { unattended: 'resume', abandonedAfterMs: null },
}
