/**
 * POST /v1/dte/{codigoGeneracion}/return. Read it top to bottom: every refusal comes before anything is signed. A
 * repeat of a call without a verdict resumes the event that it signed, and never signs another.
 */
import { Refused, type ReturnRequest } from '@sello/contract'
import {
  type ClaimRow,
  claimStateOf,
  type Earlier,
  findClaim,
} from '../../ledger/claims/earlier.ts'
import { findDocument, noDocument, type Stored } from '../../ledger/documents/find.ts'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { takeEvento } from '../../ledger/events/event-store.ts'
import { findRetornoOfCall } from '../../ledger/events/find-events.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Ctx } from '../context.ts'
import { withCompanySigner } from '../signing/signer.ts'
import { type History, readHistory } from './balance.ts'
import { assertReturnable, buildRetornoChecked, type RetornoDraft } from './build-retorno.ts'
import { recordRetorno } from './record-retorno.ts'
import { readSettled, settle } from './settle.ts'
import { assertFree, assertTypeAllowed, inFlight } from './target.ts'

export interface AskedReturn {
  readonly codigoGeneracion: string
  readonly request: ReturnRequest
}

/** A return event with its verdict, or without one yet. */
export interface Devolucion {
  readonly documento: Stored
  readonly evento: StoredEvento
  /** All events about the document, including this one. */
  readonly history: History
  readonly replayed: boolean
}

/** `found` is the claim row under the Idempotency-Key when the call arrived. */
export async function registerReturn(
  ctx: Ctx,
  { codigoGeneracion, request }: AskedReturn,
  found: ClaimRow | null,
): Promise<Devolucion> {
  const claimState = claimStateOf(found, ctx.claim, ctx.now) //   422 another body
  const documento = await findDocument(ctx.pool, readerOf(ctx), codigoGeneracion)
  if (!documento) throw noDocument() //                         404 not_found
  if (claimState.kind === 'settled') return readEarlier(ctx, documento, claimState) // the first answer again
  assertTypeAllowed(ctx.key, documento.tipoDte) //            403 dte_type_not_allowed

  const signed = await findSigned(ctx, documento)
  if (signed?.estado === 'firmado') return resumePending(ctx, documento, signed) // 409 in flight; queries, then resends the same bytes
  if (signed) return replay(ctx, documento, signed) //        sealed, and its Idempotency-Key is free again
  if (claimState.kind === 'unfinished') return readLost(ctx, documento) // it ended just now

  const draft = await buildUnlessSigned(ctx, documento, { codigoGeneracion, request })
  if (!draft) return readLost(ctx, documento) //              an equal call signed it meanwhile
  const evento = await withCompanySigner(ctx, (sign) => recordRetorno(ctx, draft, sign)) // commit 1
  if (!evento) return readLost(ctx, documento) //             another request took the claim

  const answer = await ctx.mh.send(evento) //                 up to 40 s, and no transaction is open
  return withHistory(ctx, documento, await settle(ctx, evento, answer)) // commit 2
}

/**
 * Refuses (422) a wrong type, a missing seal, a closed window, wrong members and too many units. Null when an equal
 * call has signed its event meanwhile, since that event is then the reason for the refusal.
 */
async function buildUnlessSigned(
  ctx: Ctx,
  documento: Stored,
  { codigoGeneracion, request }: AskedReturn,
): Promise<RetornoDraft | null> {
  try {
    assertReturnable(ctx, documento, request)
    const history = await readHistory(ctx.pool, readerOf(ctx), codigoGeneracion)
    const asked = { documento, request, codigoGeneracion: ctx.random.uuid().toUpperCase() }
    return buildRetornoChecked(ctx, asked, history)
  } catch (refusal) {
    if (refusal instanceof Refused && (await findSigned(ctx, documento))) return null
    throw refusal
  }
}

/**
 * The event that this same call signed and that counts. Also found after the claim's 24 hours: a caller that got
 * 202 repeats the call when the ministry is back, and must not return the same units twice.
 */
function findSigned(ctx: Ctx, { codigoGeneracion }: Stored): Promise<StoredEvento | null> {
  const { idempotencyKey, bodyHash, olderBodyHashes } = ctx.claim
  return findRetornoOfCall(ctx.pool, readerOf(ctx), {
    documento: codigoGeneracion,
    keyId: ctx.key.keyId,
    idempotencyKey,
    intenciones: [bodyHash, ...olderBodyHashes],
  })
}

/** Queries the ministry, and sends the same bytes if it does not hold them. */
async function resumePending(
  ctx: Ctx,
  documento: Stored,
  evento: StoredEvento,
): Promise<Devolucion> {
  assertFree(ctx, evento, evento.codigoGeneracion)
  await withCompanySigner(ctx, async () => {}) // resending requires the right to sign
  if (!(await takeEvento(ctx.pool, evento, { now: ctx.now, to: 'send' }))) {
    throw inFlight(ctx, evento.codigoGeneracion, evento.createdAt)
  }
  const answer = await ctx.mh.resume(evento)
  return withHistory(ctx, documento, await settle(ctx, evento, answer))
}

/** The current outcome of another request with the same claim. */
async function readLost(ctx: Ctx, documento: Stored): Promise<Devolucion> {
  const claimState = claimStateOf(await findClaim(ctx), ctx.claim, ctx.now)
  if (claimState.kind === 'settled') return readEarlier(ctx, documento, claimState)
  if (claimState.kind === 'unfinished') throw claimState.refusal
  throw new Error('bug: a claim that another request took is not there')
}

async function readEarlier(ctx: Ctx, documento: Stored, earlier: Earlier): Promise<Devolucion> {
  return replay(ctx, documento, await readSettled(ctx, earlier))
}

async function replay(ctx: Ctx, documento: Stored, evento: StoredEvento): Promise<Devolucion> {
  return { ...(await withHistory(ctx, documento, evento)), replayed: true }
}

/** Refuses (422) an event that was abandoned, also while this call was waiting for the ministry. */
async function withHistory(ctx: Ctx, documento: Stored, evento: StoredEvento): Promise<Devolucion> {
  if (evento.estado === 'abandonado') throw abandoned(evento)
  const history = await readHistory(ctx.pool, readerOf(ctx), documento.codigoGeneracion)
  return { documento, evento, history, replayed: false }
}

function abandoned({ codigoGeneracion }: StoredEvento) {
  const message = `El evento de retorno ${codigoGeneracion} se abandonó; regístrelo de nuevo con otra Idempotency-Key.`
  return new Refused('validation_failed', message, {
    issues: [{ field: 'Idempotency-Key', rule: 'abandonado', message }],
  })
}
