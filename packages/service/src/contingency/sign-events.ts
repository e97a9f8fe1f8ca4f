/**
 * Contingency events, signed while a company's vault is open: at its next call that signs after the
 * ministry came back, or at `POST /v1/contingencia`. Source: docs/sources.md#contingency; ADR 0070.
 */
import { Refused } from '@sello/contract'
import {
  buildContingencia,
  DOCUMENTOS_POR_EVENTO,
  limiteDelEvento,
  type PersonaRequest,
  type Problem,
  serialiseContingencia,
} from '@sello/fiscal'
import type { Sign } from '@sello/vault'
import type { Ctx } from '../context.ts'
import { type Tx, transaction } from '../db/tx.ts'
import { TIPO_CONTINGENCIA } from '../documents/outcome.ts'
import { type Evento, encryptEvento } from '../filings/event.ts'
import { insertEvento } from '../filings/insert-event.ts'
import { readerOf } from '../keys/reader.ts'
import { assertSignerUsable } from '../keys/usable.ts'
import { describeError } from '../operator/log.ts'
import { listInEvent, type NotRejectedSince, type Owed, takeOwed } from '../outages/deferred.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { civilTime } from '../time/el-salvador.ts'

/** A call that only signs on the way does not do so for longer than it takes itself. */
const EVENTS_MAX = 10
/** What made the ministry reject an event is not gone a moment later. */
const AFTER_REJECTION_MS = 15 * MINUTE_MS
/** Too late already: whoever knows how to have it accepted asks by `POST /v1/contingencia`. */
const AFTER_LATE_REJECTION_MS = 6 * HOUR_MS

/**
 * Afterwards no document of the company waits for a contingency event that could be signed now. The call
 * on whose way it happens goes on whatever comes of it: what failed is in the log, and the next call that
 * signs tries again.
 */
export async function signOwedOnTheWay(ctx: Ctx, sign: Sign): Promise<void> {
  if (!ctx.breaker.isEventOwed(ctx.key.ambiente)) return
  const ago = (ms: number) => new Date(ctx.clock.now().getTime() - ms)
  const notRejectedSince = { inTime: ago(AFTER_REJECTION_MS), late: ago(AFTER_LATE_REJECTION_MS) }
  try {
    await signOwedEvents(ctx, sign, { notRejectedSince, responsable: null })
  } catch (error) {
    const { nit } = ctx.key.emisor
    ctx.log.error({ nit, error: describeError(error) }, 'a contingency event could not be signed')
  }
}

export interface Signing {
  /** Documents wait where an event was rejected after it. */
  readonly notRejectedSince: NotRejectedSince
  /** Who answers for the event before the ministry; null: the company. */
  readonly responsable: PersonaRequest | null
}

/** Returns the number of events signed; the transmission job, or the call, sends them. */
export async function signOwedEvents(ctx: Ctx, sign: Sign, signing: Signing): Promise<number> {
  for (let signed = 0; signed < EVENTS_MAX; signed++) {
    const isSigned = await transaction(ctx.pool, (tx) => signOne(tx, ctx, { sign, signing }))
    if (!isSigned) return signed
  }
  return EVENTS_MAX
}

/** Signing is computation: inside the transaction no moment has documents in an event that is not signed. */
async function signOne(
  tx: Tx,
  ctx: Ctx,
  { sign, signing }: { readonly sign: Sign; readonly signing: Signing },
): Promise<boolean> {
  const { companyId, ambiente } = ctx.key
  const { notRejectedSince } = signing
  const now = ctx.clock.now()
  const wanted = { companyId, ambiente, limit: DOCUMENTOS_POR_EVENTO, notRejectedSince }
  await assertSignerUsable(tx, ctx)
  const inTimeSince = new Date(2 * now.getTime() - limiteDelEvento(now).getTime())
  const documentos = await takeOwed(tx, { ...wanted, inTimeSince })
  const [first] = documentos
  if (!first) return false
  const evento = signEvent(ctx, { first, documentos, responsable: signing.responsable, now }, sign)
  const encryption = { dataKey: readerOf(ctx).dataKey, random: ctx.random }
  const encryptedPayload = encryptEvento(evento, encryption)
  const signed = { keyId: ctx.key.keyId, ...NO_CLAIM, createdAt: now }
  await insertEvento(tx, { ...evento, ...signed }, { encryptedPayload, leaseUntil: now })
  await listInEvent(
    tx,
    evento,
    documentos.map(({ codigoGeneracion }) => codigoGeneracion),
  )
  return true
}

/** No call waits for its outcome: an Idempotency-Key is never empty. */
const NO_CLAIM = { idempotencyKey: '', intencion: Buffer.alloc(0) } as const

interface Draft {
  readonly first: Owed
  readonly documentos: readonly Owed[]
  readonly responsable: PersonaRequest | null
  readonly now: Date
}

function signEvent(ctx: Ctx, draft: Draft, sign: Sign): Evento {
  const { ambiente, companyId, emisor } = ctx.key
  const { codEstable, codPuntoVenta } = emisor
  if (!codEstable || !codPuntoVenta) throw new Error('bug: a point of sale without its codes')
  const codigoGeneracion = ctx.random.uuid().toUpperCase()
  const transmision = momentoOf(draft.now)
  const { evento, problems } = buildContingencia({
    ...periodOf(draft),
    documentos: draft.documentos,
    tipoContingencia: TIPO_CONTINGENCIA,
    responsable: draft.responsable ?? { nombre: emisor.nombre, numDocumento: emisor.nit },
    emisor,
    establecimiento: { codEstable, codPuntoVenta },
    ambiente,
    codigoGeneracion,
    transmision,
  })
  assertGood(problems)
  const payload = serialiseContingencia(evento)
  return {
    kind: 'contingencia',
    companyId,
    ambiente,
    nit: emisor.nit,
    codigoGeneracion,
    tipoDte: '',
    version: evento.identificacion.version,
    payload,
    signature: sign(payload).signature,
    documento: null,
    evento: null,
    reemplazo: null,
    fecEmi: transmision.fecha,
    horEmi: transmision.hora,
    totales: null,
  }
}

/** Errors in the caller's members are 422, and nothing is signed; any other error is ours. */
function assertGood(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const ours = problems.find(({ field }) => !field.startsWith('responsable'))
  if (ours) throw new Error(`bug: a contingency event breaks ${ours.rule}: ${ours.field}`)
  throw new Refused('validation_failed', first.message, { issues: problems })
}

const SECOND_MS = 1_000

/**
 * From the first sending that nobody answered to the ministry's return, and at the least to the last
 * document: another process may have signed one while it had not read yet that the ministry is back.
 */
function periodOf({ first, documentos }: Draft) {
  const last = documentos.at(-1) ?? first
  const start = first.openedAt.getTime()
  const end = Math.max(first.closedAt.getTime(), last.createdAt.getTime(), start + SECOND_MS)
  return { inicio: momentoOf(first.openedAt), fin: momentoOf(new Date(end)) }
}

function momentoOf(at: Date) {
  const { fecEmi: fecha, horEmi: hora } = civilTime(at)
  return { fecha, hora }
}
