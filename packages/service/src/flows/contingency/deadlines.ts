/**
 * The nearest contingency deadlines, for the operator: for transmitting an event, and for documents whose event is
 * sealed.
 */
import { limiteDeLosDocumentos, limiteDelEvento } from '@sello/fiscal'
import type { Db } from '../../base/db/query.ts'
import type { Deadline } from '../../base/telemetry/metrics.ts'
import { findRunning } from '../../ledger/outages/deadlines.ts'

/** The nearest of each kind and environment; empty when nothing waits. */
export async function nearestDeadlines(db: Db): Promise<readonly Deadline[]> {
  return (await findRunning(db)).flatMap(({ ambiente, closedAt, eventSealedAt }): Deadline[] => [
    ...(closedAt ? [{ ambiente, of: 'event', at: limiteDelEvento(closedAt) } as const] : []),
    ...(eventSealedAt
      ? [{ ambiente, of: 'documents', at: limiteDeLosDocumentos(eventSealedAt) } as const]
      : []),
  ])
}
