/** Commit 2 of an event, and reading its result. */

import type { Earlier } from '../../ledger/claims/earlier.ts'
import type { Evento, StoredEvento } from '../../ledger/events/event.ts'
import { findEvento } from '../../ledger/events/find-events.ts'
import { settleEvento } from '../../ledger/events/settle-event.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { retrySoon } from '../../ledger/transmission/lease.ts'
import type { Verdict } from '../../ledger/transmission/store.ts'
import type { Caller } from '../context.ts'

/** Records the verdict, unless another one was first; every caller gets the recorded one. */
export async function settle(ctx: Caller, evento: Evento, verdict: Verdict): Promise<StoredEvento> {
  const now = ctx.clock.now()
  const retryAt = verdict.kind === 'unanswered' ? retrySoon(now) : null
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
