/**
 * Commit 1. The documents of a batch belong to one series: they are numbered, signed (or reserved, if only
 * prepared) and stored together. A document that commit 1 may refuse runs alone.
 */
import { Refused } from '@sello/contract'
import type { Batch } from '../../base/db/batches.ts'
import { isLockTimeout } from '../../base/db/errors.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { isReplacementTaken, lockDoubtful } from '../../ledger/documents/doubtful.ts'
import { insertNumerados, type NewNumerado, type Numerado } from '../../ledger/documents/firmado.ts'
import { findByReferencia, isReferenciaTaken } from '../../ledger/documents/referencia.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { assertStillUsable } from '../../ledger/keys/usable.ts'
import { correctedMeanwhile } from './complete-corrected.ts'
import { takeCredits } from './credits.ts'
import type { Draft } from './draft.ts'
import { takeLiquidated } from './liquidated.ts'
import { beginningOf, claimantOf, numberOne, seriesOf, type Unsigned } from './number.ts'
import { referenceInUse } from './reference-in-use.ts'
import { type Named, takeNumbers, takeOverNumber } from './take-numbers.ts'

/**
 * After the commit each document's claim is taken, its number is spent and its bytes are stored; on failure, none
 * of these. Null for a document whose claim another request holds.
 */
export async function recordFirmados(batch: Batch<Unsigned>): Promise<(Numerado | null)[]> {
  const [first] = batch
  try {
    return await transaction(first.ctx.pool, async (tx) => {
      await lockKeys(tx, batch) //                      403: revoked, expired or suspended since the gates
      await lockReplaced(tx, first) //                  409, 422: sealed since the ministry was queried
      const names = await claimAndNumber(tx, batch) //  claims before numbers: the counter blocks its series
      const numbered = await signEach(tx, batch, names) // 422 for a note; the rest is computation
      const stored = numbered.filter((one) => one !== null)
      const { key, random, pool } = first.ctx
      const storing = { dataKey: readerOf(first.ctx).dataKey, random, rowFormat: key.rowFormat }
      if (stored.length > 0) await tx.commitWith(...insertNumerados(stored, storing, pool.options)) // in the states of estados.ts
      return numbered.map((one) => one?.numerado ?? null)
    })
  } catch (cause) {
    throw await refusalOf(cause, batch)
  }
}

/**
 * Keeps the keys' rows locked until the commit. If one of several keys is refused, each document is retried alone,
 * so that only its own caller is refused.
 */
async function lockKeys(tx: Tx, batch: Batch<Unsigned>): Promise<void> {
  const spenders = batch.map(({ ctx: { key, now }, sign }) => {
    return { companyId: key.companyId, keyId: key.keyId, now, signs: sign !== null }
  })
  try {
    await assertStillUsable(tx, batch[0].ctx.fence, spenders)
  } catch (error) {
    if (!(error instanceof Refused) || batch.length === 1) throw error
    throw new Error('the key of one of several callers may not issue any more', { cause: error })
  }
}

/** The lock orders this commit before or after the attempt's late seal. */
async function lockReplaced(tx: Tx, { ctx, draft }: Unsigned): Promise<void> {
  const { sustituye } = draft
  if (sustituye !== null && !(await lockDoubtful(tx, ctx.key.companyId, sustituye))) {
    throw replacementTaken(draft, sustituye)
  }
}

/** The refusal depends on the member that asked for the replacement. */
const replacementTaken = ({ corrects }: Draft, sustituye: string) =>
  corrects ? correctedMeanwhile(sustituye) : referenceInUse(sustituye)

/** Keyed by the code that each document proposed. Leaves out documents whose claim another request holds. */
function claimAndNumber(tx: Tx, batch: Batch<Unsigned>): Promise<ReadonlyMap<string, Named>> {
  const [first] = batch
  const { corrected } = first.draft
  if (corrected) {
    const correction = { claimant: claimantOf(first), beginning: beginningOf(first) }
    return takeOverNumber(tx, corrected, correction)
  }
  const series = seriesOf(first)
  return takeNumbers(tx, { series, dataKey: readerOf(first.ctx).dataKey }, batch.map(claimantOf))
}

/** Signing is computation, so it may run inside the transaction: no crash leaves a number without a signature. */
async function signEach(
  tx: Tx,
  batch: readonly Unsigned[],
  names: ReadonlyMap<string, Named>,
): Promise<(NewNumerado | null)[]> {
  const numbered: (NewNumerado | null)[] = []
  for (const unsigned of batch) {
    const name = names.get(unsigned.codigoGeneracion)
    if (!name) {
      numbered.push(null)
      continue
    }
    const { companyId, ambiente } = unsigned.ctx.key
    const { codigoGeneracion } = name
    const nota = { companyId, nota: codigoGeneracion }
    await takeLiquidated(tx, { companyId, ambiente, liquidacion: codigoGeneracion }, unsigned.draft)
    numbered.push(numberOne(unsigned, name, await takeCredits(tx, nota, unsigned.draft)))
  }
  return numbered
}

/** Translates an error that the database raised into the caller's refusal. */
async function refusalOf(cause: unknown, batch: Batch<Unsigned>) {
  const [first] = batch
  const { sustituye } = first.draft
  if (sustituye !== null && isReplacementTaken(cause)) {
    return replacementTaken(first.draft, sustituye)
  }
  if (isReferenciaTaken(cause) && batch.length === 1) return takenOrBusy(first, cause)
  return isLockTimeout(cause) ? busy(cause) : cause
}

/**
 * The document that had the reference may have been rejected since. Then the reference is free, and a retry gets
 * it.
 */
async function takenOrBusy({ ctx, draft }: Unsigned, cause: unknown) {
  const holder = await findByReferencia(ctx.pool, ctx.key, draft.referencia ?? '')
  return holder === null ? busy(cause) : referenceInUse(holder)
}

export function busy(cause?: unknown) {
  return new Refused(
    'correlative_unavailable',
    'La serie de numeración está ocupada. No se hizo nada: repita con la misma Idempotency-Key.',
    {},
    { cause },
  )
}
