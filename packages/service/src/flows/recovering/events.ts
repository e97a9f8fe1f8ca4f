/** Imports lost events in an order in which each finds its target. */

import type { RecoveryDeps } from './import.ts'
import { importEvent } from './import-event.ts'
import { cancelledReturn, voidedBy } from './lost-event.ts'
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
 * fit together in any order, and special operations before what voids them. Other invalidations come last, because
 * nothing can be returned or voided of what is invalidated. The order does not rely on the events' own times, which
 * have a resolution of seconds.
 */
export function inOrder(found: readonly FoundEvent[]): readonly FoundEvent[] {
  const returns = found.filter(({ lost }) => lost.kind === 'retorno')
  const cancelling = found.filter((one) => cancelledBy(one) !== null)
  const cancelled = new Set(cancelling.map(cancelledBy))
  const isCancelled = ({ lost }: FoundEvent) => cancelled.has(lost.codigoGeneracion)
  const operaciones = [...found].filter(({ lost }) => lost.kind === 'operaciones').sort(byVoiding)
  const invalidaciones = found.filter(
    (one) => one.lost.kind === 'invalidacion' && cancelledBy(one) === null,
  )
  const withItsEnd = returns.filter(isCancelled).flatMap((one) => [one, ...endsOf(one)])
  const notCancelled = returns.filter((one) => !isCancelled(one)).sort(byInstant)
  const others = cancelling.filter((one) => !withItsEnd.includes(one))
  return [...others, ...withItsEnd, ...notCancelled, ...operaciones, ...invalidaciones]

  function endsOf({ lost }: FoundEvent) {
    return cancelling.filter((one) => cancelledBy(one) === lost.codigoGeneracion)
  }
}

const cancelledBy = ({ lost }: FoundEvent) => cancelledReturn(lost)

/** What reports comes before what voids: an event does one of the two. */
const isVoiding = ({ lost }: FoundEvent) =>
  lost.kind === 'operaciones' && voidedBy(lost.evento).length > 0
const byVoiding = (a: FoundEvent, b: FoundEvent) => Number(isVoiding(a)) - Number(isVoiding(b))

const instantText = ({ lost }: FoundEvent) => `${lost.fecEmi} ${lost.horEmi}`
const byInstant = (a: FoundEvent, b: FoundEvent) => instantText(a).localeCompare(instantText(b))
