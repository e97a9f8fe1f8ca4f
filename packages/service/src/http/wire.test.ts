import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { assertDescribed } from '../../test/described.ts'
import { createWorld, type Reply, SALE, type World } from '../../test/world.ts'
import { createLog } from '../operator/log.ts'

/** What only a real connection can carry: the framing of HTTP itself. */
const logged: string[] = []
let world: World
let port: number
before(async () => {
  world = await createWorld({
    log: createLog('warn', { write: (line) => logged.push(line) }),
  })
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(address).port)
})
after(() => world.close())

/** Sends bytes as they are and reads until the service ends the connection. */
async function exchange(...chunks: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk)).on('error', () => {})
  for (const chunk of chunks) socket.write(chunk)
  await once(socket, 'close')
  return Buffer.concat(received).toString()
}

function headOf(payload: string | Buffer, extra: readonly string[] = [], key = 'wire'): string {
  const { apiKey, signKey } = world.company.key
  const lines = [
    'POST /v1/dte HTTP/1.1',
    'Host: sello',
    'Connection: close',
    'Content-Type: application/json',
    `X-Service-Key: ${apiKey}`,
    `X-Service-Sign-Key: ${signKey}`,
    ...(key === '' ? [] : [`Idempotency-Key: ${key}`]),
    ...(extra.some((line) => line.startsWith('Transfer-Encoding'))
      ? []
      : [`Content-Length: ${Buffer.byteLength(payload)}`]),
    ...extra,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

function replyOf(text: string): Reply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]),
  )
  const body = rest.join('\r\n\r\n')
  return { status: Number(first.split(' ')[1]), headers, text: body, body: JSON.parse(body) }
}

const brief = ({ text }: Reply) => text.slice(0, 500)
const chunked = (data: string) => `${data.length.toString(16)}\r\n${data}\r\n`
const SALE_TEXT = JSON.stringify(SALE)
const ISSUE = { method: 'POST', url: '/v1/dte' }

test('a sale over a real connection is sealed, however its bytes are cut', async () => {
  const text = SALE_TEXT
  const head = headOf(text, ['Transfer-Encoding: chunked'], 'cut')
  const bytes = Buffer.from(text)
  const parts = [bytes.subarray(0, 44), bytes.subarray(44, 45), bytes.subarray(45)] // inside the é

  const wire = parts.flatMap((part) => [`${part.length.toString(16)}\r\n`, part, '\r\n'])
  const reply = replyOf(await exchange(head, ...wire, '0\r\n\r\n'))

  assert.equal(reply.status, 200, brief(reply))
  assertDescribed(ISSUE, reply)
  assert.equal(reply.body.documento.cuerpoDocumento[0].descripcion, SALE.items[0].descripcion)
})

test('an Idempotency-Key that is sent twice is refused: nobody can say which one is meant', async () => {
  const reply = replyOf(await exchange(headOf(SALE_TEXT, ['Idempotency-Key: other']) + SALE_TEXT))

  assert.equal(reply.status, 400, brief(reply))
  assertDescribed(ISSUE, reply)
  assert.equal(reply.body.error.details.field, 'Idempotency-Key')
})

test('a body that grows over 1 MB without having said so is refused', async () => {
  const head = headOf('', ['Transfer-Encoding: chunked'], 'grows')
  const reply = replyOf(await exchange(head, ...Array(20).fill(chunked('x'.repeat(64 * 1024)))))

  assert.equal(reply.status, 400, brief(reply))
  assertDescribed(ISSUE, reply)
  assert.match(reply.body.error.message, /1 MB/)
})

test('HEAD, TRACE and PROPFIND of a route are answered 405, HEAD without a body', async () => {
  for (const method of ['HEAD', 'TRACE', 'PROPFIND']) {
    const text = await exchange(
      `${method} /v1/dte HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    const [head = '', body] = text.split('\r\n\r\n')
    assert.match(head, /^HTTP\/1.1 405 /)
    assert.match(head, /\r\nallow: POST, GET\r\n/i)
    assert.equal(body === '', method === 'HEAD')
  }
})

// biome-ignore format: a table
const NOT_HTTP: readonly (readonly [what: string, bytes: string])[] = [
  ['noise',                        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['headers without end',          `GET /v1/dte HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['a NUL in a header',            'GET /v1/dte HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\0b\r\n\r\n'],
  ['two lengths',                  'POST /v1/dte HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a length and chunks',          'POST /v1/dte HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a method that does not exist', 'EMIT /v1/dte HTTP/1.1\r\nHost: x\r\n\r\n'],
]

for (const [what, bytes] of NOT_HTTP) {
  test(`what is not HTTP is answered in the same form, and the connection ends: ${what}`, async () => {
    const { status, headers, body } = replyOf(await exchange(bytes))

    assert.equal(status, 400)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(body.error.code, 'invalid_request')
  })
}

test('a caller who hangs up in the middle of a body costs no number and is no failure of ours', async () => {
  const spent = await world.numbersSpent()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(headOf(SALE_TEXT, [], 'gone') + SALE_TEXT.slice(0, 20))
  await untilReading()
  socket.resetAndDestroy()
  await once(socket, 'close')

  const { status } = await world.issue(undefined, { idempotencyKey: 'gone' })

  assert.equal(status, 200)
  assert.equal(await world.numbersSpent(), spent + 1)
  assert.deepEqual(logged, [])
})

test('a caller who hangs up before the answer has a document all the same, and its repeat gets it', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 200, times: 1 })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(headOf(SALE_TEXT, [], 'hung up') + SALE_TEXT)
  await untilSigned('hung up')
  socket.resetAndDestroy()
  let reply = await world.issue(undefined, { idempotencyKey: 'hung up' })
  while (reply.status === 409) reply = await world.issue(undefined, { idempotencyKey: 'hung up' })

  assert.equal(reply.status, 200, brief(reply))
  assert.equal(reply.headers['idempotency-replayed'], 'true')
  assert.deepEqual(logged, [])
})

/** Until the service has the head of a call and waits for its body. */
async function untilReading(): Promise<void> {
  const count = async () =>
    (await world.deps.pool.one<{ n: bigint }>('select count(*) as n from request_log')).n
  const before = await count()
  const deadline = performance.now() + 2_000
  while ((await count()) === before && performance.now() < deadline);
}

async function untilSigned(key: string): Promise<void> {
  for (;;) {
    const rows = await world.deps.pool.many('select 1 from claims where idempotency_key = $1', [
      key,
    ])
    if (rows.length > 0) return
  }
}
