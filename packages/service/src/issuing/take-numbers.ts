/** The claims and the control numbers of commit 1: new ones of the series, or a rejected document's. */
import { formatNumeroControl } from '@sello/fiscal'
import type { Tx } from '../db/tx.ts'
import { moveRejected } from '../documents/corrected.ts'
import { type Claimant, takeClaim } from '../idempotency/claims.ts'
import { takeClaimsAndNumbers } from '../idempotency/claims-and-numbers.ts'
import type { Series } from '../numbering/series.ts'
import { type Corrected, correctedMeanwhile } from './complete-corrected.ts'

/** The numeroControl of each document that got its claim, by codigoGeneracion. */
export async function takeNumbers(
  tx: Tx,
  series: Series,
  claimants: readonly Claimant[],
): Promise<ReadonlyMap<string, string>> {
  const correlativos = await takeClaimsAndNumbers(tx, series, claimants)
  return new Map(
    [...correlativos].map(([codigo, correlativo]) => [
      codigo,
      formatNumeroControl({ correlativo, ...series }),
    ]),
  )
}

/**
 * The same of a document that corrects a rejected one: the series' counter is not touched. Refuses (422)
 * where another correction was first.
 */
export async function takeOverNumber(
  tx: Tx,
  corrected: Corrected,
  claimant: Claimant,
): Promise<ReadonlyMap<string, string>> {
  const { companyId, codigoGeneracion, numeroControl } = corrected
  if (!(await takeClaim(tx, companyId, claimant))) return new Map()
  if (!(await moveRejected(tx, corrected, claimant.now))) throw correctedMeanwhile(codigoGeneracion)
  return new Map([[codigoGeneracion, numeroControl]])
}
