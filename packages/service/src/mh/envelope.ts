/**
 * Reading the ministry's envelope (docs/sources.md#transmission). Silence is anything that is not
 * plainly a seal or plainly a rejection; a 4xx with `RECHAZADO` is never silence.
 */

import type { Reply } from './answer.ts'
import type { Raw } from './exchange.ts'

/** The reply to a transmission: sealed, rejected, or nothing that can be built upon. */
export function readReception(raw: Raw): Reply {
  if (raw.kind === 'silence') return { kind: 'unanswered', why: raw.why }
  if (raw.status === 401 || raw.status === 403) return { kind: 'token_refused' }
  const envelope = asObject(raw.json)
  if (raw.status >= 500 || !envelope) return { kind: 'unanswered', why: 'unreadable' }
  return readVerdict(envelope) ?? { kind: 'unanswered', why: 'unreadable' }
}

/**
 * The reply to a query. The ministry has no one way to say that it does not hold a document: 404, or
 * 400 with words. A rejection is believed only with a code that is about the document's content.
 */
export function readQuery(raw: Raw): Reply {
  if (raw.kind === 'silence') return { kind: 'unanswered', why: raw.why }
  if (raw.status === 401 || raw.status === 403) return { kind: 'token_refused' }
  if (raw.status >= 500) return { kind: 'unanswered', why: 'unreadable' }
  const envelope = asObject(raw.json)
  const verdict = envelope && readVerdict(envelope)
  if (verdict?.kind === 'sealed' || verdict?.kind === 'unanswered') return verdict
  if (verdict?.kind === 'rejected' && !saysNotHeld(verdict)) return verdict
  if (raw.status === 404 || (envelope && raw.status === 400)) return { kind: 'not_held' }
  return { kind: 'unanswered', why: 'unreadable' }
}

/** Codes that speak of the record, not of its content: no record, no data, DTE unknown. */
const NOT_HELD_CODES: ReadonlySet<string> = new Set(['014', '097'])
const NOT_HELD_WORDS = /no\s+(existe|encontrad|se\s+encontr|hay\s+registro)/i

function saysNotHeld({ codigoMsg, descripcionMsg }: Extract<Reply, { kind: 'rejected' }>): boolean {
  if (codigoMsg === null || NOT_HELD_CODES.has(codigoMsg)) return true
  return NOT_HELD_WORDS.test(descripcionMsg ?? '')
}

function readVerdict(envelope: Record<string, unknown>) {
  const fhProcesamiento = textOf(envelope.fhProcesamiento)
  const observaciones = textsOf(envelope.observaciones)
  const sello = textOf(envelope.selloRecibido) ?? textOf(envelope.numValidacion)
  if (envelope.estado === 'PROCESADO') {
    if (!sello) return { kind: 'unanswered', why: 'without_seal' } as const
    return { kind: 'sealed', selloRecibido: sello, fhProcesamiento, observaciones } as const
  }
  if (envelope.estado !== 'RECHAZADO') return null
  return {
    kind: 'rejected',
    codigoMsg: textOf(envelope.codigoMsg),
    clasificaMsg: textOf(envelope.clasificaMsg),
    descripcionMsg: textOf(envelope.descripcionMsg),
    fhProcesamiento,
    observaciones,
  } as const
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

/** PostgreSQL takes neither a NUL nor half a surrogate pair, and a verdict must not be lost to one. */
function storable(text: string): string {
  return Buffer.from(text).toString().replaceAll('\0', '')
}
