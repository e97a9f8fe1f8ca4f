/** How an issue call can end. All three are stored and answered; none is an exception. */
import type { Contingencia, EstadoEvento } from '@sello/contract'
import type { Answer, Rejection, Seal } from './answer.ts'

export type Outcome = Sellado | Rechazado | EnContingencia

/** The end of a call that signs an event; the answer is rendered again from the event. */
export interface EventOutcome {
  readonly estado: EstadoEvento
  /** The event's code. */
  readonly evento: string
}

/** The end of a prepare call: the commit that reserves the number settles its claim. */
export interface EnReserva {
  readonly estado: 'reservado'
  /** ISO instant until which it may be signed. */
  readonly venceEn: string
}

export interface Sellado extends Seal {
  readonly estado: 'sellado'
}

export interface Rechazado extends Rejection {
  readonly estado: 'rechazado'
  /** An earlier sending had no answer, so the ministry may still seal the document. */
  readonly dudoso?: true
  /** The ministry holds a seal under its code, which is another document's (ADR 0094). */
  readonly ajeno?: true
}

export interface EnContingencia {
  readonly estado: 'contingencia'
  readonly detalle: string
  readonly contingencia: Contingencia
}

/** The trigger of the state machine for each answer of the ministry. */
export function toOutcome(answer: Answer): Outcome {
  if (answer.kind === 'unanswered') {
    return {
      estado: 'contingencia',
      detalle: `${DETALLE[answer.why]} El documento está firmado y Sello lo sigue transmitiendo: no lo repita, consúltelo.`,
      contingencia: CONTINGENCIA,
    }
  }
  if (answer.kind === 'sealed') {
    const { kind: _, isFound: __, ...seal } = answer
    return { estado: 'sellado', ...seal }
  }
  const { kind: _, doubtful, foreign, ...rejection } = answer
  return {
    ...(doubtful ? { dudoso: true } : {}),
    ...(foreign?.isHeld ? { ajeno: true } : {}),
    estado: 'rechazado',
    ...rejection,
  }
}

/** Whether it is a rejection that only counts if no other worker has sent the document. */
export const isFirstSending = (answer: Answer): boolean =>
  answer.kind === 'rejected' && answer.foreign?.isFirstSending === true

/** CAT-005: the ministry's system is not available. */
export const TIPO_CONTINGENCIA = 1

/**
 * CAT-005 1: the ministry's system is not available. The document was signed in the normal model and is sent
 * unchanged, so it needs no contingency event and no legal deadline runs (docs/sources.md#contingency).
 */
const CONTINGENCIA: Contingencia = {
  tipo: TIPO_CONTINGENCIA,
  limiteEvento: null,
  limiteDocumento: null,
}

/** For a document signed during an outage: it is transmitted after its contingency event. */
export const DIFERIDO: EnContingencia = {
  estado: 'contingencia',
  detalle:
    'Hacienda no responde a nadie en este momento. El documento está firmado en contingencia. Cuando Hacienda vuelva, la empresa debe firmar el evento de contingencia dentro de 24 horas: lo firma su siguiente emisión, o POST /v1/contingencia; después Sello transmite el documento. No lo repita, consúltelo.',
  contingencia: CONTINGENCIA,
}

const DETALLE = {
  timeout: 'Hacienda no respondió a tiempo.',
  unreachable: 'No fue posible conectarse con Hacienda.',
  unreadable: 'Hacienda respondió algo que no es una respuesta suya.',
  without_seal: 'Hacienda dijo haber procesado el documento y no dio el sello.',
  unauthorized: 'Hacienda no aceptó la sesión de la empresa.',
  away: 'Hacienda no responde a nadie en este momento.',
} as const satisfies Record<Extract<Answer, { kind: 'unanswered' }>['why'], string>
