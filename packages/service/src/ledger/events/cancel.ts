/** What a sealed invalidation changes in other rows, in the same commit. */
import type { Tx, Values } from '../../base/db/tx.ts'
import type { ClaimKey } from '../claims/claims.ts'
import { stepOf } from '../documents/estados.ts'
import { appendable, appendSql } from '../documents/historial.ts'
import { copyAgain } from '../holding/copies.ts'
import { tellSql } from '../outbox/tell.ts'
import type { Evento } from './event.ts'
import { stepsOf } from './event-transitions.ts'

/** An abandoned invalidation and its waiting claim. */
interface AbandonedRival extends ClaimKey {
  readonly evento: string
}

/** When a late seal arrives, a second invalidation of the same target can never be sealed: it is abandoned. */
export async function abandonRivals(
  tx: Tx,
  sealed: Evento,
  now: Date,
): Promise<readonly AbandonedRival[]> {
  const { companyId, codigoGeneracion, documento, evento } = sealed
  const ofTarget = evento === null ? 'documento = $2 and evento is null' : 'evento = $2'
  const motivo = `Hacienda selló antes el evento ${codigoGeneracion}.`
  const { from, to } = stepsOf('abandoned')
  const entry = JSON.stringify([{ estado: to, fecha: now, motivo }])
  const others = await tx.many<ClaimKey & { code: string }>(
    `with abandoned as (
     update events
        set estado = $5, historial = historial || $4::jsonb, lease_until = null, retry_at = null
      where company_id = $1 and ${ofTarget} and kind = 'invalidacion'
        and estado = any ($6::text[]) and codigo_generacion <> $3
     returning company_id, ambiente, codigo_generacion, evento, documento, key_id, idempotency_key
     ), told as (${tellSql('abandoned', { tipo: ABANDONADA, at: '$7' })}
     )
     select key_id, idempotency_key, coalesce(evento, documento) as codigo_generacion,
            codigo_generacion as code
       from abandoned`,
    [companyId, evento ?? documento, codigoGeneracion, entry, to, from, now],
  )
  return others.map(({ code, ...claim }) => ({ ...claim, evento: code.toUpperCase() }))
}

/** The feed tells invalidations of what is about a document. */
const ABANDONADA = `case when documento is not null then 'invalidacion.abandonada' end`

/** What the sealed invalidation cancels: an event, or the document. */
export async function cancel(tx: Tx, invalidacion: Evento, now: Date): Promise<void> {
  const { companyId, documento, evento } = invalidacion
  const motivo = `Evento de invalidación ${invalidacion.codigoGeneracion}.`
  const cancelled =
    evento === null
      ? await cancelDocument(tx, [companyId, documento], { now, motivo })
      : await cancelEvento(tx, [companyId, evento], { now, motivo })
  if (cancelled.length !== 1)
    throw new Error('bug: what a sealed invalidation cancels is not sealed')
  const codigoGeneracion = evento ?? documento
  if (codigoGeneracion === null) throw new Error('bug: an invalidation that cancels nothing')
  const { ambiente } = invalidacion
  await copyAgain(tx, { companyId, codigoGeneracion, ambiente }, now)
}

interface Cancelling {
  readonly now: Date
  readonly motivo: string
}

function cancelDocument(tx: Tx, which: Values, { now, motivo }: Cancelling) {
  const { from, to } = stepOf('invalidated')
  const sql = cancelSql('documents', appendSql('historial', '$4::jsonb'), `'dte.invalidado'`)
  return tx.many(sql, [...which, to, appendable(to, now, motivo), [from], now])
}

function cancelEvento(tx: Tx, which: Values, { now, motivo }: Cancelling) {
  const { from, to } = stepsOf('invalidated')
  const sql = cancelSql('events', 'historial || $4::jsonb', `kind || '.invalidado'`, ', kind')
  const entry = JSON.stringify([{ estado: to, fecha: now, motivo }])
  return tx.many(sql, [...which, to, entry, from, now])
}

const cancelSql = (table: 'documents' | 'events', historial: string, tipo: string, more = '') => `
  with cancelled as (
    update ${table} set estado = $3, historial = ${historial}
     where company_id = $1 and codigo_generacion = $2 and estado = any ($5::text[])
    returning company_id, ambiente, codigo_generacion${more}
  ), told as (${tellSql('cancelled', { tipo, at: '$6' })}
  )
  select from cancelled`
