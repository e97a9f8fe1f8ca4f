/**
 * Signs contingency events while a company's vault is open: at its next call that signs after the ministry came
 * back, or at `POST /v1/contingencia`. Source: docs/sources.md#contingency; ADR 0070.
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
import { type Tx, transaction } from '../../base/db/tx.ts'
import { describeError } from '../../base/log.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { companyAsResponsable, findResponsable } from '../../ledger/companies/responsable.ts'
import type { Evento } from '../../ledger/events/event.ts'
import { insertEvento } from '../../ledger/events/insert-event.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { assertSignerUsable } from '../../ledger/keys/usable.ts'
import {
  listInEvent,
  type NotRejectedSince,
  type Owed,
  takeOwed,
} from '../../ledger/outages/deferred.ts'
import { TIPO_CONTINGENCIA } from '../../ledger/transmission/outcome.ts'
import type { Ctx } from '../context.ts'

/** Bounds the time that a call spends on signing events besides its own work. */
const EVENTS_MAX = 10
/** The cause of a rejection is unlikely to be gone a moment later. */
const AFTER_REJECTION_MS = 15 * MINUTE_MS
/** The event is already too late, so a retry is not urgent: `POST /v1/contingencia` retries it at once. */
const AFTER_LATE_REJECTION_MS = 6 * HOUR_MS

/**
 * Signs every contingency event of the company that can be signed now. A failure does not affect the call: it is
 * logged, and the next call that signs tries again.
 */
export async function trySignOwedEvents(ctx: Ctx, sign: Sign): Promise<void> {
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
  /** Documents wait if one of their events was rejected after this time. */
  readonly notRejectedSince: NotRejectedSince
  /** Who answers for the event before the ministry; null: the person that the company has stated. */
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

/**
 * Signing is computation, so it runs inside the transaction: no committed state has documents in an unsigned event.
 */
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
  // A company that has stated nobody answers itself: an event is never kept waiting for a name.
  const responsable =
    signing.responsable ??
    (await findResponsable(tx, companyId)) ??
    companyAsResponsable(ctx.key.emisor)
  const evento = signEvent(ctx, { first, documentos, responsable, now }, sign)
  const { dataKey } = readerOf(ctx)
  const signed = { keyId: ctx.key.keyId, ...NO_CLAIM, createdAt: now }
  const storing = { dataKey, random: ctx.random, leaseUntil: now }
  await insertEvento(tx, { ...evento, ...signed }, storing)
  await listInEvent(
    tx,
    evento,
    documentos.map(({ codigoGeneracion }) => codigoGeneracion),
  )
  return true
}

/** No call waits for its outcome. No caller can send an empty Idempotency-Key. */
const NO_CLAIM = { idempotencyKey: '', intencion: Buffer.from('') } as const

interface Draft {
  readonly first: Owed
  readonly documentos: readonly Owed[]
  readonly responsable: PersonaRequest
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
    responsable: draft.responsable,
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

/** Problems in the caller's members refuse (422), and nothing is signed; any other problem is our bug. */
function assertGood(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const ours = problems.find(({ field }) => !field.startsWith('responsable'))
  if (ours) throw new Error(`bug: a contingency event breaks ${ours.rule}: ${ours.field}`)
  throw new Refused('validation_failed', first.message, { issues: problems })
}

const SECOND_MS = 1_000

/**
 * From the first unanswered sending to the ministry's return, or to the last document if that is later: another
 * process may have signed it before it learnt that the ministry is back.
 */
export function periodOf({ first, documentos }: Pick<Draft, 'first' | 'documentos'>) {
  const last = documentos.at(-1) ?? first
  const start = first.openedAt.getTime()
  const end = Math.max(first.closedAt.getTime(), last.createdAt.getTime(), start + SECOND_MS)
  return { inicio: momentoOf(first.openedAt), fin: momentoOf(new Date(end)) }
}

function momentoOf(at: Date) {
  const { fecEmi: fecha, horEmi: hora } = civilTime(at)
  return { fecha, hora }
}
