/** The kinds of filings, and what happens to one without an answer. */

import { DAY_MS, HOUR_MS } from '../../base/time/durations.ts'

export interface Rule {
  /**
   * What the job does: `resume` queries, and sends the same bytes where the ministry has no record; `ask` only
   * queries.
   */
  readonly unattended: 'resume' | 'ask'
  /** From this age on it is only queried, and abandoned if the ministry has no record. Null: never. */
  readonly abandonedAfterMs: number | null
  /** Whether the company stores the files of sealed ones. */
  readonly files: boolean
}

export const RULES = {
  documento: { unattended: 'resume', abandonedAfterMs: null, files: true },
  // Its caller got 502 or no answer and may have decided otherwise, so only a repeat of that call sends it.
  invalidacion: { unattended: 'ask', abandonedAfterMs: DAY_MS, files: true },
  retorno: { unattended: 'resume', abandonedAfterMs: 72 * HOUR_MS, files: true }, // docs/wire.md#returns
  // It is owed every month whatever the ministry's silence, and nothing waits for what it reported.
  operaciones: { unattended: 'resume', abandonedAfterMs: null, files: true },
  contingencia: { unattended: 'resume', abandonedAfterMs: null, files: false },
} as const satisfies Readonly<Record<string, Rule>>
