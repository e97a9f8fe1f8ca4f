/** The small servers: what they answer, how long a request may be, and that they end with whoever is still there. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { JSON_TYPE, type Reply, startSmallServer } from './small-server.ts'

const LOCAL = { host: '127.0.0.1', port: 0 }

async function answered(reply: Reply, init: RequestInit = {}) {
  const server = await startSmallServer(LOCAL, () => reply)
  const response = await fetch(`${server.url}/x`, init)
  const {
    connection: _,
    date: __,
    'keep-alive': ___,
    ...headers
  } = Object.fromEntries(response.headers)
  const body = await response.text()
  await server.close()
  return { status: response.status, headers, body }
}

const COMMON = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

test('an answer is not stored nor guessed at, and has the length of its body in bytes', async () => {
  const headers = { 'Content-Type': JSON_TYPE }
  assert.deepEqual(await answered({ status: 200, body: '"ñ"', headers }), {
    status: 200,
    headers: {
      ...COMMON,
      'content-type': 'application/json; charset=utf-8',
      'content-length': '4',
    },
    body: '"ñ"',
  })
  const none = { status: 204, headers: COMMON, body: '' }
  assert.deepEqual(await answered({ status: 204, body: null }), none)
  const stored = { status: 404, body: '', headers: { 'Cache-Control': 'max-age=1' } }
  assert.deepEqual((await answered(stored)).headers, {
    ...{ ...COMMON, 'cache-control': 'max-age=1', 'content-length': '0' },
  })
})

test('the head of a request has 8 KiB at most', async () => {
  // `GET /x HTTP/1.1` and the headers that fetch adds are within the rest.
  const long = (bytes: number) => ({ headers: { 'x-long': 'x'.repeat(bytes) } })
  assert.equal((await answered({ status: 204, body: null }, long(7 * 1024))).status, 204)
  assert.equal((await answered({ status: 204, body: null }, long(8 * 1024))).status, 431)
})

test('its address is that of its host, and a port that is taken is an error', async () => {
  const six = await startSmallServer({ host: '::1', port: 0 }, () => ({ status: 204, body: null }))
  assert.match(six.url, /^http:\/\/\[::1\]:\d+$/)
  assert.equal((await fetch(six.url)).status, 204)
  const { port } = new URL(six.url)
  const taken = { host: '::1', port: Number(port) }
  await assert.rejects(
    startSmallServer(taken, () => assert.fail('nobody asks')),
    { code: 'EADDRINUSE' },
  )
  await six.close()
})

test('it ends although somebody is connected and says nothing', async () => {
  const server = await startSmallServer(LOCAL, () => assert.fail('nobody asks'))
  const socket = connect(Number(new URL(server.url).port), LOCAL.host)
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await server.close()
  await closed
})

test('a connection beyond the limit is closed, and one within it is answered', {
  timeout: 10_000,
}, async () => {
  const server = await startSmallServer(LOCAL, () => ({ status: 204, body: null }), 1)
  const open = async () => {
    const socket = connect(Number(new URL(server.url).port), LOCAL.host).on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const within = await open()
  await once(await open(), 'close')
  within.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(String(await once(within, 'data')), /^HTTP\/1\.1 204 /)
  await server.close()
})
