/**
 * The time helper (SPEC 4.13): what time it is here, for programs whose own clock may be wrong. It has a
 * port of its own, knows no key, touches no database and stores nothing of who asks.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../context.ts'
import { drawReading, readQuestion } from './reading.ts'

export interface ClockHelper {
  readonly url: string
  close(): Promise<void>
}

export interface ClockHelperSettings {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** What is answered as `colo`: where this process runs. */
  readonly colo: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const METHODS = 'GET, OPTIONS'
const ALLOW = { Allow: METHODS } as const
/** An honest question is a line; who sends more slowly than this wants a connection and no answer. */
const REQUEST_MS_MAX = 5_000
const HEAD_BYTES_MAX = 8 * 1024

const COMMON = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Timing-Allow-Origin': '*',
  'Server-Timing': 'reloj;dur=0',
  'X-Content-Type-Options': 'nosniff',
} as const

/** A browser may ask this first; it then need not ask again for a day. */
const PREFLIGHT = {
  ...ALLOW,
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
} as const

/** Listens when it resolves; rejects where nobody can listen there. */
export async function startClockHelper(
  clock: Clock,
  settings: ClockHelperSettings,
): Promise<ClockHelper> {
  const limits = {
    maxHeaderSize: HEAD_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    headersTimeout: REQUEST_MS_MAX,
  }
  const server = createServer(limits, (request, response) =>
    send(response, answer(clock, settings, request)),
  )
  const { port } = await listen(server, settings)
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return { url: `http://${host}:${port}`, close: () => close(server) }
}

interface Reply {
  readonly status: number
  /** Null: there is none. */
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

function listen(server: Server, { host, port }: ClockHelperSettings): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

/** Nobody waits: an answer takes microseconds, and an idle connection is only kept open. */
function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}
