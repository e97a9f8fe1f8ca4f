import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { Clock } from '../../base/clock.ts'
import type { SmallServer } from '../../base/net/small-server.ts'
import { startClockHelper } from './server.ts'

/** Each reading of the clock is a millisecond later. */
const START = Date.parse('2026-12-01T05:59:59.250Z')
let ms = START
const clock: Clock = { now: () => new Date(ms++), sleep: async () => {} }

let helper: SmallServer
before(async () => {
  helper = await startClockHelper(clock, { host: '127.0.0.1', port: 0, colo: 'SAL1' })
})
after(() => helper.close())

async function ask(search = '', init: { method?: string; body?: string } = {}) {
  ms = START
  const response = await fetch(`${helper.url}/${search}`, init)
  const text = await response.text()
  const { status, headers } = response
  // biome-ignore lint/suspicious/noExplicitAny: read by the test that knows its shape
  return { status, headers, text, body: (text === '' ? null : JSON.parse(text)) as any }
}

test('the clock answers with the times of arrival and departure, in UTC and in El Salvador', async () => {
  const { status, body } = await ask('?t0=1796104799000&id=muestra-1')

  assert.equal(status, 200)
  assert.deepEqual(body, {
    v: 1,
    id: 'muestra-1',
    t0: 1_796_104_799_000,
    t1: START,
    t2: START + 1,
    serverTime: '2026-12-01T05:59:59.251Z',
    precisionMs: 1,
    sv: { date: '2026-11-30', time: '23:59:59', utcOffset: '-06:00' },
    nextSyncAfterMs: 21_600_000,
    colo: 'SAL1',
  })
})

test('any page may read it, it is not cached, and no cookie is set', async () => {
  for (const [init, tookMs] of [
    [{}, 1],
    [{ method: 'OPTIONS' }, 0],
    [{ method: 'PUT' }, 0],
  ] as const) {
    const { headers } = await ask('', init)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('timing-allow-origin'), '*')
    assert.equal(headers.get('server-timing'), `reloj;dur=${tookMs}`)
    assert.equal(headers.get('set-cookie'), null)
  }
})

// biome-ignore format: a table
const NO_INTEGER = ['', 'x', '1.5', '1e3', '0x10', ' 1', '+1', '9'.repeat(17), '9007199254740993', 'NaN', '%00', '١']

test('a t0 that is not an integer is ignored and answered as null', async () => {
  for (const t0 of NO_INTEGER) {
    const { status, body } = await ask(`?t0=${t0}`)
    assert.deepEqual([status, body.t0], [200, null], t0)
  }
  assert.equal((await ask()).body.t0, null)
  assert.equal((await ask('?t0=1&t0=2')).body.t0, null)
})

test('an integer t0 is echoed, zero and negative ones too', async () => {
  for (const t0 of [0, -1, 1, 1_796_104_799_000, Number.MAX_SAFE_INTEGER]) {
    assert.equal((await ask(`?t0=${t0}`)).body.t0, t0)
  }
  assert.match((await ask('?t0=-0')).text, /"t0":0,/)
})

test('an id of up to 64 characters is echoed, a longer one is not', async () => {
  for (const id of ['', 'a', '"><script>', 'ñandú 🍕', 'x'.repeat(64)]) {
    assert.equal((await ask(`?id=${encodeURIComponent(id)}`)).body.id, id)
  }
  assert.equal((await ask(`?id=${'x'.repeat(65)}`)).body.id, null)
  assert.equal((await ask('?id=a&id=b')).body.id, null)
})

test('unknown parameters change nothing', async () => {
  const { status, body } = await ask('?t0=5&__proto__=1&otro=2')

  assert.deepEqual([status, body.t0, body.id], [200, 5, null])
})

test('OPTIONS is answered without a body, naming the methods', async () => {
  const { status, headers, text } = await ask('', { method: 'OPTIONS' })

  assert.deepEqual([status, text], [204, ''])
  assert.equal(headers.get('allow'), 'GET, OPTIONS')
  assert.equal(headers.get('access-control-allow-methods'), 'GET, OPTIONS')
  assert.equal(headers.get('access-control-allow-headers'), '*')
  assert.equal(headers.get('access-control-max-age'), '86400', 'a day')
})

test('any other method is 405, naming the allowed ones, with or without a body', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers, body } = await ask('?t0=1', { method, body: '{}' })
    assert.equal(status, 405, method)
    assert.equal(headers.get('allow'), 'GET, OPTIONS')
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    const message = 'El reloj se lee con GET.'
    assert.deepEqual(body, { error: { code: 'method_not_allowed', message, details: {} } })
  }
  const { status, text } = await ask('', { method: 'HEAD' })
  assert.deepEqual([status, text], [405, ''])
})

test('any other path is 404, whatever the method', async () => {
  for (const path of ['x', 'v1/status', '/', 'favicon.ico', '..%2f']) {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { status, body } = await ask(path, { method })
      assert.equal(status, 404, `${method} /${path}`)
      const message = 'El reloj responde en /.'
      assert.deepEqual(body, { error: { code: 'not_found', message, details: {} } })
    }
  }
})

test('invalid bytes end their connection and nothing else', async () => {
  const socket = connect(Number(new URL(helper.url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.end('\x16\x03\x01 no es HTTP\r\n\r\n')
  socket.resume()
  await once(socket, 'close')

  assert.equal((await ask()).status, 200)
})

test('a thousand concurrent requests are all answered, each with its own id', async () => {
  const marks = Array.from({ length: 1_000 }, (_, i) => i)
  const began = process.cpuUsage()
  const answers = await Promise.all(marks.map((i) => ask(`?t0=${i}&id=m${i}`)))
  const { user, system } = process.cpuUsage(began)

  for (const [i, { status, body }] of answers.entries()) {
    assert.deepEqual([status, body.t0, body.id], [200, i, `m${i}`])
  }
  assert.ok(user + system < 10_000_000, `${user + system} µs of the processor`)
})

test('closing it ends idle connections', async () => {
  const other = await startClockHelper(clock, { host: '127.0.0.1', port: 0, colo: 'x' })
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await other.close()
  await closed
})
