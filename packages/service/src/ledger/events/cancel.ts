/** What a sealed invalidation changes in other rows, in the same commit. */
import type { Tx } from '../../base/db/tx.ts'
import type { ClaimKey } from '../claims/claims.ts'
import { stepOf } from '../documents/estados.ts'
import { copyAgain } from '../holding/copies.ts'
import type { Evento } from './event.ts'
import { stepsOf } from './event-transitions.ts'

/** An abandoned invalidation and its waiting claim. */
interface AbandonedRival extends ClaimKey {
  readonly evento: string
}

/** When a late seal arrives, a second invalidation of the same document can never be sealed: it is abandoned. */
export async function abandonRivals(
  tx: Tx,
  sealed: Evento,
  now: Date,
): Promise<readonly AbandonedRival[]> {
  const { companyId, codigoGeneracion, documento, evento } = sealed
  const motivo = `Hacienda selló antes el evento ${codigoGeneracion}.`
  const { from, to } = stepsOf('abandoned')
  const entry = JSON.stringify([{ estado: to, fecha: now, motivo }])
  const others = await tx.many<ClaimKey & { code: string }>(
    `update events
        set estado = $6, historial = historial || $5::jsonb, lease_until = null, retry_at = null
      where company_id = $1 and documento = $2 and evento is not distinct from $3::uuid
        and kind = 'invalidacion' and estado = any ($7::text[]) and codigo_generacion <> $4
     returning key_id, idempotency_key, coalesce(evento, documento) as codigo_generacion,
               codigo_generacion as code`,
    [companyId, documento, evento, codigoGeneracion, entry, to, from],
  )
  return others.map(({ code, ...claim }) => ({ ...claim, evento: code.toUpperCase() }))
}

/** What the sealed invalidation cancels: a return event, or the document. */
export async function cancel(tx: Tx, invalidacion: Evento, now: Date): Promise<void> {
  const { companyId, documento, evento } = invalidacion
  const { from, to } = evento === null ? stepOf('invalidated') : stepsOf('invalidated')
  const motivo = `Evento de invalidación ${invalidacion.codigoGeneracion}.`
  const entry = JSON.stringify([{ estado: to, fecha: now, motivo }])
  const cancelled =
    evento === null
      ? await tx.run(
          `update documents set estado = $3, historial = historial || $4::jsonb
            where company_id = $1 and codigo_generacion = $2 and estado = any ($5::text[])`,
          [companyId, documento, to, entry, [from].flat()],
        )
      : await tx.run(
          `update events set estado = $3, historial = historial || $4::jsonb
            where company_id = $1 and codigo_generacion = $2 and estado = any ($5::text[])`,
          [companyId, evento, to, entry, [from].flat()],
        )
  if (cancelled !== 1) throw new Error('bug: what a sealed invalidation cancels is not sealed')
  if (evento === null && documento !== null) {
    const { ambiente } = invalidacion
    await copyAgain(tx, { companyId, codigoGeneracion: documento, ambiente }, now)
  }
}
