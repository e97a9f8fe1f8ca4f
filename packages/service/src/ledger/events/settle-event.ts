/**
 * Commit 2 of an event: stores the ministry's verdict on the event, its document, the waiting claim and the
 * holding area, all or nothing. Two workers may bring a verdict; the second finds no row to move, which is not
 * an error.
 */
import type { EstadoEvento } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { HOLDING_MS, interval } from '../../base/time/durations.ts'
import { type ClaimKey, settleClaim } from '../claims/claims.ts'
import { lockCompany } from '../companies/company.ts'
import { lockDocuments } from '../documents/related.ts'
import { closeFence, heldByAnother } from '../marks/marks.ts'
import { releaseFromEvent } from '../outages/deferred.ts'
import { tellSql, tipoOfEvento } from '../outbox/tell.ts'
import type { RejectedAnswer } from '../transmission/answer.ts'
import { askFrom } from '../transmission/lease.ts'
import type { EventOutcome } from '../transmission/outcome.ts'
import { RULES } from '../transmission/rules.ts'
import type { Settling, Verdict } from '../transmission/store.ts'
import { abandonRivals, cancel } from './cancel.ts'
import type { Evento, Rechazo } from './event.ts'
import { stepsOf } from './event-transitions.ts'

/**
 * The event's new state; null where another verdict came first, or where "already exists" on a first sending says
 * nothing because another worker has taken the event, and sent it.
 */
export function settleEvento(
  pool: Pool,
  evento: Evento,
  settling: Settling,
): Promise<EstadoEvento | null> {
  const { verdict, now, retryAt } = takenFor(evento, settling)
  return transaction(pool, async (tx) => {
    // Locks in the same order as commit 1: the document, or for special operations the company's row; then the events.
    if (evento.documento !== null) await lockDocuments(tx, evento.companyId, [evento.documento])
    else if (evento.kind === 'invalidacion') await lockCompany(tx, evento.companyId)
    const { to } = stepsOf(verdict.kind)
    const cancels = verdict.kind === 'sealed' && evento.kind === 'invalidacion'
    const others = cancels ? await abandonRivals(tx, evento, now) : []
    const claim = await moveEvento(tx, evento, { verdict, now, retryAt })
    if (claim === null) return null
    if (verdict.kind === 'unanswered') return to
    // The documents of a rejected contingency event need another event.
    if (verdict.kind === 'rejected' && evento.kind === 'contingencia') {
      await releaseFromEvent(tx, evento)
    }
    if (verdict.kind === 'rejected' && verdict.foreign?.isHeld) {
      await closeFence(tx, heldByAnother(evento.codigoGeneracion))
    }
    if (verdict.kind === 'sealed') {
      if (cancels) await cancel(tx, evento, now)
      if (RULES[evento.kind].files) await hold(tx, evento, now)
    }
    const { companyId, codigoGeneracion } = evento
    const outcome: EventOutcome = { estado: to, evento: codigoGeneracion }
    await settleClaim(tx, companyId, claim, outcome)
    for (const other of others) {
      const givenUp: EventOutcome = { estado: 'abandonado', evento: other.evento }
      await settleClaim(tx, companyId, other, givenUp)
    }
    return to
  })
}

/** The outcome of an event. A contingency event may also settle as "held by the ministry, seal unknown". */
interface Taken extends Omit<Settling, 'verdict'> {
  readonly verdict: Verdict | { readonly kind: 'held' }
}

/**
 * "Already exists" for a contingency event means the ministry accepted it, since its code is random and ours.
 * The ministry's query does not return its seal, so its documents proceed without one.
 */
function takenFor({ kind }: Evento, settling: Settling): Taken {
  const { verdict } = settling
  const isHeld = kind === 'contingencia' && verdict.kind === 'unanswered' && verdict.denied
  return isHeld ? { ...settling, verdict: { kind: 'held' }, retryAt: null } : settling
}

function moveEvento(
  tx: Tx,
  evento: Evento,
  { verdict, now, retryAt }: Taken,
): Promise<ClaimKey | null> {
  const { from, to } = stepsOf(verdict.kind)
  const sealed = verdict.kind === 'sealed' ? verdict : null
  const rejected = verdict.kind === 'rejected' ? verdict : null
  const motivo = sealed && evento.doubtfulSince ? LATE : motivoOf(verdict)
  const entry = verdict.kind === 'unanswered' ? [] : [{ estado: to, fecha: now, motivo }]
  return tx.maybeOne<ClaimKey>(
    `with moved as (
     update events
        set estado = $4, sello_recibido = $5, fh_procesamiento = $6,
            observaciones = array(select json_array_elements_text($7::json)), rechazo = $8,
            historial = historial || $9::jsonb, sendings = sendings - $12,
            lease_until = null, retry_at = $10
      where company_id = $1 and codigo_generacion = $2 and signature = $3 and estado = any ($11::text[])
        and not ($13 and attempts > 0)
     returning company_id, ambiente, codigo_generacion, kind, evento, documento, key_id, idempotency_key
     ), told as (${tellSql('moved', { tipo: '$14::text', at: '$15' })}
     )
     select key_id, idempotency_key,
            case kind when 'invalidacion' then coalesce(evento, documento)
                      else codigo_generacion end as codigo_generacion -- as its call took the claim
       from moved`,
    [
      evento.companyId,
      evento.codigoGeneracion,
      evento.signature,
      to,
      sealed?.selloRecibido ?? null,
      (sealed ?? rejected)?.fhProcesamiento ?? null,
      JSON.stringify(sealed?.observaciones ?? []),
      rejected && JSON.stringify(rechazoOf(rejected)),
      JSON.stringify(entry),
      retryAt ?? doubtfulUntil(evento, verdict, now),
      from,
      verdict.kind === 'unanswered' && verdict.unsent ? 1 : 0,
      rejected?.foreign?.isFirstSending ?? false,
      tipoOfEvento(evento, to),
      now,
    ],
  )
}

const LATE = 'Hacienda selló un envío anterior, que había quedado sin respuesta.'

/** When to query a decided event again: an earlier unanswered sending may still be sealed. */
function doubtfulUntil({ kind }: Evento, verdict: Taken['verdict'], now: Date): Date | null {
  if (kind === 'contingencia') return null // the ministry cannot be queried about it
  const isDoubtful =
    verdict.kind === 'abandoned' || (verdict.kind === 'rejected' && verdict.doubtful)
  return isDoubtful ? askFrom(now, now) : null
}

function rechazoOf({ kind: _, foreign: __, ...rechazo }: RejectedAnswer): Rechazo {
  return rechazo
}

function motivoOf(verdict: Taken['verdict']): string | null {
  if (verdict.kind === 'abandoned') return 'Hacienda no lo tiene; no se vuelve a enviar.'
  return verdict.kind === 'rejected' ? verdict.descripcionMsg : null
}

async function hold(
  tx: Tx,
  { companyId, codigoGeneracion, ambiente }: Evento,
  now: Date,
): Promise<void> {
  await tx.run(
    `insert into holding (company_id, codigo_generacion, ambiente, expires_at, copy_at, created_at)
     values ($1, $2, $3, $4::timestamptz + ${interval(HOLDING_MS)}, $4, $4)
     on conflict do nothing`,
    [companyId, codigoGeneracion, ambiente, now],
  )
}
