/** What one call sends, what it takes for an answer, and what it tells of itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  API_KEY,
  type Asked,
  failureOf,
  refusal,
  SALE,
  type Said,
  SIGN_KEY,
  START,
  scripted,
} from '../test/scripted.ts'
import { isSelloError, type Sello } from './index.ts'

const lost = () => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
}
/** The first answers, then good ones. */
const first =
  (...said: readonly (() => Said)[]) =>
  () => {
    const [next, ...rest] = said
    said = rest
    return next?.() ?? {}
  }

// biome-ignore format: a table
const REQUESTS: readonly (readonly [what: string, call: (client: Sello) => unknown, sent: string, signs: boolean])[] = [
  ['a list',        (c) => c.listPage({ desde: '2026-10-01', cursor: undefined, limit: 5 }), 'GET /v1/dte?desde=2026-10-01&limit=5', false],
  ['a code',        (c) => c.query('A/B ñ'),                        'GET /v1/dte/A%2FB%20%C3%B1', false],
  ['a sale',        (c) => c.issue(SALE),                           'POST /v1/dte', true],
  ['a reservation', (c) => c.prepare(SALE),                         'POST /v1/dte/prepare', false],
  ['a filter',      (c) => c.customers.page({ q: 'a&b=c' } as never), 'GET /v1/customers?q=a%26b%3Dc', false],
]

for (const [what, call, sent, signs] of REQUESTS) {
  test(`${what} is sent with its key, and the sign key only where it signs`, async () => {
    const { client, asked } = scripted(() => ({ body: { documentos: [], customers: [] } }))
    await call(client)
    const [one] = asked as [Asked]

    assert.equal(`${one.method} ${one.url.replace('https://sello.example.com/api', '')}`, sent)
    const { accept, 'x-service-key': apiKey, ...rest } = one.headers
    const posted = one.method === 'POST'
    assert.deepEqual([accept, apiKey], ['application/json', API_KEY])
    assert.equal(rest['content-type'], posted ? 'application/json' : undefined)
    assert.equal(rest['x-service-sign-key'], signs ? SIGN_KEY : undefined)
    assert.match(rest['idempotency-key'] ?? 'none', posted ? /^[0-9a-f-]{36}$/ : /^none$/)
    assert.equal(one.body, posted ? JSON.stringify(SALE) : undefined)
    assert.deepEqual([one.redirect, one.credentials], ['manual', undefined])
  })
}

test('a console’s headers and cookies go with its own calls, and not to public routes', async () => {
  const headers = () => ({ 'x-csrf': 't' })
  const given = {
    headers,
    credentials: 'same-origin',
    apiKey: undefined,
    signKey: undefined,
  } as const
  const { client, asked } = scripted(() => ({}), given)
  await client.status()
  await client.certificates('06140101900019')
  const sent = asked.map(({ headers, credentials }) => [
    headers['x-csrf'],
    headers['x-service-key'],
    credentials,
  ])

  assert.deepEqual(sent, [
    ['t', undefined, 'same-origin'],
    [undefined, undefined, undefined],
  ])
})

test('the sign key may be asked for at each signing call, and a wrong one is not sent', async () => {
  const keys = [SIGN_KEY, `${SIGN_KEY} `]
  const { client, asked } = scripted(() => ({}), { signKey: async () => keys.shift() ?? '' })
  await client.status()
  await client.issue(SALE)
  const failed = await failureOf(client.issue(SALE))

  assert.ok(isSelloError(failed, 'invalid_option'))
  assert.deepEqual(failed.details, { field: 'signKey' })
  assert.equal(asked.length, 2)
})

test('a code that is missing is refused, and nothing is sent', async () => {
  const { client, asked } = scripted(() => ({}))
  const failed = await failureOf(client.query(''))

  assert.ok(isSelloError(failed, 'invalid_option'))
  assert.deepEqual(failed.details, { field: 'codigoGeneracion' })
  assert.equal(asked.length, 0)
})

test('an own Idempotency-Key has 1 to 200 visible characters with single spaces between words', async () => {
  const { client, asked } = scripted(() => ({}))
  const good = ['a', 'venta 7', '~'.repeat(200)]
  for (const idempotencyKey of good) await client.issue(SALE, { idempotencyKey })
  for (const idempotencyKey of ['', ' a', 'a ', 'a  b', 'ñ', 'a\n', '~'.repeat(201)]) {
    const failed = await failureOf(client.issue(SALE, { idempotencyKey }))
    assert.ok(isSelloError(failed, 'invalid_option'), idempotencyKey)
    assert.deepEqual(failed.details, { field: 'idempotencyKey' })
    assert.equal(failed.message, 'idempotencyKey: es un texto ASCII de 1 a 200 caracteres.')
  }
  assert.deepEqual(
    asked.map(({ headers }) => headers['idempotency-key']),
    good,
  )
})

test('an answer says how it was obtained, and the client knows its quota and the service’s time', async () => {
  const date = new Date(START + 90_000).toUTCString()
  const window = { 'ratelimit-limit': '60', 'ratelimit-remaining': '59', 'ratelimit-reset': '7' }
  const headers = { date, 'x-request-id': 'r-1', 'idempotency-replayed': 'true', ...window }
  const { client } = scripted(() => ({ headers, body: { numeroControl: 'N' } }))
  assert.deepEqual([client.rateLimit, client.clockOffsetMs], [null, null])
  const answer = await client.prepare(SALE, { idempotencyKey: 'k' })
  const { meta } = answer

  assert.equal(JSON.stringify(answer), '{"numeroControl":"N"}', 'stored, it is as on the wire')
  assert.deepEqual(meta, {
    ...{ status: 200, requestId: 'r-1', idempotencyKey: 'k', replayed: true, attempts: 1 },
  })
  const quota = { limit: 60, remaining: 59, resetSeconds: 7, policy: null, at: START }
  assert.deepEqual(client.rateLimit, quota)
  assert.equal(client.clockOffsetMs, 90_000)
})

test('an answer without its quota or its date leaves what was known', async () => {
  const window = { 'ratelimit-limit': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': '7' }
  const date = new Date(START).toUTCString()
  const { client } = scripted(
    first(
      () => ({ headers: { ...window, date } }),
      () => ({ headers: { ...window, 'ratelimit-reset': 'pronto', date: 'ayer' } }),
    ),
  )
  await client.status()
  await client.status()

  assert.equal(client.rateLimit?.resetSeconds, 7)
  assert.equal(client.clockOffsetMs, 0)
})

test('an answer that was delivered before, or has another key, is of another call', async () => {
  const body = { numeroControl: 'N' }
  const good = () => ({ body, headers: { 'x-request-id': 'r-2', 'idempotency-key': 'k' } })
  const wrong = [
    () => ({ body, headers: { 'x-request-id': 'r-1' } }),
    () => ({ body, headers: { 'x-request-id': 'r-3', 'idempotency-key': 'other' } }),
  ]
  const { client } = scripted(first(() => ({ headers: { 'x-request-id': 'r-1' } }), ...wrong, good))
  await client.status()
  const { meta } = await client.prepare(SALE, { idempotencyKey: 'k' })

  assert.deepEqual([meta.attempts, meta.requestId], [3, 'r-2'])
})

test('the waits between attempts grow by up to a quarter, and end with the call’s time', async () => {
  const lonely = scripted(lost)
  const failed = await failureOf(lonely.client.status())
  const late = scripted(lost, { platform: { random: () => 0.999 } })
  await failureOf(late.client.status())
  const short = scripted(lost, { deadlineMs: 60_000, retry: { delaysMs: [500, 59_500] } })
  const ended = await failureOf(short.client.status())

  assert.deepEqual(lonely.waits, [500, 2_000, 8_000])
  assert.deepEqual(late.waits, [625, 2_500, 9_998])
  assert.deepEqual([failed.code, failed.attempts], ['network', 4])
  assert.deepEqual(
    [short.waits, ended.attempts],
    [[500], 2],
    'the next wait ends with the deadline',
  )
})

test('hooks get the address without its query, and how each attempt ended', async () => {
  const told: unknown[] = []
  const hooks = {
    onRequest: (facts: object) => void told.push(['request', facts]),
    onAnswer: (facts: object) => void told.push(['answer', facts]),
    onRetry: (facts: object) => void told.push(['retry', facts]),
  }
  const headers = { 'x-request-id': 'r-1', 'retry-after': '3' }
  const busy = () => ({ status: 503, body: refusal('service_unavailable'), headers })
  const { client } = scripted(
    first(lost, busy, () => ({ headers: { 'x-request-id': 'r-2' } })),
    { hooks },
  )
  await client.listPage({ referencia: 'V-1' })
  const call = { route: 'list', method: 'GET', path: '/v1/dte', idempotencyKey: null }
  const ends = (
    attempt: number,
    status: number | null,
    code: string | null,
    requestId: string | null,
  ) => ({
    ...{ ...call, attempt, status, code, requestId, durationMs: 0 },
  })

  assert.deepEqual(told, [
    ['request', { ...call, attempt: 1 }],
    ['answer', ends(1, null, 'network', null)],
    ['retry', { ...ends(1, null, 'network', null), delayMs: 500 }],
    ['request', { ...call, attempt: 2 }],
    ['answer', ends(2, 503, 'service_unavailable', 'r-1')],
    ['retry', { ...ends(2, 503, 'service_unavailable', 'r-1'), delayMs: 3_000 }],
    ['request', { ...call, attempt: 3 }],
    ['answer', ends(3, 200, null, 'r-2')],
  ])
})
