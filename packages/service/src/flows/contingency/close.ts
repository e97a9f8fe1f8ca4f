/**
 * POST /v1/contingencia: does now what the next call that signs would do. Nothing is signed twice: a document is in
 * one event, and an event without a verdict is queried and resent with the same bytes.
 */
import {
  ayudaOf,
  type ContingenciaCerrada,
  type ContingenciaRequest,
  Refused,
} from '@sello/contract'
import { HOUR_MS } from '../../base/time/durations.ts'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { takeEvento } from '../../ledger/events/event-store.ts'
import { findEvento } from '../../ledger/events/find-events.ts'
import { settleEvento } from '../../ledger/events/settle-event.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { findContingencyEvents, findPeriods } from '../../ledger/outages/periods.ts'
import type { RejectedAnswer } from '../../ledger/transmission/answer.ts'
import { retrySoon } from '../../ledger/transmission/lease.ts'
import { asSentence, mhRejected } from '../../outside/ministry/rejected.ts'
import type { Ctx } from '../context.ts'
import { signOwedEvents } from '../signing/sign-events.ts'
import { withCompanySigner } from '../signing/signer.ts'

export interface Closed extends ContingenciaCerrada {
  /** 202 while an event has no verdict. */
  readonly status: 200 | 202
}

/** How far back sealed events are reported, so that a repeat of the call reports them again. */
const REPORTED_FOR_MS = 72 * HOUR_MS
const PERIODS_MAX = 50

/** Refuses (409) during an outage, and (422) if the ministry rejects an event; another call may correct it. */
export async function closeContingency(ctx: Ctx, request: ContingenciaRequest): Promise<Closed> {
  const { companyId, ambiente } = ctx.key
  if (ctx.breaker.openIn(ambiente)) throw stillAway()
  const responsable = request.responsable ?? null
  const now = ctx.clock.now()
  const signing = { notRejectedSince: { inTime: now, late: now }, responsable }
  await withCompanySigner(ctx, (sign) => signOwedEvents(ctx, sign, signing)) // 401, 403, 409, 422

  const since = new Date(ctx.now.getTime() - REPORTED_FOR_MS)
  const wanted = { companyId, ambiente, since }
  for (const { codigoGeneracion, estado } of await findContingencyEvents(ctx.pool, wanted)) {
    if (estado === 'firmado') await sendEvento(ctx, codigoGeneracion)
  }
  const events = await findContingencyEvents(ctx.pool, wanted)
  const periods = await findPeriods(ctx.pool, { companyId, ambiente, limit: PERIODS_MAX })
  return {
    status: events.some(({ estado }) => estado === 'firmado') ? 202 : 200,
    eventos: events
      .filter(({ estado }) => estado !== 'rechazado')
      .map(({ codigoGeneracion, selloRecibido, documentos }) => {
        return { codigoGeneracion, selloRecibido, documentos }
      }),
    pendientes: periods.reduce((sum, { pendientes }) => sum + pendientes, 0),
  }
}

/** Sends one event, unless another process holds its lease. */
async function sendEvento(ctx: Ctx, codigoGeneracion: string): Promise<void> {
  const evento = await findEvento(ctx.pool, readerOf(ctx), codigoGeneracion)
  const taking = { now: ctx.clock.now(), to: 'send' } as const
  if (!evento || !(await takeEvento(ctx.pool, evento, taking))) return
  const verdict = await ctx.mh.resume(evento)
  const now = ctx.clock.now()
  const retryAt = verdict.kind === 'unanswered' ? retrySoon(now) : null
  await settleEvento(ctx.outcomePool, evento, { verdict, now, retryAt })
  if (verdict.kind === 'rejected') throw rejected(evento, verdict)
}

function stillAway() {
  return new Refused(
    'contingency_open',
    'Hacienda todavía no responde: el evento se firma y se envía cuando vuelva. Siga emitiendo.',
    {},
  )
}

/** What a person is told of a contingency event that the ministry rejected. */
export function rejected({ codigoGeneracion }: StoredEvento, answer: RejectedAnswer) {
  const ayuda = ayudaOf(answer, 'evento')
  const words = answer.descripcionMsg ?? (answer.observaciones.join('; ') || 'no dio razón')
  const message = `Hacienda rechazó el evento de contingencia: ${asSentence(words)} Sus documentos esperan otro; hay 24 horas para corregirlo. ${ayuda.queHacer}`
  return mhRejected(answer, message, { codigoGeneracion, numeroControl: null, ayuda })
}
