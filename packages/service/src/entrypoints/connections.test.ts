/**
 * Real connections: a client that opens many, sends slowly or never reads blocks nobody and leaves nothing behind.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { onOnePostgreSQL } from '../../test/citus.ts'
import { metricsText } from '../../test/metrics-text.ts'
import { openRaw, type Raw, statusesIn } from '../../test/raw.ts'
import { until } from '../../test/until.ts'
import { createWorld, SALE, type World } from '../../test/world.ts'
import { createApp } from './app.ts'
import type { ConnectionLimits } from './http/connections.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** Its own server for the same service. */
async function listen(
  t: TestContext,
  connections: Partial<ConnectionLimits>,
  trustedProxies: string[] = [],
  deps = world.deps,
  shared: { readonly sharedBy?: number } = {},
) {
  const app = createApp(deps, { basePath: '', connections, trustedProxies, ...shared })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const opened: Raw[] = []
  t.after(async () => {
    for (const { socket } of opened) socket.destroy()
    await app.close()
  })
  return {
    port,
    stop: () => app.close(),
    retire: (ms: number) => app.retire(ms),
    async open() {
      const raw = await openRaw(port)
      opened.push(raw)
      return raw
    },
  }
}

const head = (path: string, ...lines: string[]) =>
  [`${path} HTTP/1.1`, 'Host: sello', ...lines, '', ''].join('\r\n')
const STATUS = head('GET /v1/status')
const NOBODYS = 'X-Service-Key: sello_test_aaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'

function saleOf(key: string, body = JSON.stringify(SALE)): string {
  const { apiKey, signKey } = world.company.key
  const lines = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Service-Key: ${apiKey}`,
    `X-Service-Sign-Key: ${signKey}`,
    `Idempotency-Key: ${key}`,
  ]
  return head('POST /v1/dte', ...lines) + body
}

async function metric(series: string): Promise<number> {
  await setImmediate() // reading only metrics would never let a socket be read
  const text = await metricsText(world)
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}

test('idle connections beyond an address’s limit are closed, oldest first, and a sale is issued', {
  timeout: 20_000,
}, async (t) => {
  const server = await listen(t, { perAddress: 20 })
  const idle = await Promise.all(Array.from({ length: 50 }, () => server.open()))
  await Promise.all(idle.slice(0, 25).map((raw) => raw.ended()))
  const sale = await server.open()
  sale.write(saleOf('crowded'))
  assert.deepEqual(statusesIn(await sale.until(/"archivoDte"/)), [200])

  assert.ok(idle.filter(({ socket }) => !socket.closed).length <= 19)
  assert.ok(
    (await metric('sello_http_connections_closed_total{outcome="evicted",by="address"}')) >= 31,
  )
})

test('the total limit also holds for a trusted proxy, which has no limit per address', {
  timeout: 20_000,
}, async (t) => {
  const server = await listen(t, { perAddress: 2, total: 10 }, ['127.0.0.1'])
  const raws: Raw[] = []
  for (let n = 0; n < 9; n++) {
    const raw = await server.open()
    raw.write(STATUS)
    assert.deepEqual(statusesIn(await raw.until(/\}\}$/)), [401])
    raws.push(raw)
  }
  assert.ok(raws.every(({ socket }) => !socket.closed))
  for (let n = 0; n < 9; n++) await server.open()
  await Promise.all(raws.slice(0, 8).map((raw) => raw.ended()))
})

test('when every connection is busy a further one gets 503, and the busy ones are untouched', {
  timeout: 20_000,
}, async (t) => {
  const server = await listen(t, { perAddress: 3 })
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 1_500, times: 3 })
  const busy = await Promise.all([server.open(), server.open(), server.open()])
  busy.forEach((raw, n) => {
    raw.write(saleOf(`busy ${n}`))
  })
  await untilSigned(3)
  const [text = ''] = [await (await server.open()).ended()]
  const [top = '', body = ''] = text.split('\r\n\r\n')
  assert.deepEqual(top.split('\r\n'), [
    'HTTP/1.1 503 Service Unavailable',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Retry-After: 2',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ])
  const message = 'Hay demasiadas llamadas a la vez. Repita en unos segundos.'
  const error = { code: 'service_unavailable', message, details: {} }
  assert.deepEqual(JSON.parse(body), { error })
  for (const raw of busy) assert.deepEqual(statusesIn(await raw.until(/"archivoDte"/)), [200])
})

async function untilSigned(count: number): Promise<void> {
  await until(`${count} documents are signed and have no answer`, async () => {
    const { n } = await world.deps.pool.one<{ n: bigint }>(
      `select count(*) as n from documents where estado = 'firmado'`,
    )
    return Number(n) >= count
  })
}

test('headers or a body that arrive too late end the connection with a reason', {
  timeout: 20_000,
}, async (t) => {
  const server = await listen(t, { arriveMs: 400 })
  const [silent, headers, body] = [await server.open(), await server.open(), await server.open()]
  headers.write('GET /v1/status HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const drip = setInterval(() => headers.write('x'), 50)
  const sale = saleOf('slow body')
  body.write(sale.slice(0, -10))
  const texts = await Promise.all([silent, headers, body].map((raw) => raw.ended()))
  clearInterval(drip)

  for (const text of texts.slice(1)) {
    assert.deepEqual(statusesIn(text), [400])
    assert.match(text, /no llegó completa a tiempo/)
  }
  const claims = await world.deps.pool.many(
    `select 1 from claims where idempotency_key = 'slow body'`,
  )
  assert.equal(claims.length, 0, 'nothing was begun under it')
})

test('a client that does not read its answer is disconnected, and its memory is freed', {
  timeout: 20_000,
}, async (t) => {
  const server = await listen(t, { readMs: 300 })
  const raw = await server.open()
  raw.socket.pause()
  raw.write(head('GET /v1/openapi.json').repeat(60)) // more than the buffers of the system hold
  const busy = () => metric('sello_http_connections{state="busy"}')
  await until('a connection is busy', async () => (await busy()) > 0)
  await until('no connection is busy', async () => (await busy()) === 0)
  raw.socket.resume()

  assert.ok(statusesIn(await raw.ended()).length < 60)
})

test('a stop closes idle connections at once, limits arriving requests, and answers running calls', {
  timeout: 20_000, // well below the time limit for receiving a request
}, async (t) => {
  const server = await listen(t, { stopMs: 1_000 })
  const [never, kept, arriving, late, busy] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => server.open()),
  )
  assert.ok(never && kept && arriving && late && busy)
  kept.write(STATUS)
  await kept.until(/\}\}$/)
  for (const raw of [arriving, late]) raw.write('GET /v1/status HTTP/1.1\r\nHost: x\r\n')
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 1_500, times: 1 })
  const key = 'under way at a stop'
  busy.write(saleOf(key))
  await untilSigned(1)
  const stopped = server.stop()

  assert.equal(await never.ended(), '')
  late.write('\r\n')
  assert.deepEqual(statusesIn(await late.ended()), [401])
  assert.deepEqual(statusesIn(await kept.ended()), [401])
  assert.equal(await arriving.ended(), '')
  assert.deepEqual(statusesIn(await busy.ended()), [200])
  await stopped
})

test('while another process takes over, calls on open connections are answered and told that it was the last', {
  timeout: 40_000,
}, async (t) => {
  let stopped = 0
  const stop = () => {
    stopped += 1
  }
  const feedWaits = { ...world.deps.feedWaits, stop }
  const server = await listen(t, {}, [], { ...world.deps, feedWaits })
  const [never, kept, busy] = await Promise.all([1, 2, 3].map(() => server.open()))
  assert.ok(never && kept && busy)
  kept.write(STATUS)
  assert.doesNotMatch(await kept.until(/\}\}$/), /connection: close/i)
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 3_000, times: 1 })
  busy.write(saleOf('under way while another takes over'))
  await untilSigned(1)
  const retired = server.retire(30_000)
  assert.equal(stopped, 1, 'who waits for the feed is answered')

  await assert.rejects(server.open(), { code: 'ECONNREFUSED' })
  kept.write(STATUS) // it was idle, and is not cut off
  never.write(STATUS)
  assert.deepEqual(statusesIn(await kept.ended()), [401, 401])
  assert.match(kept.text(), /connection: close/i)
  assert.deepEqual(statusesIn(await never.ended()), [401])
  const answered = await busy.ended()
  assert.deepEqual(statusesIn(answered), [200])
  assert.match(answered, /connection: close/i)
  await retired // long before its time is over
  await server.stop()
})

test('a thousand idle connections cost little memory, and calls still succeed', {
  timeout: 20_000,
}, async (t) => {
  const server = await listen(t, {})
  const before = process.memoryUsage().rss
  for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 100 }, () => server.open()))
  const grown = process.memoryUsage().rss - before
  const sale = await server.open()
  sale.write(saleOf('beside a thousand'))

  assert.deepEqual(statusesIn(await sale.until(/"archivoDte"/)), [200])
  assert.ok(grown < 150 * 1024 * 1024, `${grown} bytes, both ends of them`)
})

test('any number of anonymous calls writes no row and only a few log lines', {
  timeout: 20_000,
  ...onOnePostgreSQL('each machine numbers its own transactions'),
}, async (t) => {
  const server = await listen(t, {})
  const rows = async () =>
    (await world.deps.pool.one<{ n: bigint }>('select count(*) as n from request_log')).n
  const before = [await rows(), await nextXid()] as const
  const raw = await server.open()
  const calls = [
    STATUS,
    head('GET /v1/status', NOBODYS),
    head('GET /v1/status', 'X-Service-Key: nonsense'),
    head('GET /nowhere'),
    `${head('POST /v1/dte', NOBODYS, 'Content-Length: 2')}{}`,
  ]
  for (let n = 0; n < 20; n++) {
    raw.write(calls.join(''))
    const wanted = (n + 1) * calls.length
    await until(`${wanted} answers`, () => statusesIn(raw.text()).length >= wanted)
  }
  raw.write(head('GET /last', 'Connection: close'))
  const statuses = statusesIn(await raw.ended())

  assert.equal(statuses.length, 101)
  assert.deepEqual([...new Set(statuses)].sort(), [401, 404])
  assert.equal(await rows(), before[0])
  assert.deepEqual(await writtenSince(before[1]), {})
  assert.equal((await world.issue()).status, 200)
  assert.ok('public.documents' in (await writtenSince(before[1])), 'a sale does write')
})

test('a thousand calls on one connection are served a few at a time, and other clients still succeed', {
  timeout: 60_000,
}, async (t) => {
  const server = await listen(t, {})
  const flood = await server.open()
  flood.write(head('GET /v1/status', NOBODYS).repeat(1_000))
  const sale = await server.open()
  sale.write(saleOf('beside a flood'))
  assert.deepEqual(statusesIn(await sale.until(/"archivoDte"/)), [200])
  flood.write(head('GET /last', 'Connection: close'))
  const statuses = statusesIn(await flood.ended())

  assert.equal(statuses.length, 1_001)
  const kinds = new Set(statuses.slice(0, -1)) // the last call is for another route
  assert.deepEqual([...kinds].sort(), [401, 503])
})

test('answers to strangers that are held back keep no known caller out, and a stop sends them', {
  timeout: 20_000,
}, async (t) => {
  const now = world.deps.clock.now()
  const clock = { ...world.deps.clock, now: () => now } // no time passes, so the pace allows no more than its burst
  const server = await listen(t, { perAddress: 40 }, [], { ...world.deps, clock })
  const strangers = await Promise.all(Array.from({ length: 40 }, () => server.open()))
  const answers = () => strangers.reduce((sum, raw) => sum + statusesIn(raw.text()).length, 0)
  for (let sent = 40; sent <= 400; sent += 40) {
    for (const raw of strangers) raw.write(STATUS)
    await until('all are answered', () => answers() === sent)
  }
  for (const raw of strangers) raw.write(STATUS)
  const sold = await until('a sale takes the place of a stranger', async () => {
    const sale = await server.open()
    sale.write(saleOf('beside strangers'))
    const text = await Promise.race([sale.ended(), sale.until(/"archivoDte"/).catch(sale.text)])
    return statusesIn(text)[0] === 200
  })
  assert.ok(sold)
  assert.equal(answers(), 400)
  await server.stop()
  const ended = await Promise.all(strangers.map((raw) => raw.ended()))
  assert.deepEqual([...new Set(ended.flatMap(statusesIn))], [401])
  assert.ok(answers() > 400)
})

test('a stranger for whom there is no room to wait is read and answered no more, and is closed for others', {
  timeout: 60_000,
}, async (t) => {
  const now = world.deps.clock.now()
  const clock = { ...world.deps.clock, now: () => now } // no time passes
  const few = { sharedBy: 4_096 } // of so many processes one holds back a single answer
  const server = await listen(t, { perAddress: 4 }, [], { ...world.deps, clock }, few)
  const [flood, held, abandoned, idle] = await Promise.all([1, 2, 3, 4].map(() => server.open()))
  assert.ok(flood && held && abandoned && idle)
  for (let sent = 50; sent <= 400; sent += 50) {
    flood.write(STATUS.repeat(50))
    await until('all are answered', () => statusesIn(flood.text()).length === sent)
  }
  const refused = () => metric('sello_http_connections_closed_total{outcome="refused",by="total"}')
  const before = await refused()
  held.write(STATUS)
  await until('it waits', async () => (await metric('sello_http_connections{state="busy"}')) === 1)
  abandoned.write(STATUS)
  await until('one is abandoned', async () => (await refused()) === before + 1)
  assert.deepEqual([held.text(), abandoned.text()], ['', ''])
  await server.open()
  assert.equal(await held.ended(), '')
  await server.open()
  assert.equal(await abandoned.ended(), '')
  assert.ok(!flood.socket.closed && !idle.socket.closed, 'before those that are idle')
})

/** The next transaction number that the server will assign, in any database. */
async function nextXid(): Promise<string> {
  const { next } = await world.deps.pool.one<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  return next
}

/** The number of rows of this database written by transactions from that number on, by table. */
async function writtenSince(xid: string): Promise<Readonly<Record<string, number>>> {
  const { pool } = world.deps
  const tables = await pool.many<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  assert.ok(tables.length > 10)
  const counts = tables.map(async ({ name }) => {
    const { n } = await pool.one<{ n: number }>(
      `select count(*)::int as n from ${name} where age(xmin) <= age($1::xid8::xid)`,
      [xid],
    )
    return [name, n] as const
  })
  return Object.fromEntries((await Promise.all(counts)).filter(([, n]) => n > 0))
}
