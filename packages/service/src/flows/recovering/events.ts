/** Imports lost events in an order in which each finds its target. */

import type { RecoveryDeps } from './import.ts'
import { importEvent } from './import-event.ts'
import { cancelsReturn, targetOf } from './lost-event.ts'
import type { FoundEvent } from './stored.ts'

export interface EventsReport {
  readonly recuperados: number
  /** The ministry did not confirm them: they wait, like any event without a verdict. */
  readonly sinSello: readonly string[]
  /** Their target is missing here or incomplete: import its file and reconcile again. */
  readonly sinDocumento: readonly string[]
}

export async function importEvents(
  deps: RecoveryDeps,
  desde: Date,
  found: readonly FoundEvent[],
): Promise<EventsReport> {
  const report = { recuperados: 0, sinSello: [] as string[], sinDocumento: [] as string[] }
  for (const { reader, lost } of inOrder(found)) {
    const imported = await importEvent(deps, { reader, desde }, lost)
    if (imported === 'imported') report.recuperados++
    if (imported === 'waiting') report.sinSello.push(lost.codigoGeneracion)
    if (imported === 'without_document') report.sinDocumento.push(lost.codigoGeneracion)
  }
  return report
}

/**
 * Cancelled returns come first, each with its invalidation, since they take no units. The remaining returns then
 * fit together in any order. Invalidations of documents come last, because nothing can be returned of an
 * invalidated document. The order does not rely on the events' own times, which have a resolution of seconds.
 */
function inOrder(found: readonly FoundEvent[]): readonly FoundEvent[] {
  const returns = found.filter(({ lost }) => lost.kind === 'retorno')
  const cancelling = found.filter(({ lost }) => cancelsReturn(lost))
  const cancelled = new Set(cancelling.map(({ lost }) => targetOf(lost)))
  const isCancelled = ({ lost }: FoundEvent) => cancelled.has(lost.codigoGeneracion)
  const ofDocuments = found.filter(({ lost }) => lost.kind !== 'retorno' && !cancelsReturn(lost))
  const withItsEnd = returns.filter(isCancelled).flatMap((one) => [one, ...endsOf(one)])
  const notCancelled = returns.filter((one) => !isCancelled(one)).sort(byInstant)
  const others = cancelling.filter((one) => !withItsEnd.includes(one))
  return [...others, ...withItsEnd, ...notCancelled, ...ofDocuments]

  function endsOf({ lost }: FoundEvent) {
    return cancelling.filter((one) => targetOf(one.lost) === lost.codigoGeneracion)
  }
}

const instantText = ({ lost }: FoundEvent) => `${lost.fecEmi} ${lost.horEmi}`
const byInstant = (a: FoundEvent, b: FoundEvent) => instantText(a).localeCompare(instantText(b))
