/** What a run of a certification works with, and how it calls. */
import { isSelloError, type Sello, SelloError } from '@sello/client'
import type { Metas, TipoDte } from '@sello/contract'
import type { QuotaUsed } from '../calling/quota.ts'
import { isOfTheRequest, reasonOf } from '../calling/refused.ts'
import type { Receptor } from './requests.ts'
import type { Inventory, Serie } from './slots.ts'

/** Outages of the ministry in the test environment, announced. */
export interface Outages {
  /** One for as long as `work` runs. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Ends what a killed run left behind. */
  end(): Promise<void>
}

export interface Desk {
  readonly sello: Sello
  readonly campaign: string
  readonly types: readonly TipoDte[]
  readonly goals: Metas
  readonly receptores: readonly Receptor[]
  /** Null: this machine does not operate the service. */
  readonly outages: Outages | null
  readonly signal: AbortSignal
  readonly inventory: Inventory
  readonly failures: Failure[]
  /** Today in El Salvador. */
  hoy(): string
  /** Between calls, so that the ministry's test service is not pressed. */
  pause(ms: number): Promise<void>
  readonly pauseMs: number
  step(what: 'sellado' | 'contingencia' | 'rechazado'): void
  waitQuota(used: QuotaUsed): Promise<void>
}

/** Why something was not made, for people. */
export interface Failure {
  readonly serie: Serie | 'retorno'
  readonly n: number | null
  readonly motivo: string
}

/** After as many in a row of one kind the others go on without it. */
export const FAILURES_MAX = 3

/**
 * One call, repeated for as long as the key's quota refuses it. Null: refused, and noted. Throws what concerns more than
 * this call: a lost service, a key that may not, an unknown outcome.
 */
export async function attempt<T>(
  desk: Desk,
  of: Pick<Failure, 'serie' | 'n'>,
  call: () => Promise<T>,
): Promise<T | null> {
  for (;;) {
    try {
      const done = await call()
      await desk.pause(desk.pauseMs)
      return done
    } catch (error) {
      if (!(error instanceof SelloError)) throw error
      if (isSelloError(error, 'rate_limited')) {
        await desk.waitQuota(error.details)
        continue
      }
      if (!isOfTheRequest(error) && !OF_ITS_KIND.has(error.code)) throw error
      desk.failures.push({ ...of, motivo: reasonOf(error) })
      return null
    }
  }
}

/** Refusals of all of one kind: the other kinds go on. */
const OF_ITS_KIND: ReadonlySet<string> = new Set([
  'dte_type_not_allowed',
  'return_exceeds_available',
  'has_return_events',
])
