/** Storage of filings as recovery uses it: documents in one table, events in another. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import type { Due, OnSkipped, Wanted } from '../cluster/due.ts'
import type { Answer } from './answer.ts'
import type { Filing } from './filing.ts'

/** A filing whose lease is over, as a look lists it. */
export interface DueFiling extends Due {
  readonly codigo_generacion: string
}

/** A leased filing without a verdict. */
export interface Taken {
  readonly company_id: string
  readonly codigo_generacion: string
  readonly ambiente: Ambiente
  /** Attempts of the job, this one included. */
  readonly attempts: number
  readonly created_at: Date
  readonly nit: string
  /** The company's data key, encrypted. */
  readonly data_key: Buffer
}

export interface Lease {
  readonly now: Date
  readonly leaseUntil: Date
  /** Environments with an open outage: nothing is sent there, and no attempt is counted. */
  readonly away: readonly Ambiente[]
}

/** The result of a filing: the ministry's answer, or that it is abandoned. */
export type Verdict = Answer | { readonly kind: 'abandoned' }

export interface Settling {
  readonly verdict: Verdict
  readonly now: Date
  /** When the job retries it; null once it is decided. */
  readonly retryAt: Date | null
}

export interface Store {
  /** Lists what is due, the oldest leases first. */
  listDue(
    pool: Pool,
    wanted: Pick<Lease, 'now' | 'away'> & Wanted,
    onSkipped: OnSkipped,
  ): Promise<readonly DueFiling[]>
  /** Leases those of a company's filings that are still due; a dead process's lease expires. */
  take(
    pool: Pool,
    due: { readonly companyId: string; readonly codes: readonly string[] },
    lease: Lease,
  ): Promise<readonly Taken[]>
  /** Null when it no longer waits: another worker settled it. */
  open(pool: Pool, taken: Taken, dataKey: Buffer): Promise<Filing | null>
  /** Stores the verdict, for repeats too. Null where another verdict came first. */
  settle(pool: Pool, filing: Filing, settling: Settling): Promise<string | null>
}
