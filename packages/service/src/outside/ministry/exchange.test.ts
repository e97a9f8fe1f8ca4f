/**
 * Whether a filing may have left when an exchange fails: after a failed connection a seal under its code is another's,
 * and after any other failure it may be its own.
 */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { NEVER_STALLED } from '../../../test/stalls.ts'
import { systemClock } from '../../base/clock.ts'
import { createExchange, type Raw } from './exchange.ts'

const hangUp = (socket: Socket) => void socket.destroy()
const hangUpOnceAsked = (socket: Socket) => void socket.once('data', () => socket.destroy())
const say = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text))
const NOT_TLS = 'HTTP/1.1 400 Bad Request\r\n\r\n'
const CUT_OFF = 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{'

// biome-ignore format: a table
const FAILURES: readonly (readonly [what: string, scheme: 'http' | 'https', behave: ((socket: Socket) => void) | null, isUnsent: boolean])[] = [
  ['nobody listens',                         'http',  null,             true],
  ['nobody listens, with TLS',               'https', null,             true],
  ['it hangs up before the handshake',       'https', hangUp,           true],
  ['it hangs up in the handshake',           'https', hangUpOnceAsked,  true],
  ['it does not speak TLS',                  'https', say(NOT_TLS),     true],
  ['it hangs up on a connection',            'http',  hangUp,           false],
  ['it hangs up on a request',               'http',  hangUpOnceAsked,  false],
  ['its answer is cut off',                  'http',  say(CUT_OFF),     false],
]

for (const [what, scheme, behave, isUnsent] of FAILURES) {
  test(`a request ${isUnsent ? 'has not left' : 'may have arrived'} if ${what}`, async () => {
    const raw = await postTo(scheme, behave)

    assert.equal(raw.kind === 'silence' && raw.why, 'unreachable')
    assert.equal(raw.kind === 'silence' && raw.unsent, isUnsent ? true : undefined)
    if (behave === null) assert.equal(raw.kind === 'silence' && raw.code, 'ECONNREFUSED')
  })
}

async function postTo(scheme: string, behave: ((socket: Socket) => void) | null): Promise<Raw> {
  const server = createServer((socket) => {
    socket.on('error', () => {}) // it resets what we hung up on
    behave?.(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  if (behave === null) await close()
  const parts = { connections: 1, clock: systemClock, stalls: NEVER_STALLED }
  const exchange = createExchange(`${scheme}://127.0.0.1:${port}`, parts)
  try {
    const post = { path: '/', body: '{}', contentType: 'application/json', timeoutMs: 600_000 }
    return await exchange.post(post)
  } finally {
    await exchange.close()
    if (behave !== null) await close()
  }
}
