/** The events of the lost time, in an order in which each finds what it is about. */

import type { RecoveryDeps } from './import.ts'
import { importEvent } from './import-event.ts'
import { cancelsReturn, type LostEvent } from './lost-event.ts'
import type { FoundEvent } from './stored.ts'

export interface EventsReport {
  readonly recuperados: number
  /** The ministry does not say that it holds them: they wait, as any event without a verdict. */
  readonly sinSello: readonly string[]
  /** What they are about is not here whole: read its file in and reconcile again. */
  readonly sinDocumento: readonly string[]
}

/**
 * Returns and their invalidations one after the other, again while that helps: a return may fit only after another one
 * is cancelled. Documents are cancelled in the end, for nothing is returned of a cancelled one.
 */
export async function importEvents(
  deps: RecoveryDeps,
  desde: Date,
  found: readonly FoundEvent[],
): Promise<EventsReport> {
  const report = { recuperados: 0, sinSello: [] as string[] }
  const ofReturns = found.filter(({ lost }) => isAboutReturns(lost)).sort(byInstant)
  const ofDocuments = found.filter(({ lost }) => !isAboutReturns(lost))
  let left: readonly FoundEvent[] = ofReturns
  for (let before = left.length + 1; left.length < before; ) {
    before = left.length
    left = await importSome(deps, desde, left, report)
  }
  left = [...left, ...(await importSome(deps, desde, ofDocuments, report))]
  return { ...report, sinDocumento: left.map(({ lost }) => lost.codigoGeneracion) }
}

const isAboutReturns = (lost: LostEvent) => lost.kind === 'retorno' || cancelsReturn(lost)

const instantText = ({ lost }: FoundEvent) => `${lost.fecEmi} ${lost.horEmi}`
const byInstant = (a: FoundEvent, b: FoundEvent) => (instantText(a) < instantText(b) ? -1 : 1)

/** Those whose document is not there, or not yet. */
async function importSome(
  deps: RecoveryDeps,
  desde: Date,
  some: readonly FoundEvent[],
  report: { recuperados: number; sinSello: string[] },
): Promise<readonly FoundEvent[]> {
  const left: FoundEvent[] = []
  for (const one of some) {
    const { reader, lost } = one
    const imported = await importEvent(deps, { reader, desde }, lost)
    if (imported === 'without_document') left.push(one)
    if (imported === 'imported') report.recuperados++
    if (imported === 'waiting') report.sinSello.push(lost.codigoGeneracion)
  }
  return left
}
