/** Takes the claims and the control numbers in commit 1: new numbers of the series, or a rejected document's. */
import { formatNumeroControl } from '@sello/fiscal'
import type { Tx } from '../../base/db/tx.ts'
import { type Claimant, takeClaim } from '../../ledger/claims/claims.ts'
import { takeClaimsAndNumbers } from '../../ledger/claims/claims-and-numbers.ts'
import { findCodes } from '../../ledger/documents/codes.ts'
import { moveRejected } from '../../ledger/documents/corrected.ts'
import type { Beginning } from '../../ledger/documents/estados.ts'
import { codigoOf, TURNS_MAX } from '../../ledger/numbering/codigo.ts'
import type { Series } from '../../ledger/numbering/series.ts'
import { type Corrected, correctedMeanwhile } from './complete-corrected.ts'

/** A document's number and code. */
export interface Named {
  readonly numeroControl: string
  readonly codigoGeneracion: string
}

/**
 * The claimants that got their claim, keyed by the code that each one proposed. A new document's code is derived
 * from its number.
 */
export async function takeNumbers(
  tx: Tx,
  { series, dataKey }: { readonly series: Series; readonly dataKey: Buffer },
  claimants: readonly Claimant[],
): Promise<ReadonlyMap<string, Named>> {
  const taken = [...(await takeClaimsAndNumbers(tx, series, claimants))].map(([code, number]) => {
    const numeroControl = formatNumeroControl({ correlativo: number.correlativo, ...series })
    return { code, numeroControl, cameBack: number.cameBack }
  })
  const { ambiente, year } = series
  const turns = (numeroControl: string) =>
    Array.from({ length: TURNS_MAX }, (_, turn) =>
      codigoOf(dataKey, { ambiente, year, numeroControl }, turn),
    )
  const candidates = taken.flatMap((one) => (one.cameBack ? turns(one.numeroControl) : []))
  const used = await findCodes(tx, series.companyId, candidates)
  const named = new Map<string, Named>()
  for (const { code, numeroControl, cameBack } of taken) {
    const codes = cameBack
      ? turns(numeroControl)
      : [codigoOf(dataKey, { ambiente, year, numeroControl }, 0)]
    const codigoGeneracion = codes.find((one) => !used.has(one)) ?? code // random, so a restore cannot derive it
    named.set(code, { numeroControl, codigoGeneracion })
  }
  return named
}

/**
 * The same for a correction, which takes over the rejected document's number. Refuses (422) if another correction
 * came first.
 */
export async function takeOverNumber(
  tx: Tx,
  corrected: Corrected,
  { claimant, beginning }: { readonly claimant: Claimant; readonly beginning: Beginning },
): Promise<ReadonlyMap<string, Named>> {
  const { now } = claimant
  const { companyId, codigoGeneracion, numeroControl } = corrected
  if (!(await takeClaim(tx, companyId, claimant))) return new Map()
  if (!(await moveRejected(tx, corrected, { beginning, now })))
    throw correctedMeanwhile(codigoGeneracion)
  return new Map([[codigoGeneracion, { numeroControl, codigoGeneracion }]])
}
