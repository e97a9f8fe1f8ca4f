/**
 * POST /v1/dte/prepare: the issuing page (issue.ts) without the sign key. Every refusal comes before the number
 * is reserved; commit 1 stores the unsigned document, which is the outcome.
 */
import type { DteRequest } from '@sello/contract'
import { type ClaimRow, type Earlier, earlierOf, findEarlier } from '../../ledger/claims/earlier.ts'
import type { Numerado } from '../../ledger/documents/firmado.ts'
import { assertAmountLimit, assertFitsSign, assertStorageDestination } from './assert.ts'
import { buildChecked } from './build.ts'
import type { IssuingCtx } from './context.ts'
import { printPrepareToken } from './prepare-token.ts'
import { readNumerado } from './record.ts'
import { reservedUntil } from './reserved-until.ts'

/** A document with its number reserved, and the token that it is signed with. */
export interface Prepared {
  readonly numerado: Numerado
  readonly prepareToken: string
  /** ISO instant until which it may be signed. */
  readonly venceEn: string
  readonly replayed: boolean
}

/** `found` is the claim row under the Idempotency-Key when the call arrived. */
export async function prepare(
  ctx: IssuingCtx,
  request: DteRequest,
  found: ClaimRow | null,
): Promise<Prepared> {
  assertStorageDestination(ctx) //                       422 no_storage_destination
  const earlier = earlierOf(found, ctx.claim, ctx.now) // 422 another body
  if (earlier) return readPrepared(ctx, earlier) //      the first answer again

  const draft = await buildChecked(ctx, request, null) // 409 reference_in_use, 404, 422 validation_failed
  if (!draft) return readPrepared(ctx, await findEarlier(ctx)) // another request made it meanwhile
  assertFitsSign(draft) //                               422 validation_failed
  assertAmountLimit(ctx.key, draft) //                   429 amount_limit

  const reservado = await ctx.commits.recordReservado(ctx, draft) // commit 1
  if (!reservado) return readPrepared(ctx, await findEarlier(ctx)) // another request was first
  return toPrepared(ctx, reservado, reservedUntil(ctx.now).toISOString())
}

/** Reads the stored answer of a claim and its document. */
async function readPrepared(ctx: IssuingCtx, earlier: Earlier): Promise<Prepared> {
  const { outcome } = earlier
  if (outcome.estado !== 'reservado') throw new Error('bug: a preparation ended in a verdict')
  const prepared = toPrepared(ctx, await readNumerado(ctx, earlier), outcome.venceEn)
  return { ...prepared, replayed: true }
}

function toPrepared(ctx: IssuingCtx, numerado: Numerado, venceEn: string): Prepared {
  const prepareToken = printPrepareToken(ctx, numerado, venceEn)
  return { numerado, prepareToken, venceEn, replayed: false }
}
