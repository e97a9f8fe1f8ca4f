/** The events of the lost time, in an order in which each finds what it is about. */

import type { RecoveryDeps } from './import.ts'
import { importEvent } from './import-event.ts'
import { cancelsReturn, targetOf } from './lost-event.ts'
import type { FoundEvent } from './stored.ts'

export interface EventsReport {
  readonly recuperados: number
  /** The ministry does not say that it holds them: they wait, as any event without a verdict. */
  readonly sinSello: readonly string[]
  /** What they are about is not here whole: read its file in and reconcile again. */
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
 * What was cancelled counts for nothing: each such return comes with its invalidation, before the others, which fit
 * together whatever came between. Documents are cancelled in the end, for nothing is returned of a cancelled one.
 * Nothing depends on the events' own times, which are of seconds.
 */
function inOrder(found: readonly FoundEvent[]): readonly FoundEvent[] {
  const returns = found.filter(({ lost }) => lost.kind === 'retorno')
  const cancelling = found.filter(({ lost }) => cancelsReturn(lost))
  const cancelled = new Set(cancelling.map(({ lost }) => targetOf(lost)))
  const isCancelled = ({ lost }: FoundEvent) => cancelled.has(lost.codigoGeneracion)
  const ofDocuments = found.filter(({ lost }) => lost.kind !== 'retorno' && !cancelsReturn(lost))
  const withItsEnd = returns.filter(isCancelled).flatMap((one) => [one, ...endsOf(one)])
  const standing = returns.filter((one) => !isCancelled(one)).sort(byInstant)
  const others = cancelling.filter((one) => !withItsEnd.includes(one))
  return [...others, ...withItsEnd, ...standing, ...ofDocuments]

  function endsOf({ lost }: FoundEvent) {
    return cancelling.filter((one) => targetOf(one.lost) === lost.codigoGeneracion)
  }
}

const instantText = ({ lost }: FoundEvent) => `${lost.fecEmi} ${lost.horEmi}`
const byInstant = (a: FoundEvent, b: FoundEvent) => instantText(a).localeCompare(instantText(b))
