/**
 * Moves documents by the ministry's answers, settles their claims and puts sealed ones into the holding area, in
 * one statement: all or nothing. Two workers may bring an answer; the second finds no row to move, which is not
 * an error.
 */
import type { Estado } from '@sello/contract'
import type { Pool } from '../db/pool.ts'
import { statement } from '../db/tx.ts'
import { settleClaimsSql } from '../idempotency/claims.ts'
import type { Answer } from '../mh/answer.ts'
import { HOLDING_MS, interval, RETRY_MS } from '../time/durations.ts'
import { ESTADOS_VIVOS, TRANSITIONS } from './estados.ts'
import type { Firmado } from './firmado.ts'
import type { Outcome } from './outcome.ts'

export interface Move {
  readonly trigger: Answer['kind']
  readonly outcome: Outcome
  readonly now: Date
  /** When the job retries it; null once decided. */
  readonly leaseUntil: Date | null
  /** Of a seal: when its files are due in the database; null: at once. */
  readonly copyAt: Date | null
}

export interface Moved {
  readonly estado: Estado
  /** False when the claim was already settled: that outcome is the first answer. */
  readonly settled: boolean
}

/** One document and the answer that was had for it. */
export interface Advance {
  /** The answer is to these signed bytes: a correction under the same code has another signature. */
  readonly which: Pick<Firmado, 'companyId' | 'codigoGeneracion' | 'signature'>
  readonly move: Move
}

type Row = Moved & { readonly codigo_generacion: string }

/** The new state, or null when the state does not allow the trigger. */
export async function advance(
  pool: Pool,
  which: Advance['which'],
  move: Move,
): Promise<Moved | null> {
  const [moved] = await advanceAll(pool, [{ which, move }])
  return moved ?? null
}

/** The same for several distinct documents: one statement, one commit. In the given order. */
export async function advanceAll(
  pool: Pool,
  advances: readonly Advance[],
): Promise<(Moved | null)[]> {
  const of = <T>(pick: (move: Move, outcome: Outcome) => T) =>
    advances.map(({ move }) => pick(move, move.outcome))
  const rows = await statement<Row>(pool, SQL, [
    advances.map(({ which }) => which.companyId),
    advances.map(({ which }) => which.codigoGeneracion),
    of((move) => move.trigger),
    of((_, o) => (o.estado === 'sellado' ? o.selloRecibido : null)),
    of((_, o) => (o.estado === 'contingencia' ? null : o.fhProcesamiento)),
    of((_, o) => JSON.stringify(o.estado === 'sellado' ? o.observaciones : [])),
    of((_, o) => (o.estado === 'rechazado' ? JSON.stringify(o) : null)),
    of(({ now }, o) => JSON.stringify([{ estado: o.estado, fecha: now, motivo: motivoOf(o) }])),
    of((move) => move.leaseUntil),
    of((_, o) => JSON.stringify(o)),
    TRANSITIONS.map(([, trigger]) => trigger),
    TRANSITIONS.map(([from]) => from),
    TRANSITIONS.map(([, , to]) => to),
    advances.map(({ which }) => which.signature),
    of((_, o) => o.estado === 'rechazado' && o.dudoso === true),
    ESTADOS_VIVOS,
    LATE,
    of((move) => move.copyAt),
  ])
  const moved = new Map(rows.map((row) => [row.codigo_generacion.toUpperCase(), row]))
  return advances.map(({ which }) => {
    const row = moved.get(which.codigoGeneracion)
    return row ? { estado: row.estado, settled: row.settled } : null
  })
}

/** The history entry of a seal after a rejection. */
const LATE = 'Hacienda selló un envío anterior, que había quedado sin respuesta.'

const SQL = `
with asked as (
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::json[],
                       $7::jsonb[], $8::jsonb[], $9::timestamptz[], $10::jsonb[], $14::bytea[],
                       $15::boolean[], $18::timestamptz[])
      as a (company_id, codigo_generacion, trigger, sello_recibido, fh_procesamiento, observaciones,
            rechazo, entry, lease_until, outcome, signature, dudoso, copy_at)
), step as (
  select * from unnest($11::text[], $12::text[], $13::text[]) as s (trigger, from_estado, to_estado)
), moved as (
  -- A rejection is in doubt where any sending before it had no answer: in this call, or by whoever was at it
  -- before. A seal after a rejection leaves the reference to whoever has taken it since.
  update documents d
     set estado = s.to_estado,
         dudoso = d.dudoso or (a.trigger = 'rejected' and (a.dudoso or d.attempts > 0 or d.estado = 'contingencia')),
         referencia = case when d.estado = 'rechazado' and d.referencia is not null
                            and exists (select from documents o
                                         where o.company_id = d.company_id and o.ambiente = d.ambiente
                                           and o.referencia = d.referencia and o.estado = any($16::text[]))
                           then null else d.referencia end,
         sello_recibido = a.sello_recibido, fh_procesamiento = a.fh_procesamiento,
         observaciones = array(select json_array_elements_text(a.observaciones)),
         rechazo = a.rechazo,
         historial = case when d.estado = s.to_estado then d.historial else d.historial ||
                     case when d.estado = 'rechazado' then jsonb_set(a.entry, '{0,motivo}', to_jsonb($17::text))
                          else a.entry end end,
         lease_until = case when a.trigger = 'rejected' and (a.dudoso or d.attempts > 0 or d.estado = 'contingencia')
                            then (a.entry->0->>'fecha')::timestamptz + ${interval(RETRY_MS)}
                            else a.lease_until end
    from asked a join step s on s.trigger = a.trigger
   where d.company_id = a.company_id and d.codigo_generacion = a.codigo_generacion
     and d.estado = s.from_estado and d.signature = a.signature
  returning d.estado, d.company_id, d.ambiente, d.key_id, d.room, d.idempotency_key,
            d.codigo_generacion, a.outcome, (a.entry->0->>'fecha')::timestamptz as at, a.copy_at
), held as (
  insert into holding (company_id, codigo_generacion, ambiente, expires_at, copy_at, created_at)
  select company_id, codigo_generacion, ambiente, at + ${interval(HOLDING_MS)}, coalesce(copy_at, at), at
    from moved where estado = 'sellado'
  on conflict do nothing
), settled as (
  ${settleClaimsSql('moved')}
     and c.codigo_generacion = m.codigo_generacion
  returning m.codigo_generacion
)
select codigo_generacion, estado,
       codigo_generacion in (select codigo_generacion from settled) as settled
  from moved`

/** The reason that the history shows: the ministry's words, or why there are none. */
function motivoOf(outcome: Outcome): string | null {
  if (outcome.estado === 'contingencia') return outcome.detalle
  return outcome.estado === 'rechazado' ? outcome.descripcionMsg : null
}
