import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createWorld, type Reply, type World } from '../../../../test/world.ts'
import { type Limits, limitKey, type MintedKey } from '../../../admin.ts'
import { mintApiKey } from '../../../ledger/keys/api-key.ts'
import type { Call } from '../gate.ts'
import { rateWindow, rateWindows } from './rate-window.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const keyOf = (limits: Partial<Limits>, more: object = {}) =>
  world.mintKey(world.company.nit, {
    passphrase: null,
    limits: { hour: 1_000, day: 1_000, status: 1_000, ...limits },
    ...more,
  })

/** The cheapest call that the windows count. */
const ask = (key: MintedKey) => world.query(randomUUID(), key)

async function askTimes(n: number, key: MintedKey): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let at = 0; at < n; at++) replies.push(await ask(key))
  return replies
}

const limited = ({ status, body }: Reply) =>
  status === 429 ? [body.error.code, body.error.details.window] : status
const rateOf = ({ headers }: Reply) =>
  ['limit', 'remaining', 'reset', 'policy'].map((name) => headers[`ratelimit-${name}`])

test('the call beyond the limit of an hour is refused, says for how long, and succeeds then', async () => {
  const key = await keyOf({ hour: 3 })
  const replies = await askTimes(4, key)

  assert.deepEqual(replies.map(limited), [404, 404, 404, ['rate_limited', 'hora']])
  const refused = replies[3] as Reply
  const { remaining, retryAfterSeconds } = refused.body.error.details
  assert.equal(remaining, 0)
  assert.ok(retryAfterSeconds > 3_500 && retryAfterSeconds <= 3_600, `${retryAfterSeconds}`)
  assert.equal(refused.headers['retry-after'], String(retryAfterSeconds))
  await world.advance(retryAfterSeconds * 1_000)
  assert.equal((await ask(key)).status, 404)
})

test('a window slides: each call frees its slot exactly an hour later', async () => {
  const key = await keyOf({ hour: 2 })
  assert.deepEqual((await askTimes(1, key)).map(limited), [404])
  await world.advance(40 * MINUTE_MS)
  assert.deepEqual((await askTimes(2, key)).map(limited), [404, ['rate_limited', 'hora']])
  await world.advance(19 * MINUTE_MS)
  assert.deepEqual(limited(await ask(key)), ['rate_limited', 'hora'])
  await world.advance(MINUTE_MS + 1_000)
  assert.deepEqual((await askTimes(2, key)).map(limited), [404, ['rate_limited', 'hora']])
  await world.advance(40 * MINUTE_MS)
  assert.deepEqual((await askTimes(2, key)).map(limited), [404, ['rate_limited', 'hora']])
})

test('the day has its own window, and of two full ones the longer wait is reported', async () => {
  const key = await keyOf({ hour: 2, day: 3 })
  await askTimes(2, key)
  assert.deepEqual(limited(await ask(key)), ['rate_limited', 'hora'])
  await world.advance(HOUR_MS + 1_000)
  const replies = await askTimes(2, key)

  assert.deepEqual(replies.map(limited), [404, ['rate_limited', 'dia']])
  const { retryAfterSeconds } = replies[1]?.body.error.details ?? {}
  assert.ok(retryAfterSeconds > 22 * 3_600 && retryAfterSeconds <= 23 * 3_600, retryAfterSeconds)
  await world.advance(DAY_MS - HOUR_MS)
  assert.equal((await ask(key)).status, 404)
})

test('refused calls do not count: retrying does not postpone the next free slot', async () => {
  const key = await keyOf({ hour: 1 })
  await ask(key)
  for (let at = 0; at < 3; at++) {
    await world.advance(15 * MINUTE_MS)
    assert.equal((await ask(key)).status, 429)
  }
  await world.advance(15 * MINUTE_MS + 1_000)

  assert.equal((await ask(key)).status, 404)
})

test('refusals before the windows spend none of them, so an attacker with a leaked key cannot exhaust it', async () => {
  const key = await keyOf({ hour: 1 }, { ipRanges: ['10.0.0.0/8'], scopes: ['query'] })
  const call = { method: 'GET', url: `/v1/dte/${randomUUID()}` } as const
  const headers = { 'x-service-key': key.apiKey }
  const stranger = { ...call, headers, remoteAddress: '192.0.2.1' }
  const own = { ...call, headers, remoteAddress: '10.1.2.3' }
  const [keyId] = key.apiKey.split('.')
  const guess = { 'x-service-key': `${keyId}.${'A'.repeat(49)}` }
  const issue = { method: 'POST', url: '/v1/dte', headers, remoteAddress: '10.1.2.3' } as const

  const codes = []
  for (const asked of [stranger, { ...own, headers: guess }, issue, own, own]) {
    const { status, body } = await world.inject(asked)
    codes.push(`${status} ${body.error.code}`)
  }

  assert.deepEqual(codes, [
    '403 ip_not_allowed',
    '401 invalid_api_key',
    '403 forbidden_scope',
    '404 not_found',
    '429 rate_limited',
  ])
})

test('calls refused after the windows count, and so does a replay', async () => {
  const key = await world.mintKey(world.company.nit, {
    limits: { hour: 4, day: 1_000, status: 1_000 },
  })
  const idempotencyKey = randomUUID()
  const replies = [
    await world.issue(undefined, { key, idempotencyKey }),
    await world.issue(undefined, { key, idempotencyKey }),
    await world.issue({}, { key }),
    await world.issue(undefined, { key, headers: { 'idempotency-key': '' } }),
    await world.issue(undefined, { key, idempotencyKey }),
  ]

  assert.deepEqual(replies.map(limited), [200, 200, 400, 400, ['rate_limited', 'hora']])
  assert.deepEqual(
    replies.map(({ headers }) => headers['ratelimit-remaining']),
    ['3', '2', '1', '0', '0'],
  )
})

test('every authenticated answer, also a refusal, shows the window closest to its limit', async () => {
  const key = await keyOf({ hour: 10, day: 12 })
  const [first] = await askTimes(8, key)
  assert.deepEqual(rateOf(first as Reply), ['10', '9', '3600', '10;w=3600, 12;w=86400'])
  await world.advance(HOUR_MS + 1_000)

  const reply = await ask(key)

  assert.deepEqual(rateOf(reply).slice(0, 2), ['12', '3'])
  const reset = Number(reply.headers['ratelimit-reset'])
  assert.ok(reset > 22 * 3_600 && reset <= 23 * 3_600, `${reset}`)
  const forbidden = await world.issue(undefined, {
    key: await keyOf({ hour: 7 }, { scopes: ['query'] }),
  })
  assert.equal(forbidden.status, 403)
  assert.deepEqual(rateOf(forbidden), ['7', '7', '0', '7;w=3600, 1000;w=86400'])
})

test('an anonymous response has no window headers', async () => {
  const { apiKey } = mintApiKey('sello', '00', world.deps.random)
  const forged = `${world.company.key.apiKey.split('.')[0]}.${apiKey.split('.')[1]}`
  for (const headers of [{}, { 'x-service-key': apiKey }, { 'x-service-key': forged }]) {
    const reply = await world.inject({ method: 'POST', url: '/v1/dte', headers })
    assert.equal(reply.status, 401)
    assert.deepEqual(rateOf(reply), [undefined, undefined, undefined, undefined])
  }
})

test('a limit changed by an administrator applies to the next call, counting earlier calls', async () => {
  const key = await keyOf({ hour: 2 })
  await askTimes(2, key)
  assert.equal((await ask(key)).status, 429)
  await limitKey(world.admin, world.company.nit, key.keyId, { limits: { hour: 4 } })
  const replies = await askTimes(3, key)
  assert.deepEqual(replies.map(limited), [404, 404, ['rate_limited', 'hora']])
  await world.advance(30 * MINUTE_MS)
  await limitKey(world.admin, world.company.nit, key.keyId, { limits: { hour: 2 } })

  const { retryAfterSeconds } = (await ask(key)).body.error.details
  assert.ok(retryAfterSeconds <= 1_800, 'three of four leave, and then one more fits')
  await world.advance(retryAfterSeconds * 1_000)
  assert.equal((await ask(key)).status, 404)
})

test('the status has its own window, and neither counts against the other', async () => {
  const key = await keyOf({ hour: 2, status: 3 })
  const status = () =>
    world.inject({ method: 'GET', url: '/v1/status', headers: { 'x-service-key': key.apiKey } })
  const first = await status()
  const calls = [await ask(key), await ask(key), await ask(key), await status(), await status()]
  const refused = await status()

  assert.deepEqual(rateOf(first), ['3', '2', '3600', '3;w=3600'])
  assert.deepEqual(first.body.limites.hora, { limit: 2, used: 0, remaining: 2 })
  assert.deepEqual(calls.map(limited), [404, 404, ['rate_limited', 'hora'], 200, 200])
  assert.deepEqual(calls[4]?.body.limites.hora, { limit: 2, used: 2, remaining: 0 })
  assert.deepEqual(calls[4]?.body.limites.estado, { limit: 3, used: 3, remaining: 0 })
  assert.deepEqual(limited(refused), ['rate_limited', 'estado'])
})

test('two keys of a company have windows of their own', async () => {
  const [one, other] = [await keyOf({ hour: 1 }), await keyOf({ hour: 1 })]
  assert.deepEqual((await askTimes(2, one)).map(limited), [404, ['rate_limited', 'hora']])
  assert.equal((await ask(other)).status, 404)
})

test('the windows of a call that was counted are not read again', async () => {
  const counted = { admission: { counted: true } } as unknown as Call // with no connection to read them
  assert.equal(await rateWindows(counted), undefined)
})

// biome-ignore format: a table
const PER = [
  ['hora',      'por hora'],
  ['dia',       'por día'],
  ['estado',    'de /v1/status por hora'],
  ['novedades', 'de /v1/events por hora'],
] as const

test('a refusal says how many calls of what were made, and after how many seconds to repeat', () => {
  const at = new Date('2026-11-30T18:00:00Z')
  const refusedOf = (...windows: readonly object[]) =>
    rateWindow({ admission: null, windows, at } as unknown as Call)
  for (const [window, per] of PER) {
    const full = { window, limit: 30, used: 30, seconds: 90, nextAt: at }
    const details = (retryAfterSeconds: number) => ({ window, remaining: 0, retryAfterSeconds })
    const message = (seconds: number) =>
      `Esta llave ya hizo sus 30 llamadas ${per}. Repita en ${seconds} segundos; esta no contó.`
    const refusal = (n: number) => ({
      code: 'rate_limited',
      message: message(n),
      details: details(n),
    })
    assert.throws(() => refusedOf(full), refusal(90))
    const since = { ...full, window: 'other', used: 29 } // a call has left it meanwhile
    assert.throws(() => refusedOf(since, full, since), refusal(90))
    assert.throws(() => refusedOf({ ...full, used: 29 }), refusal(1))
  }
})
