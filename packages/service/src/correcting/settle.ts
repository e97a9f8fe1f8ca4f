/** Commit 2 of an event, and reading its result. */
import type { Caller } from '../context.ts'
import type { Evento, StoredEvento } from '../filings/event.ts'
import { findEvento } from '../filings/find-events.ts'
import { retryFrom } from '../filings/lease.ts'
import { settleEvento } from '../filings/settle-event.ts'
import type { Verdict } from '../filings/store.ts'
import type { Earlier } from '../idempotency/earlier.ts'
import { readerOf } from '../keys/reader.ts'

/** Records the verdict, unless another one was first; every caller gets the recorded one. */
export async function settle(ctx: Caller, evento: Evento, verdict: Verdict): Promise<StoredEvento> {
  const now = ctx.clock.now()
  const retryAt = verdict.kind === 'unanswered' ? retryFrom(now, 0) : null
  await settleEvento(ctx.outcomePool, evento, { verdict, now, retryAt })
  const stands = await findEvento(ctx.pool, readerOf(ctx), evento.codigoGeneracion)
  if (!stands) throw new Error('bug: an event that was settled is not there')
  return stands
}

/** The event of a settled claim. */
export async function readSettled(ctx: Caller, { outcome }: Earlier): Promise<StoredEvento> {
  if (!('evento' in outcome)) throw new Error('bug: a call about an event ended in a document')
  const evento = await findEvento(ctx.pool, readerOf(ctx), outcome.evento)
  if (!evento) throw new Error('bug: a settled claim names an event that is not there')
  return evento
}
