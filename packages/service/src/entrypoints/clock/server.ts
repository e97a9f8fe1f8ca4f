/**
 * The time helper (docs/wire.md#clock): tells the time to programs whose own clock may be wrong. It has its own
 * port, needs no key, uses no database and stores nothing about callers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../base/clock.ts'
import type { ClockHelperSettings } from '../../base/config.ts'
import { type SmallServer, startSmallServer } from '../../base/net/small-server.ts'
import { drawReading, readQuestion } from './reading.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const METHODS = 'GET, OPTIONS'
const ALLOW = { Allow: METHODS } as const

const COMMON = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Timing-Allow-Origin': '*',
  'Server-Timing': 'reloj;dur=0',
  'X-Content-Type-Options': 'nosniff',
} as const

/** The answer to a browser's preflight request, which it may cache for a day. */
const PREFLIGHT = {
  ...ALLOW,
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
} as const

/** Resolves when it listens; rejects if it cannot. */
export function startClockHelper(
  clock: Clock,
  settings: ClockHelperSettings,
): Promise<SmallServer> {
  return startSmallServer(settings, (request, response) =>
    send(response, answer(clock, settings, request)),
  )
}

interface Reply {
  readonly status: number
  /** Null: no body. */
  readonly body: string | null
  readonly headers?: Readonly<Record<string, string>>
}

function answer(
  clock: Clock,
  { colo }: ClockHelperSettings,
  { method, url = '' }: IncomingMessage,
): Reply {
  const t1 = clock.now().getTime()
  const [path = '', search = ''] = splitOnce(url, '?')
  if (path !== '/') return refusal(404, 'not_found', 'El reloj responde en /.')
  if (method === 'OPTIONS') return { status: 204, body: null, headers: PREFLIGHT }
  if (method !== 'GET') {
    return { ...refusal(405, 'method_not_allowed', 'El reloj se lee con GET.'), headers: ALLOW }
  }
  const question = readQuestion(search)
  const t2 = clock.now().getTime()
  const headers = { 'Server-Timing': `reloj;dur=${t2 - t1}` }
  return { status: 200, body: drawReading(question, t1, t2, colo), headers }
}

function refusal(status: number, code: string, message: string): Reply {
  return { status, body: JSON.stringify({ error: { code, message, details: {} } }) }
}

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  const of =
    body === null
      ? {}
      : { 'Content-Type': JSON_TYPE, 'Content-Length': String(Buffer.byteLength(body)) }
  response.writeHead(status, { ...COMMON, ...of, ...headers }).end(body ?? undefined)
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
