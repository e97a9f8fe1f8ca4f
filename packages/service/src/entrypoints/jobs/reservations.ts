/**
 * Releases prepared documents that were not signed in time: `liberado`, and their numbers return to their series in
 * the same commit. After a crash before it the next pass takes them again.
 */

import { leavesDoubt } from '../../base/db/errors.ts'
import { transaction } from '../../base/db/tx.ts'
import { grouped } from '../../base/grouped.ts'
import { describeError } from '../../base/log.ts'
import type { Deps } from '../../flows/context.ts'
import { skippedInLog, takeDue } from '../../ledger/cluster/due.ts'
import { type Expired, findExpired, releaseReservados } from '../../ledger/documents/reservado.ts'
import { returnNumbers } from '../../ledger/numbering/released.ts'
import { readNumeroControl, type Series } from '../../ledger/numbering/series.ts'

const BATCH = 200

/** Runs until none has expired. Returns the number of documents released. */
export async function releaseExpired(deps: Deps, signal?: AbortSignal): Promise<number> {
  const onSkipped = skippedInLog(deps.log, 'reservations')
  const busy = new Set<string>()
  const batches = takeDue<Expired, bigint>(deps.pool, {
    limit: BATCH,
    list: (wanted) => findExpired(deps.pool, { now: deps.clock.now(), ...wanted }, onSkipped),
    take: (_, expired) => releaseAll(deps, expired, busy),
    onSkipped,
  })
  let count = 0
  for await (const released of batches) {
    count += released.length
    if (signal?.aborted) break
  }
  return count
}

/** Of one company. A busy series does not block the others; its reservations wait for the next pass. */
async function releaseAll(
  deps: Deps,
  expired: readonly Expired[],
  busy: Set<string>,
): Promise<readonly bigint[]> {
  const released: bigint[] = []
  for (const [name, ofOne] of grouped(expired, nameOfSeries)) {
    if (busy.has(name)) continue
    const codes = ofOne.map(({ codigoGeneracion }) => codigoGeneracion)
    try {
      released.push(...(await releaseOf(deps, seriesOf(ofOne[0]), codes)))
    } catch (error) {
      if (leavesDoubt(error)) throw error // the database went away, or this company's machine
      busy.add(name)
      deps.log.error({ job: 'reservations', error: describeError(error) }, 'reservations stay')
    }
  }
  return released
}

/** Of one series, so that no transaction locks two counters; locks documents first, then their counter. */
function releaseOf(
  deps: Deps,
  series: Series,
  codes: readonly string[],
): Promise<readonly bigint[]> {
  return transaction(deps.pool, async (tx) => {
    const numbers = await releaseReservados(tx, series.companyId, codes, deps.clock.now())
    const correlativos = numbers.map((numero) => readNumeroControl(numero).correlativo)
    await returnNumbers(tx, series, correlativos)
    return correlativos
  })
}

function seriesOf({
  company_id: companyId,
  ambiente,
  tipoDte,
  year,
  numeroControl,
}: Expired): Series {
  const { codEstable, codPuntoVenta } = readNumeroControl(numeroControl)
  return { companyId, ambiente, tipoDte, codEstable, codPuntoVenta, year }
}

const nameOfSeries = (one: Expired) => Object.values(seriesOf(one)).join()
