/** DELETE /v1/dte/{codigoGeneracion}/return/{evento}: abandons a return event without a verdict. */
import { Refused } from '@sello/contract'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { takeEvento } from '../../ledger/events/event-store.ts'
import { findEvento } from '../../ledger/events/find-events.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Caller } from '../context.ts'
import { settle } from './settle.ts'
import { inFlight } from './target.ts'

/**
 * After this the event is `abandonado`, even if it was before, and its units are available again. Queries the
 * ministry a last time: a sealed event cannot be abandoned (422); nor can one without an answer (502), since it may
 * be sealed.
 */
export async function abandonReturn(
  ctx: Caller,
  asked: { readonly codigoGeneracion: string; readonly evento: string },
): Promise<StoredEvento> {
  const found = await findEvento(ctx.pool, readerOf(ctx), asked.evento)
  if (found?.kind !== 'retorno' || found.documento !== asked.codigoGeneracion) throw noReturn()
  const evento = found.estado === 'firmado' ? await giveUp(ctx, found) : found
  if (evento.estado === 'abandonado') return evento
  throw decided(evento)
}

async function giveUp(ctx: Caller, evento: StoredEvento): Promise<StoredEvento> {
  if (!(await takeEvento(ctx.pool, evento, { now: ctx.now, to: 'ask' }))) {
    throw inFlight(ctx, evento.codigoGeneracion, evento.createdAt)
  }
  const found = await ctx.mh.ask(evento)
  const verdict = found.kind === 'not_found' ? ({ kind: 'abandoned' } as const) : found
  const settled = await settle(ctx, evento, verdict)
  if (settled.estado === 'firmado') throw unreachable(settled)
  return settled
}

function noReturn() {
  const message = 'El documento no tiene un evento de retorno con ese código.'
  return new Refused('not_found', message, { field: 'evento' })
}

function decided({ codigoGeneracion, estado }: StoredEvento) {
  const message = `El evento de retorno ${codigoGeneracion} está ${estado}: ya no se abandona.`
  return new Refused('validation_failed', message, {
    issues: [{ field: 'evento', rule: estado, message }],
  })
}

function unreachable({ codigoGeneracion, mayHaveArrived: enviado }: StoredEvento) {
  return new Refused(
    'mh_unreachable',
    `Hacienda no respondió si tiene el evento ${codigoGeneracion}: sigue firmado y cuenta. Repita más tarde.`,
    { codigoGeneracion, enviado, evento: { codigoGeneracion } },
  )
}
