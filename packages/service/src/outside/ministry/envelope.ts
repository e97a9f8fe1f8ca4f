/**
 * Reads the ministry's envelope (docs/sources.md#transmission). Anything that is not clearly a seal or a rejection
 * of this document counts as no answer; a 4xx with `RECHAZADO` is always a rejection.
 */
import type {
  RejectedAnswer,
  Reply,
  SealedAnswer,
  Unanswered,
} from '../../ledger/transmission/answer.ts'
import type { Raw } from './exchange.ts'

const UNREADABLE: Unanswered = { kind: 'unanswered', why: 'unreadable' }

function silenceOf({ why, unsent }: Extract<Raw, { kind: 'silence' }>): Unanswered {
  return unsent ? { kind: 'unanswered', why, unsent } : { kind: 'unanswered', why }
}

/** The reply to the transmission of a document: sealed, rejected, or no reliable answer. */
export function readReception(raw: Raw, codigoGeneracion: string): Reply {
  if (raw.kind === 'silence') return silenceOf(raw)
  if (raw.status >= 500) return UNREADABLE
  const verdict = readVerdict(raw.json, codigoGeneracion)
  if (verdict?.kind === 'rejected' && TOKEN_CODES.has(verdict.codigoMsg ?? '')) {
    return { kind: 'token_refused' }
  }
  if (verdict) return verdict
  return raw.status === 401 ? { kind: 'token_refused' } : UNREADABLE
}

/**
 * The reply to a query. Only a seal is trusted: the ministry has several ways to say that it does not hold a
 * document (404, or `RECHAZADO` with one of many codes), and if it did reject the document, resending the same
 * bytes gets the same rejection. Recording a sealed document as rejected could not be undone. A 404 without an
 * object may be a gateway's page: it allows resending the same bytes, and decides nothing else.
 */
export function readQuery(raw: Raw, codigoGeneracion: string): Reply {
  if (raw.kind === 'silence') return silenceOf(raw)
  if (raw.status >= 500) return UNREADABLE
  const verdict = readVerdict(raw.json, codigoGeneracion)
  if (verdict?.kind === 'sealed' || verdict?.kind === 'unanswered') return verdict
  if (raw.status === 401 || (verdict && TOKEN_CODES.has(verdict.codigoMsg ?? ''))) {
    return { kind: 'token_refused' }
  }
  const said = asObject(raw.json)
  if (verdict || (said && (raw.status === 404 || raw.status === 400))) return { kind: 'not_found' }
  return raw.status === 404 ? { kind: 'not_found', isBare: true } : UNREADABLE
}

/**
 * The reply to a contingency event, which uses its own words: `RECIBIDO` for a seal, `fechaHora`, and `mensaje`
 * instead of a code and a description.
 */
export function readContingencia(raw: Raw, codigoGeneracion: string): Reply {
  const said = raw.kind === 'response' ? asObject(raw.json) : null
  if (raw.kind === 'silence' || !said) return readReception(raw, codigoGeneracion)
  const { estado, fechaHora, mensaje } = said
  const json = {
    ...said,
    estado: estado === 'RECIBIDO' ? 'PROCESADO' : estado,
    fhProcesamiento: said.fhProcesamiento ?? fechaHora,
    descripcionMsg: said.descripcionMsg ?? mensaje,
    codigoMsg: said.codigoMsg ?? codeIn([...textsOf(said.observaciones), textOf(mensaje) ?? '']),
  }
  return readReception({ ...raw, json }, codigoGeneracion)
}

/** The answer to a lot: its code, with which its documents are queried. */
export type LotReply =
  | { readonly kind: 'received'; readonly codigoLote: string }
  | RejectedAnswer
  | Unanswered
  | { readonly kind: 'token_refused' }

/** The reply to a lot: `RECIBIDO` with its code, or a rejection of the whole lot. */
export function readLot(raw: Raw, lote: string): LotReply {
  const said = raw.kind === 'response' ? asObject(raw.json) : null
  const codigoLote = said && textOf(said.codigoLote)
  const isReceived = raw.kind === 'response' && raw.status < 400 && said?.estado !== 'RECHAZADO'
  if (codigoLote && isReceived) return { kind: 'received', codigoLote }
  const reply = readReception(raw, lote)
  if (reply.kind === 'sealed' || reply.kind === 'not_found') return UNREADABLE
  return reply
}

/** The ministry's verdicts so far on a lot's documents, by their codes. */
export type LotVerdicts =
  | {
      readonly kind: 'processed'
      readonly verdicts: ReadonlyMap<string, SealedAnswer | RejectedAnswer>
    }
  | Unanswered
  | { readonly kind: 'token_refused' }

/** The reply to a lot query: two lists of envelopes. A document in neither has no verdict yet. */
export function readLotVerdicts(raw: Raw, lote: string): LotVerdicts {
  const said = raw.kind === 'response' && raw.status < 500 ? asObject(raw.json) : null
  const { procesados, rechazados } = said ?? {}
  if (!Array.isArray(procesados) && !Array.isArray(rechazados)) {
    const reply = readReception(raw, lote)
    return reply.kind === 'unanswered' || reply.kind === 'token_refused' ? reply : UNREADABLE
  }
  const verdicts = new Map<string, SealedAnswer | RejectedAnswer>()
  for (const json of [...listOf(procesados), ...listOf(rechazados)]) {
    const code = textOf(asObject(json)?.codigoGeneracion)?.toUpperCase()
    const verdict = code === undefined ? null : readVerdict(json, code)
    if (code && verdict && verdict.kind !== 'unanswered') verdicts.set(code, verdict)
  }
  return { kind: 'processed', verdicts }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** This service gives no codes. The one that matters for a resend is recognised by its words. */
function codeIn(observaciones: readonly string[]): string | null {
  return observaciones.some((one) => /codigoGeneracion\]? YA EXISTE/i.test(one)) ? '004' : null
}

/** Codes of the authentication service: they are about the caller, not a document. */
const TOKEN_CODES: ReadonlySet<string> = new Set(['100', '102', '103', '106', '107', '108', '109'])

/** 40 digits and capitals (docs/sources.md#transmission). Anything else is not a seal. */
const SELLO = /^[0-9A-Z]{40}$/

/** Null when it is not a verdict: not an object, another state, or about another document. */
function readVerdict(
  json: unknown,
  codigoGeneracion: string,
): SealedAnswer | RejectedAnswer | Unanswered | null {
  const envelope = asObject(json)
  if (!envelope) return null
  const echo = textOf(envelope.codigoGeneracion)
  if (echo !== null && echo.toUpperCase() !== codigoGeneracion) return UNREADABLE
  const fhProcesamiento = textOf(envelope.fhProcesamiento)
  const observaciones = textsOf(envelope.observaciones)
  if (envelope.estado === 'PROCESADO') {
    const sello = textOf(envelope.selloRecibido) ?? textOf(envelope.numValidacion)
    if (!sello || !SELLO.test(sello)) return { kind: 'unanswered', why: 'without_seal' }
    return { kind: 'sealed', selloRecibido: sello, fhProcesamiento, observaciones }
  }
  if (envelope.estado !== 'RECHAZADO') return null
  return {
    kind: 'rejected',
    codigoMsg: textOf(envelope.codigoMsg),
    clasificaMsg: textOf(envelope.clasificaMsg),
    descripcionMsg: textOf(envelope.descripcionMsg),
    fhProcesamiento,
    observaciones,
  }
}

function asObject(json: unknown): Record<string, unknown> | null {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return isObject ? (json as Record<string, unknown>) : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? storable(value) : null
}

/** The ministry sends `["", ""]`, `[]` or null for no remarks. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text !== null) : []
}

/** PostgreSQL rejects a NUL and half a surrogate pair, and a verdict must not be lost because of one. */
function storable(text: string): string {
  return Buffer.from(text).toString().replaceAll('\0', '')
}
