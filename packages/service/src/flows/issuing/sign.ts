/**
 * POST /v1/dte/sign: the issuing page from a reservation on. It signs the bytes that prepare stored; the caller's
 * copy only has to match them.
 */
import type { SignRequest } from '@sello/contract'
import type { Sign } from '@sello/vault'
import { transaction } from '../../base/db/tx.ts'
import { type ClaimRow, earlierOf, findClaim, findEarlier } from '../../ledger/claims/earlier.ts'
import { lockDoubtful } from '../../ledger/documents/doubtful.ts'
import { findDocument, type Stored } from '../../ledger/documents/find.ts'
import type { Firmado } from '../../ledger/documents/firmado.ts'
import { signReservado } from '../../ledger/documents/reservado.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { assertSignerUsable } from '../../ledger/keys/usable.ts'
import { leaseFrom } from '../../ledger/transmission/lease.ts'
import { withCompanySigner } from '../signing/signer.ts'
import { assertStorageDestination } from './assert.ts'
import type { IssuingCtx } from './context.ts'
import { findSealedAttempt } from './doubtful.ts'
import { assertPrepareToken, invalid } from './prepare-token.ts'
import { type Issued, readIssued, recordAnswer } from './record.ts'

/** `found` is the claim row under the Idempotency-Key, in sign's own key space, when the call arrived. */
export async function sign(
  ctx: IssuingCtx,
  request: SignRequest,
  found: ClaimRow | null,
): Promise<Issued> {
  assertStorageDestination(ctx) //                           422 no_storage_destination
  const earlier = earlierOf(found, ctx.claim, ctx.now) //     409 in flight, 422 another body
  if (earlier) return readIssued(ctx, earlier) //            the first answer again

  const codigoGeneracion = assertPrepareToken(ctx, request) // 422 prepare_token_invalid
  const stored = await findPrepared(ctx, codigoGeneracion)
  if (stored.estado !== 'reservado') return readSigned(ctx, stored) // a repeat, or another request was first

  await assertNotSealedBefore(ctx, stored) // 422 if its sale is sealed by now

  // A wrong or missing sign key is refused here: 401, 403 or 409, and the reservation stays as it was.
  const firmado = await withCompanySigner(ctx, (open) => recordSignature(ctx, stored, open)) // commit 1
  if (firmado === 'gone') return readSigned(ctx, await findPrepared(ctx, codigoGeneracion))
  if (!firmado) return readIssued(ctx, await findEarlier(ctx)) // another request took the claim

  const answer = await ctx.mh.send(firmado) //               up to 40 s, and no transaction is open
  return recordAnswer(ctx, firmado, answer) //               commit 2: the outcome, and the replay
}

/** A correction of a doubtful attempt: the ministry may have sealed that attempt since it was prepared. */
async function assertNotSealedBefore(ctx: IssuingCtx, { sustituye }: Stored): Promise<void> {
  const sealed = sustituye && (await findSealedAttempt(ctx, sustituye))
  if (sealed) throw invalid('ya_sellado', sealed)
}

async function findPrepared(ctx: IssuingCtx, codigoGeneracion: string): Promise<Stored> {
  const stored = await findDocument(ctx.pool, readerOf(ctx), codigoGeneracion)
  if (!stored) throw new Error('bug: a prepareToken of ours names a document that is not there')
  return stored
}

/** Under the same claim: the stored answer. Under another claim the token is used up (422). */
async function readSigned(ctx: IssuingCtx, { estado, codigoGeneracion }: Stored): Promise<Issued> {
  const earlier = earlierOf(await findClaim(ctx), ctx.claim, ctx.now)
  if (earlier) return readIssued(ctx, earlier)
  throw invalid(estado === 'liberado' ? 'vencido' : 'ya_firmado', codigoGeneracion)
}

/**
 * Commit 1. Afterwards the claim is taken and the signed bytes are stored, or neither: a reservation that
 * expired meanwhile rolls the claim back. Null: another request holds the claim.
 */
async function recordSignature(
  ctx: IssuingCtx,
  reservado: Stored,
  open: Sign,
): Promise<Firmado | 'gone' | null> {
  const { companyId, codigoGeneracion, payload, sustituye } = reservado
  const { keyId } = ctx.key
  const { idempotencyKey, bodyHash } = ctx.claim
  const { signature } = open(payload)
  const leaseUntil = leaseFrom(ctx.clock.now())
  const claim = { companyId, keyId, idempotencyKey, bodyHash, now: ctx.now }
  const signed = { ...claim, codigoGeneracion, signature, leaseUntil }
  const gone = new Error('signed or released, just now')
  return transaction(ctx.pool, async (tx) => {
    await assertSignerUsable(tx, ctx)
    // The ministry may have sealed it since it was queried. Locks in the order of commit 1: the doubtful attempt
    // first.
    if (sustituye !== null && !(await lockDoubtful(tx, companyId, sustituye))) {
      throw invalid('ya_sellado', sustituye)
    }
    const { claimed, moved } = await signReservado(tx, signed)
    if (claimed && !moved) throw gone
    return claimed ? { ...reservado, signature } : null
  }).catch((error: unknown) => {
    if (error !== gone) throw error
    return 'gone' as const
  })
}
