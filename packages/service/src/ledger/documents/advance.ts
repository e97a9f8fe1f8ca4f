/**
 * Moves documents to the states of the ministry's answers: parts of the statement of commit 2
 * (flows/issuing/record-verdicts.ts). Two workers may bring an answer; the second finds no row to move, which is not an
 * error.
 */
import type { Estado } from '@sello/contract'
import type { Values } from '../../base/db/tx.ts'
import { RETRY_MS } from '../../base/time/durations.ts'
import type { Answer } from '../transmission/answer.ts'
import type { Outcome } from '../transmission/outcome.ts'
import { ESTADOS_VIVOS, TRANSITIONS } from './estados.ts'
import type { Firmado } from './firmado.ts'
import { appendable, appendSql } from './historial.ts'

export interface Move {
  readonly trigger: Answer['kind']
  readonly outcome: Outcome
  readonly now: Date
  /** When the job retries it; null once decided. */
  readonly leaseUntil: Date | null
  /** It only counts if no other worker has taken the document, which would have sent it. */
  readonly unlessTaken: boolean
}

export interface Moved {
  readonly estado: Estado
  /** False when the claim was already settled: that outcome is the call's answer. */
  readonly settled: boolean
}

/** One document and the ministry's answer. */
export interface Advance {
  /** The answer is about these signed bytes: a correction under the same code has another signature. */
  readonly which: Pick<Firmado, 'companyId' | 'codigoGeneracion' | 'signature'>
  readonly move: Move
}

/** The answers to distinct documents as rows, with values $1 to $17. */
export const ANSWERED_SQL = `
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::json[], $7::jsonb[],
                       $8::jsonb[], $9::timestamptz[], $10::jsonb[], $11::bytea[], $12::boolean[],
                       $13::boolean[], $14::boolean[], $15::timestamptz[], $16::timestamptz[], $17::jsonb[])
      as a (company_id, codigo_generacion, trigger, sello_recibido, fh_procesamiento, observaciones,
            rechazo, entry, lease_until, outcome, signature, dudoso,
            unless_taken, ajeno, at, retry_at, late)`

export function answeredValues(advances: readonly Advance[]): Values {
  const of = <T>(pick: (move: Move, outcome: Outcome) => T) =>
    advances.map(({ move }) => pick(move, move.outcome))
  return [
    advances.map(({ which }) => which.companyId),
    advances.map(({ which }) => which.codigoGeneracion),
    of((move) => move.trigger),
    of((_, o) => (o.estado === 'sellado' ? o.selloRecibido : null)),
    of((_, o) => (o.estado === 'contingencia' ? null : o.fhProcesamiento)),
    of((_, o) => JSON.stringify(o.estado === 'sellado' ? o.observaciones : [])),
    of((_, o) => (o.estado === 'rechazado' ? JSON.stringify(o) : null)),
    of(({ now }, o) => appendable(o.estado, now, motivoOf(o))),
    of((move) => move.leaseUntil),
    of((_, o) => JSON.stringify(o)),
    advances.map(({ which }) => which.signature),
    of((_, o) => o.estado === 'rechazado' && o.dudoso === true),
    of((move) => move.unlessTaken),
    of((_, o) => isAjeno(o)),
    of(({ now }) => now),
    of(({ now }) => new Date(now.getTime() + RETRY_MS)),
    of(({ now }, o) => (o.estado === 'sellado' ? appendable(o.estado, now, LATE) : null)),
  ]
}

/** Whether the ministry holds another document under its code. */
export const isAjeno = (outcome: Outcome): boolean =>
  outcome.estado === 'rechazado' && outcome.ajeno === true

/** The history entry of a seal after a rejection. */
const LATE = 'Hacienda selló un envío anterior, que había quedado sin respuesta.'

/** The history entry of a document whose code another one has, where the ministry gave no words. */
const OTRO = 'Hacienda tiene sellado otro documento con este código.'

const ENTRY = `(case when d.estado = 'rechazado' then a.late else a.entry end)`

const listOf = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
const STEPS = TRANSITIONS.map((row) => `(${listOf(row)})`).join(', ')

/**
 * Moves the documents of `source`, each from the states that estados.ts allows. `company`: the one of all of them, as a
 * value; `among` narrows d.
 */
export const advanceSql = (source: string, { company = 'a.company_id', among = '' } = {}) => `
  -- A rejection is in doubt where any sending before it had no answer: in this call, or by whoever was at it
  -- before; never where nobody had sent it, or where the code is another document's, whose seal it would take for
  -- its own. A seal after a rejection leaves the reference to whoever has taken it since.
  update documents d
     set estado = s.to_estado,
         dudoso = d.dudoso or (a.trigger = 'rejected' and not (a.ajeno or a.unless_taken)
                               and (a.dudoso or d.attempts > 0 or d.estado = 'contingencia')),
         referencia = case when d.estado = 'rechazado'
                            and exists (select from documents o
                                         where o.company_id = ${company} and o.ambiente = d.ambiente
                                           and o.referencia = d.referencia and o.estado in (${listOf(ESTADOS_VIVOS)}))
                           then null else d.referencia end,
         sello_recibido = a.sello_recibido, fh_procesamiento = a.fh_procesamiento,
         observaciones = array(select json_array_elements_text(a.observaciones)),
         rechazo = a.rechazo,
         historial = case when d.estado = s.to_estado then d.historial else ${appendSql('d.historial', ENTRY)} end,
         lease_until = case when a.trigger = 'rejected' and not (a.ajeno or a.unless_taken)
                                 and (a.dudoso or d.attempts > 0 or d.estado = 'contingencia')
                            then a.retry_at else a.lease_until end
    from ${source} a join (values ${STEPS}) s (from_estado, trigger, to_estado) on s.trigger = a.trigger
   where d.company_id = ${company} and d.codigo_generacion = a.codigo_generacion
     and d.estado = s.from_estado and d.signature = a.signature
     and not (a.unless_taken and d.attempts > 0) ${among}
  returning d.estado, s.from_estado as was, d.company_id, d.ambiente, d.key_id, d.room, d.idempotency_key,
            d.codigo_generacion, a.outcome, a.at`

/** The resulting state of each document, with the claims `settled`; `also` are further columns of `moved`. */
export const movedSql = (also: readonly string[] = []) => `
  select ${['codigo_generacion', 'estado', ...also].join(', ')},
         codigo_generacion in (select codigo_generacion from settled) as settled
    from moved`

/** The reason that the history shows: the ministry's words, or why there are none. */
function motivoOf(outcome: Outcome): string | null {
  if (outcome.estado === 'contingencia') return outcome.detalle
  if (outcome.estado !== 'rechazado') return null
  return outcome.descripcionMsg ?? (outcome.ajeno ? OTRO : null)
}
