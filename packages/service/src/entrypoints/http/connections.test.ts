/** The bounds of connections over a real server, without the service behind it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  boundConnections,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  PIPELINED_MAX,
  PIPELINED_SERVED_MAX,
} from './connections.ts'

async function start(
  t: TestContext,
  limits: Partial<ConnectionLimits>,
  trustedProxies: readonly string[] = [],
) {
  const unanswered: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url === '/abandoned') connections.abandon(request.socket)
    if (request.url === '/answered') response.end('x')
    else unanswered.push(response)
  })
  server.keepAliveTimeout = 0 // what ends a connection is what is tested
  const counted: string[] = []
  const refused: Socket[] = []
  const connections = boundConnections(server, {
    limits: { ...CONNECTION_LIMITS, ...limits },
    trustedProxies,
    refuse(socket) {
      refused.push(socket)
      socket.destroy()
    },
    count: (outcome, by) => counted.push(`${outcome} ${by}`),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clients: Socket[] = []
  t.after(() => {
    for (const client of clients) client.destroy()
    server.close()
  })
  return {
    connections,
    counted,
    refused,
    unanswered,
    port,
    /** Both ends of a new connection. */
    async open() {
      const arrived = once(server, 'connection') as Promise<[Socket]>
      const client = connect(port, '127.0.0.1')
      client.on('error', () => {})
      clients.push(client)
      const [socket] = await arrived
      return { client, socket }
    },
    /** A connection that seems to come from this address. */
    openFrom(address: string | undefined) {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
      t.after(() => socket.destroy())
      server.emit('connection', socket)
      return socket
    },
  }
}

const ASK = 'GET /answered HTTP/1.1\r\nHost: x\r\n\r\n'
const ASK_IN_VAIN = 'GET /unanswered HTTP/1.1\r\nHost: x\r\n\r\n'
const ASK_TOO_MUCH = 'GET /abandoned HTTP/1.1\r\nHost: x\r\n\r\n'

/** Turns of the event loop until it is so; a test that waits in vain ends by its own time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate()
}

/** A new connection of which `count` calls are not answered. */
async function busy({ connections, open }: Awaited<ReturnType<typeof start>>, count = 1) {
  const { client, socket } = await open()
  client.write(ASK_IN_VAIN.repeat(count))
  await until(() => connections.callsOf(socket).length === count)
  return { client, socket }
}

test('a connection that is abandoned twice is counted once', async (t) => {
  const { connections, counted, open } = await start(t, {})
  const { socket } = await open()
  for (let n = 0; n < 2; n++) connections.abandon(socket)
  assert.deepEqual(counted, ['refused total'])
  await setImmediate()
  assert.equal(socket.isPaused(), true)
})

test('one that is abandoned for a call is read no more, and is the first to go whatever came with that call', async (t) => {
  const { connections, open } = await start(t, { total: 2 })
  const idle = await open()
  const { client, socket } = await open()
  client.write(ASK_TOO_MUCH + ASK_IN_VAIN)
  await until(() => connections.callsOf(socket).length === 2)
  await setImmediate()
  assert.equal(socket.isPaused(), true)
  await open()
  assert.deepEqual([idle.socket.destroyed, socket.destroyed], [false, true])
})

test('an address that may have one connection has one: a second takes the place of the first while it is idle', async (t) => {
  const { connections, counted, refused, open } = await start(t, { perAddress: 1 })
  const first = await open()
  assert.deepEqual([counted, refused], [[], []])
  const ended = once(first.client, 'close')
  await open()
  await ended
  assert.deepEqual([counted, refused], [['evicted address'], []])
  assert.deepEqual(connections.count(), { busy: 0, idle: 1 })
})

test('without one to close a connection beyond the total is refused, and counted', async (t) => {
  const { counted, refused, open } = await start(t, { total: 0 })
  const { socket } = await open()
  assert.deepEqual([counted, refused], [['refused total'], [socket]])
})

// biome-ignore format: a table
const TRUSTED: readonly (readonly [proxies: readonly string[], address: string | undefined, isTrusted: boolean])[] = [
  [['127.0.0.1'],               '127.0.0.1',        true],
  [['127.0.0.0/8'],             '127.0.0.1',        true],
  [['::1', '127.0.0.1/32'],     '127.0.0.1',        true],
  [['127.0.0.2'],               '127.0.0.1',        false],
  [['127.0.0.0'],               '127.0.0.1',        false],
  [['::1', 'fd00::/8'],         '127.0.0.1',        false],
  [['126.0.0.0/8'],             '127.0.0.1',        false],
  [['127.0.0.1'],               '::ffff:127.0.0.1', true],
  [['127.0.0.1', '::1'],        '::1',              true],
  [['fd00::/8'],                'fd12::7',          true],
  [['fd00::/8'],                'fe12::7',          false],
  [['fd12::6'],                 'fd12::7',          false],
  [['fd12::6/127'],             'fd12::7',          true],
  [['0.0.0.0/0', '::/0'],       undefined,          false],
]

test('a proxy that is trusted may have as many as there are', async (t) => {
  for (const [proxies, address, isTrusted] of TRUSTED) {
    const { counted, openFrom } = await start(t, { perAddress: 1 }, proxies)
    for (let n = 0; n < 3; n++) openFrom(address)
    assert.equal(counted.length, isTrusted ? 0 : 2, `${proxies} ${address}`)
  }
})

test('a network of IPv6 has as many as an address of IPv4', async (t) => {
  const { counted, openFrom } = await start(t, { perAddress: 1 })
  openFrom('2001:db8:1:2::1')
  openFrom('2001:db8:1:3::1')
  assert.deepEqual(counted, [])
  openFrom('2001:db8:1:2:ffff::1')
  assert.deepEqual(counted, ['evicted address'])
})

test('an abandoned connection is closed after a while', { timeout: 10_000 }, async (t) => {
  const { connections, open } = await start(t, { abandonedMs: 1 })
  const { client, socket } = await open()
  const closed = once(client, 'close')
  connections.abandon(socket)
  assert.equal(socket.destroyed, false)
  await closed
})

test('of a connection so many calls are read at a time, and more that came with them are crowded', async (t) => {
  const all = await start(t, {})
  const { connections, unanswered } = all
  const { client, socket } = await busy(all, PIPELINED_MAX - 1)
  /** Whether it is read, once so many of its calls are not answered. */
  const isRead = async (count: number) => {
    await until(() => connections.callsOf(socket).length === count)
    await setImmediate()
    return !socket.isPaused()
  }
  assert.equal(await isRead(PIPELINED_MAX - 1), true)
  client.write(ASK_IN_VAIN)
  assert.equal(await isRead(PIPELINED_MAX), false)
  unanswered.shift()?.end('x')
  assert.equal(await isRead(PIPELINED_MAX - 1), true)
  client.write(ASK_IN_VAIN)
  assert.equal(await isRead(PIPELINED_MAX), false)
  connections.abandon(socket)
  unanswered.shift()?.end('x')
  assert.equal(await isRead(PIPELINED_MAX - 1), false, 'it is abandoned')

  const many = await busy(all, PIPELINED_SERVED_MAX)
  assert.equal(connections.isCrowded(many.socket), false)
  const crowded = await busy(all, PIPELINED_SERVED_MAX + 1)
  assert.equal(connections.isCrowded(crowded.socket), true)
})

test('a connection of which nothing more is read ends once its calls are answered', {
  timeout: 10_000,
}, async (t) => {
  const all = await start(t, {})
  const { connections, unanswered } = all
  const last = await busy(all, 2)
  connections.endOnceAnswered(last.socket)
  unanswered.shift()?.end('x')
  await until(() => connections.callsOf(last.socket).length === 1)
  assert.equal(last.socket.destroyed, false)
  unanswered.shift()?.end('x')
  last.client.resume()
  await until(() => last.socket.destroyed)
})

test('a stop closes a connection whose calls all wait for the pace, and no other that is busy', async (t) => {
  const all = await start(t, {})
  const { connections } = all
  const [held, released, part, both, again, more, later] = [
    ...[await busy(all), await busy(all), await busy(all, 2), await busy(all, 2)],
    ...[await busy(all, 2), await busy(all), await busy(all)],
  ]
  assert.ok(held && released && part && both && again && more && later)
  connections.holdBack(held.socket)
  connections.holdBack(released.socket)
  connections.release(released.socket)
  connections.holdBack(part.socket)
  for (let n = 0; n < 2; n++) connections.holdBack(both.socket)
  for (let n = 0; n < 2; n++) connections.holdBack(again.socket)
  connections.release(again.socket)
  connections.holdBack(again.socket)
  connections.holdBack(more.socket)
  connections.holdBack(later.socket)
  connections.release(later.socket)
  for (const { client, socket } of [more, later]) {
    client.write(ASK_IN_VAIN)
    await until(() => connections.callsOf(socket).length === 2)
  }
  connections.holdBack(later.socket)
  connections.drain()
  assert.deepEqual(
    [held, released, part, both, again, more, later].map(({ socket }) => socket.destroyed),
    [true, false, false, true, true, false, false],
  )
})

test('a stop closes at once what nothing has come from since its last answer, and the others once they are answered', {
  timeout: 10_000,
}, async (t) => {
  const all = await start(t, { stopMs: 600_000 })
  const { connections, open } = all
  const answered = async () => {
    const one = await open()
    one.client.write(ASK)
    await once(one.client, 'data')
    await until(() => connections.callsOf(one.socket).length === 0)
    return one
  }
  const [never, kept, again, first] = [
    await open(),
    await answered(),
    await answered(),
    await open(),
  ]
  const running = await busy(all)
  const half = await open()
  half.client.write(ASK + ASK_IN_VAIN)
  await once(half.client, 'data')
  await until(() => all.unanswered.length === 2)
  assert.equal(connections.callsOf(half.socket).length, 1)
  assert.deepEqual(connections.count(), { busy: 2, idle: 4 })
  for (const { client, socket } of [again, first]) {
    const before = socket.bytesRead
    client.write(ASK.slice(0, -2)) // its head is not complete
    await until(() => socket.bytesRead > before)
  }
  connections.drain()
  assert.deepEqual(
    [never, kept, again, first, running, half].map(({ socket }) => socket.destroyed),
    [true, true, false, false, false, false],
  )
  for (const response of all.unanswered) response.end('x')
  for (const { client } of [again, first]) client.write('\r\n')
  for (const { client, socket } of [again, first, running, half]) {
    client.resume()
    await until(() => socket.destroyed)
  }
})

test('a stop closes after a while what has not asked to the end', {
  timeout: 10_000,
}, async (t) => {
  const { connections, open } = await start(t, { stopMs: 1 })
  const { client, socket } = await open()
  client.write(ASK.slice(0, -2))
  await until(() => socket.bytesRead > 0)
  connections.drain()
  assert.equal(socket.destroyed, false)
  await once(client, 'close')
})

test('at the limit those go first that wait for the pace or are abandoned, then the one that is idle longest', async (t) => {
  const all = await start(t, { total: 3 })
  const { connections, counted, open } = all
  const gone = await busy(all)
  connections.holdBack(gone.socket)
  gone.client.destroy()
  await until(() => connections.count().busy === 0)
  const [idle, left] = [await open(), await open()]
  const held = await busy(all)
  connections.abandon(left.socket)
  connections.holdBack(held.socket)
  const isLeft = () => [idle, left, held].map(({ socket }) => !socket.destroyed)
  await open()
  assert.deepEqual(isLeft(), [true, false, true])
  await open()
  assert.deepEqual(isLeft(), [true, false, false])
  await open()
  assert.deepEqual(isLeft(), [false, false, false])
  assert.deepEqual(counted, ['refused total', ...Array(3).fill('evicted total')])
})

test('the limit of an address closes one of its own, and counts those that are left of it', async (t) => {
  const { counted, open, openFrom } = await start(t, { perAddress: 2 })
  const other = openFrom('192.0.2.1')
  const [first, second] = [await open(), await open()]
  first.client.destroy()
  await until(() => first.socket.closed)
  await open()
  assert.deepEqual(counted, [])
  await open()
  assert.deepEqual(counted, ['evicted address'])
  assert.deepEqual([other.destroyed, second.socket.destroyed], [false, true])
})

/** Timers that keep the process running. */
const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length

test('how long an answer may be unread is measured until it is read or its connection ends', {
  timeout: 10_000,
}, async (t) => {
  const all = await start(t, { readMs: 600_000 })
  const none = timers()
  const { client } = await all.open()
  client.write(ASK)
  await once(client, 'data')
  await until(() => timers() === none)

  const unread = await busy(all)
  unread.client.pause()
  const [large] = all.unanswered.splice(0)
  large?.end(Buffer.alloc(32 * 1024 * 1024))
  await until(() => timers() === none + 1)
  unread.client.destroy()
  await until(() => timers() === none)

  const gone = await busy(all)
  const closed = once(gone.socket, 'close')
  gone.client.destroy()
  await closed
  const [late] = all.unanswered
  late?.end('x')
  await setImmediate()
  assert.equal(timers(), none)
})

test('of a connection that is gone there are no calls', async (t) => {
  const { connections, open } = await start(t, {})
  const { client, socket } = await open()
  const gone = once(socket, 'close')
  client.destroy()
  await gone
  connections.holdBack(socket)
  connections.release(socket)
  connections.abandon(socket)
  assert.deepEqual(connections.callsOf(socket), [])
  connections.endOnceAnswered(socket)
  assert.equal(connections.isCrowded(socket), false)
  assert.deepEqual(connections.count(), { busy: 0, idle: 0 })
})

test('a server that retires is done at once where no connection is left, and else when the last one ends', async (t) => {
  const alone = await start(t, {})
  assert.equal(alone.connections.isRetiring(), false)
  await alone.connections.retire(600_000)
  assert.equal(alone.connections.isRetiring(), true)

  const { connections, open, port } = await start(t, {})
  const none = timers()
  const { client } = await open()
  const retired = connections.retire(600_000)
  const late = connect(port, '127.0.0.1')
  await assert.rejects(once(late, 'connect'), { code: 'ECONNREFUSED' })
  client.destroy()
  await retired
  assert.equal(timers(), none, 'nothing is waited for any more')
})
