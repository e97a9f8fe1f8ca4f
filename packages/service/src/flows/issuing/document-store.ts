/** Documents without a verdict, for recovery: taken by lease, and settled with the same commit as a call's. */
import { postponeDoubtful } from '../../ledger/documents/doubtful.ts'
import type { Firmado } from '../../ledger/documents/firmado.ts'
import { waitingDocuments } from '../../ledger/documents/waiting.ts'
import type { Filing } from '../../ledger/transmission/filing.ts'
import { isFirstSending, toOutcome } from '../../ledger/transmission/outcome.ts'
import type { Store, Verdict } from '../../ledger/transmission/store.ts'
import type { Deps } from '../context.ts'
import { recordVerdicts } from './record-verdicts.ts'

export const documentStore: Store = {
  ...waitingDocuments,

  async settle(pool, filing, { verdict, now, retryAt }) {
    if (verdict.kind === 'abandoned') throw new Error('bug: a document is never given up')
    if (filing.doubtfulSince && verdict.kind !== 'sealed') {
      const isAnothers = verdict.kind === 'rejected' && verdict.foreign !== undefined
      await postponeDoubtful(pool, filing, isAnothers ? null : retryAt)
      return 'rechazado'
    }
    const outcome = toOutcome(verdict)
    const unlessTaken = isFirstSending(verdict)
    const move = { trigger: verdict.kind, outcome, now, leaseUntil: retryAt, unlessTaken }
    const [moved] = await recordVerdicts([{ pool, which: filing as Firmado, move }])
    return moved?.estado ?? null
  },
}

/** Settles what the ministry has decided now. */
export const settleVerdict = (
  { outcomePool, clock }: Pick<Deps, 'outcomePool' | 'clock'>,
  filing: Filing,
  verdict: Verdict,
) => documentStore.settle(outcomePool, filing, { verdict, now: clock.now(), retryAt: null })
