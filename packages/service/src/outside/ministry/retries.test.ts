import assert from 'node:assert/strict'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { createMinistryProxy, type MinistryProxy } from '../../../test/ministry-proxy.ts'
import type { Fault } from '../../../test/simulator-control.ts'
import { NEVER_STALLED, scriptedStalls } from '../../../test/stalls.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type Reply, type World } from '../../../test/world.ts'
import { type Clock, systemClock } from '../../base/clock.ts'
import { createExchange } from './exchange.ts'

const TIMEOUT_MS = 500
const BUDGET_MS = 2_200

let proxy: MinistryProxy
let world: World
before(async () => {
  proxy = await createMinistryProxy()
  const hosts = { '00': proxy.url, '01': proxy.url }
  world = await createWorld({ mh: { hosts, timeoutMs: TIMEOUT_MS, budgetMs: BUDGET_MS } })
  proxy.leadTo(world.mh.url)
  const isSealed = async () => (await world.issue()).status === 200
  await until('it has logged in, so that the lists below begin with the document', isSealed)
})
afterEach(() => world.mh.clearFaults())
after(async () => {
  await world.close()
  await proxy.close()
})

async function issueUnder(...faults: readonly Fault[]): Promise<{ reply: Reply; ms: number }> {
  for (const fault of faults) await world.mh.fault(fault)
  proxy.forget()
  const from = performance.now()
  const reply = await world.issue()
  return { reply, ms: performance.now() - from }
}

async function rowOf({ body }: Reply) {
  const rows = await world.mh.ledger()
  return rows.find((row) => row.codigoGeneracion === body.codigoGeneracion)
}

test('an immediate answer is one transmission without a query', async () => {
  const { reply } = await issueUnder()

  assert.equal(reply.status, 200)
  assert.deepEqual(proxy.asked, ['recepciondte'])
})

test('a silent ministry gets at most three transmissions, with a query after each', async () => {
  const { reply, ms } = await issueUnder({ service: 'recepciondte', kind: 'silence' })

  assert.equal(reply.status, 202)
  assert.deepEqual(proxy.asked, [
    'recepciondte',
    'consultadte',
    'recepciondte',
    'consultadte',
    'recepciondte',
    'consultadte',
  ])
  assert.equal((await rowOf(reply))?.timesReceived, 3)
  assert.ok(ms >= 3 * TIMEOUT_MS, `${ms} ms: each transmission is given its time`)
})

test('a failed first transmission is sent again, and the second answer counts', async () => {
  const { reply } = await issueUnder({ service: 'recepciondte', kind: 'silence', times: 1 })

  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(proxy.asked, ['recepciondte', 'consultadte', 'recepciondte'])
})

test('a seal whose answer was lost is found by a query, not by a resend', async () => {
  const { reply } = await issueUnder({ service: 'recepciondte', kind: 'drop_answer', times: 1 })

  const row = await rowOf(reply)
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.selloRecibido, row?.selloRecibido)
  assert.equal(row?.timesReceived, 1)
  assert.deepEqual(proxy.asked, ['recepciondte', 'consultadte'])
})

test('"already exists" on a resend is this document: its seal is queried', async () => {
  const { reply } = await issueUnder(
    { service: 'recepciondte', kind: 'drop_answer', times: 1 },
    { service: 'consultadte', kind: 'status', status: 404, times: 1 }, // says that it does not hold it
  )

  const row = await rowOf(reply)
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.selloRecibido, row?.selloRecibido)
  assert.deepEqual(proxy.asked, ['recepciondte', 'consultadte', 'recepciondte', 'consultadte'])
})

test('an "already exists" without an explanation is not a rejection: the document may be sealed', async () => {
  const { reply } = await issueUnder(
    { service: 'recepciondte', kind: 'drop_answer', times: 1 },
    { service: 'consultadte', kind: 'silence' },
  )

  assert.equal(reply.status, 202, reply.text)
  assert.equal((await rowOf(reply))?.estado, 'PROCESADO')
})

test('"already exists" for a document that the ministry does not hold is a rejection', async () => {
  const { reply } = await issueUnder(
    { service: 'recepciondte', kind: 'reject', codigoMsg: '004', descripcionMsg: 'YA EXISTE' },
    { service: 'consultadte', kind: 'status', status: 404 },
  )

  assert.equal(reply.status, 422, reply.text)
  assert.equal(reply.body.error.details.codigoMsg, '004')
})

test('"already exists" on a resend is not a rejection even if the ministry does not hold it yet', async () => {
  const { reply } = await issueUnder(
    { service: 'recepciondte', kind: 'drop_answer', times: 1 },
    { service: 'consultadte', kind: 'status', status: 404 },
  )

  assert.equal(reply.status, 202, reply.text)
  assert.equal((await rowOf(reply))?.estado, 'PROCESADO')
})

test('a refused token is renewed once, and the document is sent', async () => {
  const { reply } = await issueUnder({ service: 'recepciondte', kind: 'expired_token', times: 1 })

  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(proxy.asked, ['recepciondte', 'auth', 'recepciondte'])
})

test('a new token that is refused is not renewed endlessly', async () => {
  const { reply } = await issueUnder({ service: 'recepciondte', kind: 'expired_token' })

  assert.equal(reply.status, 202, reply.text)
  assert.deepEqual(proxy.asked, ['recepciondte', 'auth', 'recepciondte'])
})

test('sixteen callers without a token log in once between them', async () => {
  await issueUnder({ service: 'recepciondte', kind: 'expired_token', times: 1 })
  await world.deps.pool.many('update ministry_accounts set token = null returning 1')
  await world.mh.fault({ service: 'recepciondte', kind: 'expired_token', times: 1 })
  await world.issue() // the cached token is dropped too
  const logins = proxy.asked.filter((service) => service === 'auth').length

  const replies = await Promise.all(Array.from({ length: 16 }, () => world.issue()))

  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal(proxy.asked.filter((service) => service === 'auth').length, logins)
})

// biome-ignore format: a table
const SILENT: readonly (readonly [string, readonly Fault[]])[] = [
  ['every service',       [{ service: '*', kind: 'silence' }]],
  ['the login',           [{ service: 'recepciondte', kind: 'expired_token' }, { service: 'auth', kind: 'silence' }]],
  ['the query',           [{ service: 'recepciondte', kind: 'status' }, { service: 'consultadte', kind: 'silence' }]],
]

for (const [what, faults] of SILENT) {
  test(`a silent ${what} delays a caller no longer than the budget`, async () => {
    const { reply, ms } = await issueUnder(...faults)

    assert.equal(reply.status, 202, reply.text)
    assert.ok(ms < BUDGET_MS + TIMEOUT_MS, `${ms} ms`)
  })
}

test('an answer that trickles in is abandoned at the deadline', async () => {
  const server = createServer(trickle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const exchange = createExchange(`http://127.0.0.1:${port}`, partsOf(systemClock))
  const from = performance.now()
  try {
    const raw = await exchange.post({
      path: '/',
      body: '{}',
      contentType: 'application/json',
      timeoutMs: TIMEOUT_MS,
    })

    assert.equal(raw.kind, 'silence')
    assert.equal(raw.kind === 'silence' && raw.why, 'timeout')
    assert.ok(performance.now() - from < 20 * TIMEOUT_MS) // the whole answer would take a thousand timeouts
  } finally {
    await exchange.close()
    server.close()
  }
})

test('timeouts use the given clock', { timeout: 60_000 }, async () => {
  const server = createServer(() => {}) // accepts connections and never answers
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const waited: number[] = []
  const sleep = async (ms: number) => void waited.push(ms)
  const exchange = createExchange(`http://127.0.0.1:${port}`, partsOf({ ...systemClock, sleep }))
  const hour = 3_600_000
  const post = { path: '/', body: '{}', contentType: 'application/json', timeoutMs: hour }

  assert.deepEqual(await exchange.post(post), { kind: 'silence', why: 'timeout', code: 'TimedOut' })
  const head = await exchange.post({ method: 'HEAD', path: '/', body: null, timeoutMs: hour })
  assert.equal(head.kind, 'silence')
  assert.deepEqual(waited, [hour, hour])
  await exchange.close()
  server.close()
})

/** A handshake for each call would cost the ministry, and every sale, more than the call. */
test('calls that follow one another share the connections', async () => {
  const server = createHttpServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const exchange = createExchange(`http://127.0.0.1:${port}`, {
    ...partsOf(systemClock),
    connections: 4,
  })
  const post = { path: '/', body: '{}', contentType: 'application/json', timeoutMs: 10_000 }
  try {
    for (let n = 0; n < 12; n++) assert.equal((await exchange.post(post)).kind, 'response')
    assert.ok(connections <= 4, `${connections} connections`)
  } finally {
    await exchange.close()
    server.close()
  }
})

/** The process is stopped while the answer arrives: on resume its timers are overdue, and fire before sockets are read. */
test('an answer that arrived while the process was stopped is read, although its time is over', async () => {
  const server = createHttpServer((request, response) => {
    request.resume()
    request.on('end', () => setTimeout(() => response.end('{"estado":"PROCESADO"}'), 200))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stalls = scriptedStalls()
  const waited: number[] = []
  const sleep: Clock['sleep'] = async (ms, signal) => {
    const isFirst = waited.push(ms) === 1
    if (isFirst) stalls.stall()
    else await systemClock.sleep(ms, signal)
  }
  const clock = { ...systemClock, sleep }
  const exchange = createExchange(`http://127.0.0.1:${port}`, { ...partsOf(clock), stalls })
  const post = { path: '/', body: '{}', contentType: 'application/json', timeoutMs: TIMEOUT_MS }
  try {
    const raw = await exchange.post(post)
    assert.deepEqual(raw.kind === 'response' && raw.json, { estado: 'PROCESADO' })
    assert.equal(waited[0], TIMEOUT_MS)
  } finally {
    await exchange.close()
    server.close()
  }
})

const partsOf = (clock: Clock) => ({ connections: 1, clock, stalls: NEVER_STALLED })

/** Sends a byte now and then, so that no wait between two bytes is long. */
function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n')
  const drip = setInterval(() => socket.write(' '), TIMEOUT_MS / 5)
  const stop = () => clearInterval(drip)
  socket.on('close', stop).on('error', stop)
}
