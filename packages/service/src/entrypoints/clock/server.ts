/**
 * The time helper (docs/wire.md#clock): tells the time to programs whose own clock may be wrong. It has its own
 * port, needs no key, uses no database and stores nothing about callers.
 */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../base/clock.ts'
import type { ClockHelperSettings } from '../../base/config.ts'
import {
  JSON_TYPE,
  type Reply,
  type SmallServer,
  startSmallServer,
} from '../../base/net/small-server.ts'
import { drawReading, readQuestion } from './reading.ts'

const METHODS = 'GET, OPTIONS'
const ALLOW = { Allow: METHODS } as const

const COMMON = {
  'Access-Control-Allow-Origin': '*',
  'Timing-Allow-Origin': '*',
  'Server-Timing': 'reloj;dur=0',
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
  return startSmallServer(settings, (request) => {
    const { headers, ...reply } = answer(clock, settings, request)
    return { ...reply, headers: { ...COMMON, ...headers } }
  })
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
    return refusal(405, 'method_not_allowed', 'El reloj se lee con GET.', ALLOW)
  }
  const question = readQuestion(search)
  const t2 = clock.now().getTime()
  const headers = { 'Content-Type': JSON_TYPE, 'Server-Timing': `reloj;dur=${t2 - t1}` }
  return { status: 200, body: drawReading(question, t1, t2, colo), headers }
}

function refusal(status: number, code: string, message: string, headers = {}): Reply {
  const body = JSON.stringify({ error: { code, message, details: {} } })
  return { status, body, headers: { 'Content-Type': JSON_TYPE, ...headers } }
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
