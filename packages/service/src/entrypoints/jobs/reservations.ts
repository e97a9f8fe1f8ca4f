/**
 * Releases prepared documents that were not signed in time: `liberado`, and their numbers return to their series in
 * the same commit. After a crash before it the next pass takes them again.
 */

import { transaction } from '../../base/db/tx.ts'
import { describeError } from '../../base/log.ts'
import type { Deps } from '../../flows/context.ts'
import { type Expired, findExpired, releaseReservados } from '../../ledger/documents/reservado.ts'
import { returnNumbers } from '../../ledger/numbering/released.ts'
import { readNumeroControl, type Series } from '../../ledger/numbering/series.ts'

const BATCH = 200

/** Runs until none has expired. Returns the number of documents released. */
export async function releaseExpired(deps: Deps, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const expired = await findExpired(deps.pool, deps.clock.now(), BATCH)
    let released = 0
    for (const [series, codes] of bySeries(expired)) {
      released += await releaseOrLog(deps, series, codes)
    }
    count += released
    // Reservations locked by another process stay expired and are left to the next pass.
    if (expired.length < BATCH || released === 0 || signal?.aborted) return count
  }
}

/** A busy series does not block the others; its reservations wait for the next pass. */
async function releaseOrLog(deps: Deps, series: Series, codes: string[]): Promise<number> {
  try {
    return await releaseOf(deps, series, codes)
  } catch (error) {
    deps.log.error({ job: 'reservations', error: describeError(error) }, 'reservations stay')
    return 0
  }
}

/** One series at a time, so that no process locks two counters; locks documents first, then their counter. */
function releaseOf(deps: Deps, series: Series, codes: readonly string[]): Promise<number> {
  return transaction(deps.pool, async (tx) => {
    const numbers = await releaseReservados(tx, series.companyId, codes, deps.clock.now())
    const correlativos = numbers.map((numero) => readNumeroControl(numero).correlativo)
    if (correlativos.length > 0) await returnNumbers(tx, series, correlativos)
    return correlativos.length
  })
}

function bySeries(expired: readonly Expired[]): Iterable<[Series, string[]]> {
  const groups = new Map<string, [Series, string[]]>()
  for (const one of expired) {
    const { companyId, ambiente, tipoDte, year, numeroControl, codigoGeneracion } = one
    const { codEstable, codPuntoVenta } = readNumeroControl(numeroControl)
    const series = { companyId, ambiente, tipoDte, codEstable, codPuntoVenta, year }
    const name = Object.values(series).join('/')
    const group = groups.get(name) ?? [series, []]
    group[1].push(codigoGeneracion)
    groups.set(name, group)
  }
  return groups.values()
}
