/** One exchange over HTTP: what the ministry receives, what is read of its answer, and how long it may take. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { NEVER_STALLED, scriptedStalls } from '../../../test/stalls.ts'
import { type Clock, systemClock } from '../../base/clock.ts'
import { createExchange, type ExchangeParts, type Post } from './exchange.ts'

type Answer = (response: ServerResponse) => void

let answer: Answer = (response) => response.end()
const seen: { readonly request: IncomingMessage; readonly body: string }[] = []
let server: Server
let origin = ''
before(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ request, body })
    response.on('error', () => {}) // who asked has gone
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

async function post(
  asked: Partial<Post>,
  next: Answer = (response) => response.end('{}'),
  parts: Partial<ExchangeParts> = {},
) {
  answer = next
  const known = { connections: 1, clock: systemClock, stalls: NEVER_STALLED }
  const exchange = createExchange(origin, { ...known, ...parts })
  const raw = await exchange.post({ path: '/', body: null, timeoutMs: 600_000, ...asked })
  await exchange.close()
  return raw
}

test('a request has its path, its body with its type, a user agent and, in a session, its token', async () => {
  const common = { 'user-agent': 'sello/0.1', accept: 'application/json' }
  const form = { body: 'a=á', contentType: 'application/x-www-form-urlencoded' }
  // biome-ignore format: a table
  const rows: readonly (readonly [asked: Partial<Post>, method: string, headers: object])[] = [
    [{ path: '/a?b=1' },                  'GET',  common],
    [{ method: 'HEAD' },                  'HEAD', common],
    [{ ...form, path: '/seguridad/auth' }, 'POST', { ...common, 'content-type': form.contentType, 'content-length': '4' }],
    [{ token: 'Bearer t' },               'GET',  { ...common, authorization: 'Bearer t' }],
  ]
  for (const [asked, method, headers] of rows) {
    seen.length = 0
    await post(asked)
    assert.equal(seen.length, 1)
    const [{ request, body } = { request: {} as IncomingMessage, body: null }] = seen
    const { host: _, connection: __, ...sent } = request.headers
    assert.deepEqual([request.method, request.url], [method, asked.path ?? '/'])
    assert.deepEqual({ ...sent }, headers)
    assert.equal(body, asked.body ?? '')
  }
})

test('an answer is its status, its JSON if it is some, and its date if that is one', async () => {
  const answers: Record<string, Answer> = {
    json: (response) => response.writeHead(201).end('{"a":[1]}'),
    page: (response) => response.writeHead(502, { date: 'yesterday' }).end('<html>'),
    none: (response) => {
      response.sendDate = false
      response.writeHead(404).end()
    },
    dated: (response) =>
      response.writeHead(200, { date: 'Mon, 05 Oct 2026 16:00:00 GMT' }).end('null'),
  }
  const read = async (name: string) => {
    const raw = await post({}, answers[name])
    return raw.kind === 'response' ? { ...raw, date: raw.date?.getTime() ?? null } : raw
  }
  const response = { kind: 'response' }
  const { date, ...json } = (await read('json')) as { date: number }
  assert.deepEqual(json, { ...response, status: 201, json: { a: [1] } })
  assert.ok(Math.abs(date - Date.now()) < 600_000)
  assert.deepEqual(await read('page'), { ...response, status: 502, json: undefined, date: null })
  assert.deepEqual(await read('none'), { ...response, status: 404, json: undefined, date: null })
  const instant = Date.UTC(2026, 9, 5, 16)
  assert.deepEqual(await read('dated'), { ...response, status: 200, json: null, date: instant })
})

test('an answer has 256 KiB at most: a longer one is no answer of the ministry', async () => {
  const text = (length: number) => JSON.stringify('x'.repeat(length - 2))
  const whole = await post({}, (response) => response.end(text(256 * 1024)))
  assert.equal(whole.kind, 'response')
  const longer = await post({}, (response) => response.end(text(256 * 1024 + 1)))
  assert.deepEqual(longer, { kind: 'silence', why: 'unreadable', code: 'Unreadable' })
})

test('an exchange ends when its time is over, and a second later if this process stood still meanwhile', async () => {
  const nothing: Answer = () => {}
  const late = { kind: 'silence', why: 'timeout', code: 'TimedOut' }
  for (const hasStalled of [false, true]) {
    const pauses: number[] = []
    const stalls = scriptedStalls()
    const clock: Clock = {
      now: systemClock.now,
      async sleep(ms) {
        pauses.push(ms)
        if (hasStalled) stalls.stall()
      },
    }
    assert.deepEqual(await post({ timeoutMs: 8_000 }, nothing, { clock, stalls }), late)
    assert.deepEqual(pauses, hasStalled ? [8_000, 1_000] : [8_000])
  }
})

test('nobody waits for the end of the time once there is an answer', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const sleep: Clock['sleep'] = (ms, signal) => {
    signals.push(signal)
    return systemClock.sleep(ms, signal)
  }
  await post({}, undefined, { clock: { now: systemClock.now, sleep } })
  assert.deepEqual(
    signals.map((signal) => signal?.aborted),
    [true],
  )
})
