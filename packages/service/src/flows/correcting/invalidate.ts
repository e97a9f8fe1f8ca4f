/**
 * POST /v1/dte/{codigoGeneracion}/invalidate. Read it top to bottom: every refusal comes before anything is signed,
 * and the ministry is queried about an event that an earlier call signed before another one is signed.
 */
import { type InvalidationRequest, Refused } from '@sello/contract'
import { transaction } from '../../base/db/tx.ts'
import { claimantOf, reopenClaim, settleClaim, takeClaim } from '../../ledger/claims/claims.ts'
import { type ClaimRow, claimStateOf, findClaim } from '../../ledger/claims/earlier.ts'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { takeEvento } from '../../ledger/events/event-store.ts'
import { findEventosOf, findInvalidacionesDe } from '../../ledger/events/find-events.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { EventOutcome } from '../../ledger/transmission/outcome.ts'
import type { Ctx } from '../context.ts'
import { withCompanySigner } from '../signing/signer.ts'
import { buildInvalidacionChecked } from './build-invalidacion.ts'
import { type ClaimOf, recordInvalidacion } from './record-invalidacion.ts'
import { readSettled, settle } from './settle.ts'
import {
  assertFree,
  assertTypeAllowed,
  findTarget,
  IN_PLACE_OF,
  inFlight,
  notSealed,
  type Target,
} from './target.ts'

export interface AskedInvalidation {
  readonly codigoGeneracion: string
  readonly request: InvalidationRequest
}

/** How a call ended: with the event's verdict, or with nothing left to cancel. */
export interface Invalidation {
  readonly target: Target
  /** Null: another call cancelled it before. */
  readonly evento: StoredEvento | null
  readonly replayed: boolean
}

/** `found` is the claim row under the Idempotency-Key when the call arrived. */
export async function invalidate(
  ctx: Ctx,
  { codigoGeneracion, request }: AskedInvalidation,
  found: ClaimRow | null,
): Promise<Invalidation> {
  const claimState = claimStateOf(found, ctx.claim, ctx.now) //    422 another body
  const target = await findTarget(ctx, codigoGeneracion) //    404 not_found
  const earlier = claimState.kind === 'settled' ? await readSettled(ctx, claimState) : null
  if (earlier && !isOpenAgain(earlier, target)) return replay(target, earlier) // the first answer again
  assertTypeAllowed(ctx.key, target.documento?.tipoDte ?? IN_PLACE_OF) // 403 dte_type_not_allowed
  if (target.estado === 'invalidado') return { target, evento: null, replayed: false }
  if (target.estado !== 'sellado') throw notSealed(codigoGeneracion, target.estado) // 422

  const claim: ClaimOf = earlier ? { abandoned: earlier.codigoGeneracion } : 'free'
  const pending = await findPending(ctx, target)
  if (pending) {
    const ended = await resumePending(ctx, target, pending) //          409 in flight, 502 mh_unreachable
    if (ended) {
      await claimOutcome(ctx, ended, claim) // for repeats of this call
      return ended
    }
  }
  if (claimState.kind === 'unfinished') return readLost(ctx, target) // it ended just now

  const draft = await buildInvalidacionChecked(ctx, target, request) // 409 has_return_events, 422
  const evento = await withCompanySigner(ctx, (sign) =>
    recordInvalidacion(ctx, draft, { sign, claim }),
  ) // commit 1
  if (!evento) return readLost(ctx, target) //                 another call was first

  const answer = await ctx.mh.send(evento) //                  up to 40 s, and no transaction is open
  return conclude(ctx, target, await settle(ctx, evento, answer)) // commit 2: the verdict, and the replay
}

/** Another call abandoned this call's event and the document is still sealed: this call has no outcome yet. */
const isOpenAgain = (evento: StoredEvento, target: Target) =>
  evento.estado === 'abandonado' && target.estado === 'sellado'

/** The invalidation without a verdict that an earlier call signed. */
async function findPending(ctx: Ctx, target: Target): Promise<StoredEvento | null> {
  const { codigoGeneracion } = target
  const reader = readerOf(ctx)
  const eventos =
    target.evento === null
      ? await findEventosOf(ctx.pool, reader, codigoGeneracion)
      : await findInvalidacionesDe(ctx.pool, reader, codigoGeneracion)
  const cancelled = target.evento && codigoGeneracion
  return (
    eventos.find(
      ({ kind, estado, evento }) =>
        kind === 'invalidacion' && estado === 'firmado' && evento === cancelled,
    ) ?? null
  )
}

/**
 * Queries the ministry about the signed event. If the ministry does not hold it, the same bytes are sent when this
 * call asks for the same; when it asks for something else, the event is abandoned and null is returned.
 */
async function resumePending(
  ctx: Ctx,
  target: Target,
  pending: StoredEvento,
): Promise<Invalidation | null> {
  const { bodyHash, olderBodyHashes } = ctx.claim
  const isSame = [bodyHash, ...olderBodyHashes].some((hash) => hash.equals(pending.intencion))
  assertFree(ctx, pending, target.codigoGeneracion)
  if (isSame) await withCompanySigner(ctx, async () => {}) // resending requires the right to sign
  if (!(await takeEvento(ctx.pool, pending, { now: ctx.now, to: isSame ? 'send' : 'ask' }))) {
    throw inFlight(ctx, target.codigoGeneracion, pending.createdAt)
  }
  const answer = isSame ? await ctx.mh.resume(pending) : await ctx.mh.ask(pending)
  const verdict = answer.kind === 'not_found' ? ({ kind: 'abandoned' } as const) : answer
  const settled = await settle(ctx, pending, verdict)
  if (!isSame && ENDED_WITHOUT_SEAL.has(settled.estado)) return null
  const ended = await conclude(ctx, target, settled)
  return isSame ? ended : { ...ended, evento: null }
}

/**
 * Settles the claim of a call whose outcome is the event that another call signed with the same body. The call that
 * signed it has its claim.
 */
async function claimOutcome(
  ctx: Ctx,
  { target, evento }: Invalidation,
  claim: ClaimOf,
): Promise<void> {
  if (evento === null) return
  const { companyId } = ctx.key
  const claimant = claimantOf(ctx, target.codigoGeneracion)
  const { keyId: key_id, idempotencyKey: idempotency_key, codigoGeneracion } = claimant
  const claimKey = { key_id, idempotency_key, codigo_generacion: codigoGeneracion }
  const outcome: EventOutcome = { estado: evento.estado, evento: evento.codigoGeneracion }
  await transaction(ctx.pool, async (tx) => {
    const isTaken =
      claim === 'free'
        ? await takeClaim(tx, companyId, claimant)
        : await reopenClaim(tx, companyId, claimant, claim.abandoned)
    if (isTaken) await settleClaim(tx, companyId, claimKey, outcome)
  })
}

const ENDED_WITHOUT_SEAL: ReadonlySet<StoredEvento['estado']> = new Set(['abandonado', 'rechazado'])

/** Refuses (502) where the document stands and the event has no verdict of the ministry. */
async function conclude(ctx: Ctx, before: Target, evento: StoredEvento): Promise<Invalidation> {
  const target = await findTarget(ctx, before.codigoGeneracion)
  if (evento.estado === 'firmado' || isOpenAgain(evento, target)) {
    throw unreachable(before.codigoGeneracion, evento)
  }
  return { target, evento, replayed: false }
}

/** Another call took the claim, or has just signed an invalidation of the same target. */
async function readLost(ctx: Ctx, target: Target): Promise<Invalidation> {
  const claimState = claimStateOf(await findClaim(ctx), ctx.claim, ctx.now)
  if (claimState.kind === 'unfinished') throw claimState.refusal
  const earlier = claimState.kind === 'settled' ? await readSettled(ctx, claimState) : null
  if (earlier && !isOpenAgain(earlier, target)) return replay(target, earlier)
  throw inFlight(ctx, target.codigoGeneracion, ctx.now)
}

function replay(target: Target, evento: StoredEvento): Invalidation {
  return { target, evento, replayed: true }
}

/** Only an event of which no byte left has certainly cancelled nothing. */
function unreachable(codigoGeneracion: string, evento: StoredEvento) {
  const { mayHaveArrived: enviado } = evento
  const message = enviado
    ? `Hacienda no respondió: no se sabe si el evento ${evento.codigoGeneracion} llegó a invalidar ${codigoGeneracion}. Repita con la misma Idempotency-Key, que lo resuelve sin firmar otro, o consulte el documento.`
    : `No se pudo llegar a Hacienda y no se le envió nada: ${codigoGeneracion} sigue como estaba y no se canceló nada. Repita con la misma Idempotency-Key.`
  return new Refused('mh_unreachable', message, {
    codigoGeneracion,
    enviado,
    evento: { codigoGeneracion: evento.codigoGeneracion },
  })
}
