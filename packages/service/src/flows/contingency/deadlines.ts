/** The nearest contingency deadlines: for transmitting an event, and for documents whose event is sealed. */
import { AMBIENTES } from '@sello/contract'
import { limiteDeLosDocumentos, limiteDelEvento } from '@sello/fiscal'
import type { Pool } from '../../base/db/pool.ts'
import type { Deadline } from '../../base/telemetry/metrics.ts'
import type { OnSkipped } from '../../ledger/cluster/due.ts'
import { type CompanyRunning, findRunning } from '../../ledger/outages/deadlines.ts'

export interface CompanyDeadline extends Deadline {
  readonly companyId: string
}

/** Those of every company. `onSkipped` hears of machines that are away. */
export const listDeadlines = async (pool: Pool, onSkipped: OnSkipped) =>
  deadlinesOf(await findRunning(pool, onSkipped))

/** The nearest of each company, kind and environment, in order of time. */
export function deadlinesOf(running: readonly CompanyRunning[]): readonly CompanyDeadline[] {
  const events = running.flatMap(({ closedAt, ...of }) =>
    closedAt ? [deadlineOf(of, 'event', limiteDelEvento(closedAt))] : [],
  )
  const documents = running.flatMap(({ eventSealedAt, ...of }) =>
    eventSealedAt ? [deadlineOf(of, 'documents', limiteDeLosDocumentos(eventSealedAt))] : [],
  )
  return [...events, ...documents].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const deadlineOf = (
  { companyId, ambiente }: Pick<CompanyDeadline, 'companyId' | 'ambiente'>,
  of: Deadline['of'],
  at: Date,
): CompanyDeadline => ({ companyId, ambiente, of, at })

/** Of these the nearest of each kind and environment; empty when nothing waits. */
export function nearestOf(all: readonly CompanyDeadline[]): readonly Deadline[] {
  return AMBIENTES.flatMap((ambiente) =>
    KINDS.flatMap((of) => {
      const first = all.find((one) => one.ambiente === ambiente && one.of === of)
      return first ? [{ ambiente, of, at: first.at }] : []
    }),
  )
}

const KINDS = ['event', 'documents'] as const
