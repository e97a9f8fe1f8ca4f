/**
 * Moves a document by the ministry's answer, and settles the claim that waits for it, in one
 * statement: both stand or neither does. Two workers may bring an answer; the second finds no row to
 * move, and that is not an error.
 */
import type { Estado } from '@sello/contract'
import type { Pool } from '../db/pool.ts'
import { statement } from '../db/tx.ts'
import { stepsOf, type Trigger } from './estados.ts'
import type { Firmado } from './firmado.ts'
import type { Outcome } from './outcome.ts'

export interface Move {
  readonly trigger: Trigger
  readonly outcome: Outcome
  readonly now: Date
  /** When the transmission job takes it up (again); null once the ministry has decided. */
  readonly leaseUntil: Date | null
}

export interface Moved {
  readonly estado: Estado
  /** False where the claim had an outcome already: that one was, or will be, the first answer. */
  readonly settled: boolean
}

type Which = Pick<Firmado, 'companyId' | 'codigoGeneracion'>

/** Where the document stands now, or null where its state does not allow the trigger. */
export async function advance(pool: Pool, which: Which, move: Move): Promise<Moved | null> {
  const { from, to } = stepsOf(move.trigger)
  const { outcome } = move
  const [moved] = await statement<Moved>(
    pool,
    `with moved as (
       update documents d
          set estado = step.to_estado,
              sello_recibido = $5, fh_procesamiento = $6, observaciones = $7, rechazo = $8,
              historial = case when d.estado = step.to_estado then d.historial else d.historial || $9::jsonb end,
              lease_until = $10
         from unnest($3::text[], $4::text[]) as step(from_estado, to_estado)
        where d.company_id = $1 and d.codigo_generacion = $2 and d.estado = step.from_estado
    returning d.estado, d.company_id, d.key_id, d.idempotency_key, d.codigo_generacion
     ), settled as (
       update claims c set outcome = $11 from moved m
        where c.company_id = m.company_id and c.key_id = m.key_id and c.room = 'issue'
          and c.idempotency_key = m.idempotency_key and c.codigo_generacion = m.codigo_generacion
          and c.outcome is null
    returning 1
     )
     select estado, exists (select from settled) as settled from moved`,
    [
      which.companyId,
      which.codigoGeneracion,
      from,
      to,
      outcome.estado === 'sellado' ? outcome.selloRecibido : null,
      outcome.estado === 'contingencia' ? null : outcome.fhProcesamiento,
      outcome.estado === 'sellado' ? outcome.observaciones : [],
      outcome.estado === 'rechazado' ? JSON.stringify(outcome) : null,
      JSON.stringify([
        { estado: outcome.estado, fecha: move.now.toISOString(), motivo: motivoOf(outcome) },
      ]),
      move.leaseUntil,
      JSON.stringify(outcome),
    ],
  )
  return moved ?? null
}

/** The reason that the history shows: the ministry's words, or why there are none. */
function motivoOf(outcome: Outcome): string | null {
  if (outcome.estado === 'contingencia') return outcome.detalle
  return outcome.estado === 'rechazado' ? outcome.descripcionMsg : null
}
