/** A signed event as it is stored. */
import type { EstadoEvento, Totales } from '@sello/contract'
import type { Rejection } from '../transmission/answer.ts'
import type { Filing, Kind } from '../transmission/filing.ts'

export type EventKind = Exclude<Kind, 'documento'>

/** A signed event and its document. */
export interface Evento extends Filing {
  readonly kind: EventKind
  /** Null of an event about no document: contingency, special operations, and the invalidation of these. */
  readonly documento: string | null
  /** The event that an invalidation cancels; null: it cancels the document. */
  readonly evento: string | null
  /** The document that replaces the invalidated one. */
  readonly reemplazo: string | null
  /** Date and time in El Salvador that the event states. */
  readonly fecEmi: string
  readonly horEmi: string
  /** Of a return event, and of special operations. */
  readonly totales: Totales | null
}

/** The claim that an event was signed under, and the hash of its request. */
export interface Signed {
  readonly keyId: string
  readonly idempotencyKey: string
  /** Hash of route and body, to recognise the same request. */
  readonly intencion: Buffer
  readonly createdAt: Date
}

export interface Rechazo extends Rejection {
  /** An earlier sending had no answer and may still be sealed. */
  readonly doubtful?: true
}

export interface StoredEvento extends Evento, Signed {
  readonly estado: EstadoEvento
  readonly selloRecibido: string | null
  readonly fhProcesamiento: string | null
  readonly observaciones: readonly string[]
  readonly rechazo: Rechazo | null
  readonly historial: readonly { estado: EstadoEvento; fecha: string; motivo: string | null }[]
  /** False: no sending of it reached the ministry. */
  readonly mayHaveArrived: boolean
  /** End of the lease of a call or the job; null: not leased. */
  readonly leaseUntil: Date | null
}
