/** Where filings rest, as their recovery needs it: documents in one table, events in another. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../db/pool.ts'
import type { Answer } from '../mh/answer.ts'
import type { Filing } from './filing.ts'

/** A filing that waits for the ministry, taken by lease. */
export interface Taken {
  readonly company_id: string
  readonly codigo_generacion: string
  readonly ambiente: Ambiente
  /** How often the job took it, this time included. */
  readonly attempts: number
  readonly created_at: Date
  readonly nit: string
  /** Of the company, as it is stored: sealed. */
  readonly data_key: Buffer
}

export interface Lease {
  readonly now: Date
  readonly leaseUntil: Date
  readonly limit: number
}

/** What came of a filing: the ministry's answer, or that it is given up. */
export type Verdict = Answer | { readonly kind: 'abandoned' }

export interface Settling {
  readonly verdict: Verdict
  readonly now: Date
  /** When the job takes it up again; null once it is decided. */
  readonly retryAt: Date | null
}

export interface Store {
  /** Takes what is due: a process that dies lets it come back by itself. */
  takeDue(pool: Pool, lease: Lease): Promise<readonly Taken[]>
  /** Null where it waits for nothing any more: somebody was faster. */
  open(pool: Pool, taken: Taken, dataKey: Buffer): Promise<Filing | null>
  /** Afterwards the verdict stands, for repeats too. Null where somebody else's stands already. */
  settle(pool: Pool, filing: Filing, settling: Settling): Promise<string | null>
}
