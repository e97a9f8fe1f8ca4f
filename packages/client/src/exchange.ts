/** One attempt: a request sent once, and its result. */
import { readRefusal } from './answer.ts'
import { ANSWER_BYTES_MAX, readBounded } from './bounded.ts'
import type { FetchAnswer, Platform } from './platform.ts'

export interface Sending {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly credentials: 'omit' | 'same-origin' | 'include' | undefined
  /** Whether the headers belong to another call's answer; checked for every answer. */
  readonly isForeign?: (header: Received['header']) => boolean
  /** Raw bytes, or JSON. */
  readonly takes: 'json' | 'bytes'
}

/** The data of every answer besides its body. */
export interface Received {
  readonly status: number
  readonly header: (name: string) => string | null
}

export type Exchange =
  | { readonly kind: 'answer'; readonly received: Received; readonly body: unknown }
  | {
      readonly kind: 'refused'
      readonly received: Received
      readonly code: string
      readonly message: string
      readonly details: object
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'unanswered'; readonly why: 'network' | 'timeout'; readonly cause: unknown }
  /** A complete response that is not Sello's: a proxy's page, or truncated text. */
  | { readonly kind: 'unreadable'; readonly received: Received; readonly why: string }
  /** Not sent: nothing was done. Sent: it may have been done. */
  | { readonly kind: 'aborted'; readonly isSent: boolean }

/** Never throws: a network failure is a value. The timeout covers the whole response. */
export async function exchange(platform: Platform, sending: Sending): Promise<Exchange> {
  const { signal, timeoutMs } = sending
  if (signal?.aborted) return { kind: 'aborted', isSent: false }
  const controller = new AbortController()
  let isLate = false
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort)
  const cancel = platform.after(timeoutMs, () => {
    isLate = true
    controller.abort()
  })
  try {
    const answer = await platform.fetch(sending.url, initOf(sending, controller.signal))
    const header = (name: string) => answer.headers.get(name)
    // Checked before the body, which may never arrive completely.
    const isForeign = sending.isForeign?.(header) ?? false
    if (isRedirect(answer)) {
      await answer.body?.getReader().cancel() // its body is not needed
      const received = { status: answer.status, header }
      return { kind: 'unreadable', received, why: 'redirige a otra dirección' }
    }
    const bytes = await readBounded(answer)
    if (bytes && !isForeign) return read(answer, bytes, sending.takes)
    const received = { status: answer.status, header }
    const why = bytes ? 'es la respuesta de otra llamada' : `pasa de ${ANSWER_BYTES_MAX >> 20} MiB`
    return { kind: 'unreadable', received, why }
  } catch (cause) {
    if (signal?.aborted) return { kind: 'aborted', isSent: true }
    return { kind: 'unanswered', why: isLate ? 'timeout' : 'network', cause }
  } finally {
    cancel()
    signal?.removeEventListener('abort', abort)
  }
}

/** In a browser a redirect is opaque, with status 0. */
export const isRedirect = ({ status }: { readonly status: number }) =>
  status === 0 || (status >= 300 && status < 400)

function initOf({ method, headers, body, credentials }: Sending, signal: AbortSignal) {
  return {
    method,
    headers,
    signal,
    // A redirected POST would become a GET, and the keys would be sent elsewhere.
    redirect: 'manual' as const,
    ...(body === null ? {} : { body }),
    ...(credentials === undefined ? {} : { credentials }),
  }
}

function read(answer: FetchAnswer, bytes: Uint8Array, takes: 'json' | 'bytes'): Exchange {
  const received = { status: answer.status, header: (name: string) => answer.headers.get(name) }
  const isGood = answer.status >= 200 && answer.status < 300
  if (isGood && takes === 'bytes') return { kind: 'answer', received, body: bytes }
  const value = readJson(bytes)
  if (value === undefined) return { kind: 'unreadable', received, why: 'no es JSON' }
  if (isGood) {
    return typeof value === 'object' && value !== null
      ? { kind: 'answer', received, body: value }
      : { kind: 'unreadable', received, why: 'no es un objeto JSON' }
  }
  const refusal = readRefusal(value)
  if (!refusal) return { kind: 'unreadable', received, why: 'no tiene la forma de un error' }
  const { code, message, details } = refusal
  const after = retryAfterOf(answer.headers.get('retry-after'))
  return { kind: 'refused', received, code, message, details, retryAfterSeconds: after }
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined // the caller reports it as unreadable
  }
}

/** Only seconds, as the service writes; a date, which HTTP also allows, comes from a proxy. */
function retryAfterOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}
