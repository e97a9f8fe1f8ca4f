/** The bounds of connections over a real server, without the service behind it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { boundConnections, CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts'

async function start(
  t: TestContext,
  limits: Partial<ConnectionLimits>,
  trustedProxies: readonly string[] = [],
) {
  const server = createServer((request, response) => {
    if (request.url !== '/unanswered') response.end('x')
  })
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
    },
  }
}

test('a connection that is abandoned twice is counted once', async (t) => {
  const { connections, counted, open } = await start(t, {})
  const { socket } = await open()
  for (let n = 0; n < 2; n++) connections.abandon(socket)
  assert.deepEqual(counted, ['refused total'])
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

test('a stop closes a connection whose calls all wait for the pace, and no other that is busy', async (t) => {
  const { connections, open } = await start(t, {})
  const sockets: Socket[] = []
  for (let n = 0; n < 2; n++) {
    const { client, socket } = await open()
    client.write('GET /unanswered HTTP/1.1\r\nHost: x\r\n\r\n')
    while (connections.callsOf(socket).length === 0) await setImmediate()
    sockets.push(socket)
  }
  const [held, released] = sockets as [Socket, Socket]
  for (const socket of sockets) connections.holdBack(socket)
  connections.release(released)
  connections.drain()
  assert.deepEqual([held.destroyed, released.destroyed], [true, false])
})

test('of a connection that is gone there are no calls, and nothing is waited for', async (t) => {
  const { connections, open } = await start(t, {})
  const { client, socket } = await open()
  const gone = once(socket, 'close')
  client.destroy()
  await gone
  connections.holdBack(socket)
  connections.release(socket)
  connections.abandon(socket)
  assert.deepEqual(connections.callsOf(socket), [])
  assert.equal(connections.isCrowded(socket), false)
  let answered = 0
  connections.whenAnswered(socket, () => {
    answered += 1
  })
  assert.equal(answered, 1)
  assert.deepEqual(connections.count(), { busy: 0, idle: 0 })
})

test('a server that retires is done at once where no connection is left, and else when the last one ends', async (t) => {
  const alone = await start(t, {})
  assert.equal(alone.connections.isRetiring(), false)
  await alone.connections.retire(600_000)
  assert.equal(alone.connections.isRetiring(), true)

  const { connections, open } = await start(t, {})
  const { client } = await open()
  const retired = connections.retire(600_000)
  client.destroy()
  await retired
})
