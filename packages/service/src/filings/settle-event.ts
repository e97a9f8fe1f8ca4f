/**
 * Commit 2 of an event: the ministry's verdict on it, and with it on what it is about, on the claim that
 * waits, and in the holding area. All of it stands or nothing does. Two workers may bring a verdict; the
 * second finds no row to move, and that is not an error.
 */
import type { EstadoEvento } from '@sello/contract'
import type { Pool } from '../db/pool.ts'
import { type Tx, transaction } from '../db/tx.ts'
import { stepOf } from '../documents/estados.ts'
import { releaseFromEvent } from '../outages/deferred.ts'
import type { Evento, Rechazo } from './event.ts'
import type { Settling, Verdict } from './store.ts'

/** The life of an event; `invalidated` is what the seal of its own invalidation does to a return event. */
// biome-ignore format: a table
const EVENT_TRANSITIONS = [
  // from        trigger        to
  ['firmado',   'sealed',      'sellado'],
  ['firmado',   'held',        'sellado'],
  ['firmado',   'rejected',    'rechazado'],
  ['firmado',   'unanswered',  'firmado'],
  ['firmado',   'abandoned',   'abandonado'],
  ['sellado',   'invalidated', 'invalidado'],
] as const satisfies readonly (readonly [EstadoEvento, string, EstadoEvento])[]

type Trigger = (typeof EVENT_TRANSITIONS)[number][1]

function stepOfEvent(trigger: Trigger) {
  const step = EVENT_TRANSITIONS.find(([, one]) => one === trigger)
  if (!step) throw new Error(`bug: no event is ${trigger}`)
  const [from, , to] = step
  return { from, to }
}

/** What a claim of an event is settled with; the answer is drawn again from the event. */
export interface EventOutcome {
  readonly estado: EstadoEvento
  /** The event's code. */
  readonly evento: string
}

/** Where the event stands now; null where another verdict stands already. */
export function settleEvento(
  pool: Pool,
  evento: Evento,
  settling: Settling,
): Promise<EstadoEvento | null> {
  const { verdict, now, retryAt } = takenFor(evento, settling)
  return transaction(pool, async (tx) => {
    // The order of locks of commit 1: the document, then its events.
    if (evento.documento !== null) await lockDocument(tx, evento)
    const { to } = stepOfEvent(verdict.kind)
    const claim = await moveEvento(tx, evento, { verdict, now, retryAt })
    if (claim === null) return null
    if (verdict.kind === 'unanswered') return to
    // The documents that a rejected contingency event listed need another one.
    if (verdict.kind === 'rejected' && evento.kind === 'contingencia') {
      await releaseFromEvent(tx, evento)
    }
    if (verdict.kind === 'sealed') {
      if (evento.kind === 'invalidacion') await cancel(tx, evento, now)
      if (evento.kind !== 'contingencia') await hold(tx, evento, now)
    }
    await settleClaim(tx, evento, claim, { estado: to, evento: evento.codigoGeneracion })
    return to
  })
}

/** What an event is settled with: of a contingency event also that the ministry holds it, without its seal. */
interface Taken extends Omit<Settling, 'verdict'> {
  readonly verdict: Verdict | { readonly kind: 'held' }
}

/**
 * That a contingency event exists already says that the ministry took it: its code is ours, and random.
 * The ministry keeps no seal of it for questions, so its documents go on without one.
 */
function takenFor({ kind }: Evento, settling: Settling): Taken {
  const { verdict } = settling
  const isHeld = kind === 'contingencia' && verdict.kind === 'unanswered' && verdict.denied
  return isHeld ? { ...settling, verdict: { kind: 'held' }, retryAt: null } : settling
}

async function lockDocument(tx: Tx, { companyId, documento }: Evento): Promise<void> {
  await tx.many(
    `select 1 from documents where company_id = $1 and codigo_generacion = $2 for no key update`,
    [companyId, documento],
  )
}

interface ClaimKey {
  readonly key_id: string
  readonly idempotency_key: string
}

function moveEvento(
  tx: Tx,
  evento: Evento,
  { verdict, now, retryAt }: Taken,
): Promise<ClaimKey | null> {
  const { from, to } = stepOfEvent(verdict.kind)
  const sealed = verdict.kind === 'sealed' ? verdict : null
  const rejected = verdict.kind === 'rejected' ? verdict : null
  const entry = from === to ? [] : [{ estado: to, fecha: now, motivo: motivoOf(verdict) }]
  return tx.maybeOne<ClaimKey>(
    `update events
        set estado = $4, sello_recibido = $5, fh_procesamiento = $6,
            observaciones = array(select json_array_elements_text($7::json)), rechazo = $8,
            historial = historial || $9::jsonb, lease_until = null, retry_at = $10
      where company_id = $1 and codigo_generacion = $2 and signature = $3 and estado = $11
     returning key_id, idempotency_key`,
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
      retryAt,
      from,
    ],
  )
}

function rechazoOf(rejected: Rechazo): Rechazo {
  const { codigoMsg, clasificaMsg, descripcionMsg, fhProcesamiento, observaciones } = rejected
  return { codigoMsg, clasificaMsg, descripcionMsg, fhProcesamiento, observaciones }
}

function motivoOf(verdict: Taken['verdict']): string | null {
  if (verdict.kind === 'abandoned') return 'Hacienda no lo tiene; no se vuelve a enviar.'
  return verdict.kind === 'rejected' ? verdict.descripcionMsg : null
}

/** What the sealed invalidation cancels: a return event, or the document. */
async function cancel(tx: Tx, invalidacion: Evento, now: Date): Promise<void> {
  const { companyId, documento, evento } = invalidacion
  const { from, to } = evento === null ? stepOf('invalidated') : stepOfEvent('invalidated')
  const motivo = `Evento de invalidación ${invalidacion.codigoGeneracion}.`
  const entry = JSON.stringify([{ estado: to, fecha: now, motivo }])
  const cancelled =
    evento === null
      ? await tx.run(
          `update documents set estado = $3, historial = historial || $4::jsonb
            where company_id = $1 and codigo_generacion = $2 and estado = $5`,
          [companyId, documento, to, entry, from],
        )
      : await tx.run(
          `update events set estado = $3, historial = historial || $4::jsonb
            where company_id = $1 and codigo_generacion = $2 and estado = $5`,
          [companyId, evento, to, entry, from],
        )
  if (cancelled !== 1) throw new Error('bug: what a sealed invalidation cancels is not sealed')
}

async function hold(
  tx: Tx,
  { companyId, codigoGeneracion, ambiente }: Evento,
  now: Date,
): Promise<void> {
  await tx.run(
    `insert into holding (company_id, codigo_generacion, ambiente, expires_at, copy_at, created_at)
     values ($1, $2, $3, $4::timestamptz + interval '1 hour', $4, $4)
     on conflict do nothing`,
    [companyId, codigoGeneracion, ambiente, now],
  )
}

async function settleClaim(
  tx: Tx,
  { companyId }: Evento,
  { key_id, idempotency_key }: ClaimKey,
  outcome: EventOutcome,
): Promise<void> {
  await tx.run(
    `update claims set outcome = $4
      where company_id = $1 and key_id = $2 and room = 'issue' and idempotency_key = $3
        and outcome is null`,
    [companyId, key_id, idempotency_key, JSON.stringify(outcome)],
  )
}
