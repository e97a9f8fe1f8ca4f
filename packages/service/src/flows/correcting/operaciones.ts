/**
 * POST /v1/operaciones-especiales. Read it top to bottom: every refusal comes before anything is signed. A repeat of a
 * call without a verdict resumes the event that it signed, and never signs another.
 */
import { type OperacionesRequest, Refused } from '@sello/contract'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { claimantOf, takeClaim } from '../../ledger/claims/claims.ts'
import { type ClaimRow, claimStateOf, findClaim } from '../../ledger/claims/earlier.ts'
import { lockCompany } from '../../ledger/companies/company.ts'
import type { Evento, Signed, StoredEvento } from '../../ledger/events/event.ts'
import { takeEvento } from '../../ledger/events/event-store.ts'
import { findOperacionesOfCall } from '../../ledger/events/find-events.ts'
import { insertEvento } from '../../ledger/events/insert-event.ts'
import { insertReported } from '../../ledger/events/vouchers.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { assertSignerUsable } from '../../ledger/keys/usable.ts'
import { leaseFrom } from '../../ledger/transmission/lease.ts'
import type { Ctx } from '../context.ts'
import { signEvento } from '../signing/sign-evento.ts'
import { withCompanySigner } from '../signing/signer.ts'
import { assertReportable } from './assert-reportable.ts'
import { buildOperacionesChecked, type OperacionesDraft } from './build-operaciones.ts'
import { readSettled, settle } from './settle.ts'
import { assertFree, assertTypeAllowed, IN_PLACE_OF, inFlight } from './target.ts'

export interface Reporte {
  readonly evento: StoredEvento
  readonly replayed: boolean
}

/** `found` is the claim row under the Idempotency-Key when the call arrived. */
export async function reportOperaciones(
  ctx: Ctx,
  request: OperacionesRequest,
  found: ClaimRow | null,
): Promise<Reporte> {
  const claimState = claimStateOf(found, ctx.claim, ctx.now) // 422 another body
  if (claimState.kind === 'settled') return replay(await readSettled(ctx, claimState)) // the first answer again
  assertTypeAllowed(ctx.key, IN_PLACE_OF) //                  403 dte_type_not_allowed

  const signed = await findSigned(ctx)
  if (signed?.estado === 'firmado') return resumePending(ctx, signed) // 409 in flight; queries, then resends the same bytes
  if (signed) return replay(signed) //                        sealed, and its Idempotency-Key is free again
  if (claimState.kind === 'unfinished') return readLost(ctx) // it ended just now

  const draft = await buildUnlessSigned(ctx, request) //      422, 429 amount_limit
  if (!draft) return readLost(ctx) //                         an equal call signed it meanwhile
  const evento = await withCompanySigner(ctx, (sign) =>
    transaction(ctx.pool, (tx) =>
      record(tx, ctx, { ...draft, signed: signEvento(ctx, draft.evento, sign) }),
    ),
  ) // commit 1
  if (!evento) return readLost(ctx) //                        another request took the claim

  const answer = await ctx.mh.send(evento) //                 up to 40 s, and no transaction is open
  return { evento: await settle(ctx, evento, answer), replayed: false } // commit 2
}

/** Null when an equal call has signed its event meanwhile, since that event is then the reason for the refusal. */
async function buildUnlessSigned(
  ctx: Ctx,
  request: OperacionesRequest,
): Promise<OperacionesDraft | null> {
  try {
    return await buildOperacionesChecked(ctx, request)
  } catch (refusal) {
    if (refusal instanceof Refused && (await findSigned(ctx))) return null
    throw refusal
  }
}

/**
 * Commit 1: the claim, the signed event and its paper. The lock of the company's row puts its events in a row, so that
 * no voucher is reported twice.
 */
async function record(
  tx: Tx,
  ctx: Ctx,
  { signed, reported }: OperacionesDraft & { readonly signed: Evento & Signed },
): Promise<(Evento & Signed) | null> {
  const { companyId } = ctx.key
  await assertSignerUsable(tx, ctx)
  if (!(await takeClaim(tx, companyId, claimantOf(ctx, signed.codigoGeneracion)))) return null
  await lockCompany(tx, companyId)
  // Separate statements: their snapshots are taken after the lock wait.
  await assertReportable(tx, ctx, reported)
  const { dataKey } = readerOf(ctx)
  await insertEvento(tx, signed, { dataKey, random: ctx.random, leaseUntil: leaseFrom(ctx.now) })
  await insertReported(tx, signed, reported)
  return signed
}

/** The event that this same call signed and that counts; also found after the claim's 24 hours. */
function findSigned(ctx: Ctx): Promise<StoredEvento | null> {
  const { idempotencyKey, bodyHash, olderBodyHashes } = ctx.claim
  return findOperacionesOfCall(ctx.pool, readerOf(ctx), {
    keyId: ctx.key.keyId,
    idempotencyKey,
    intenciones: [bodyHash, ...olderBodyHashes],
  })
}

/** Queries the ministry, and sends the same bytes if it does not hold them. */
async function resumePending(ctx: Ctx, evento: StoredEvento): Promise<Reporte> {
  assertFree(ctx, evento, evento.codigoGeneracion)
  await withCompanySigner(ctx, async () => {}) // resending requires the right to sign
  if (!(await takeEvento(ctx.pool, evento, { now: ctx.now, to: 'send' }))) {
    throw inFlight(ctx, evento.codigoGeneracion, evento.createdAt)
  }
  const answer = await ctx.mh.resume(evento)
  return { evento: await settle(ctx, evento, answer), replayed: false }
}

/** The current outcome of another request with the same claim. */
async function readLost(ctx: Ctx): Promise<Reporte> {
  const claimState = claimStateOf(await findClaim(ctx), ctx.claim, ctx.now)
  if (claimState.kind === 'settled') return replay(await readSettled(ctx, claimState))
  if (claimState.kind === 'unfinished') throw claimState.refusal
  throw new Error('bug: a claim that another request took is not there')
}

const replay = (evento: StoredEvento): Reporte => ({ evento, replayed: true })
