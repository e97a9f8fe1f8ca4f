import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { assertDescribed } from '../../test/described.ts'
import { until } from '../../test/until.ts'
import { createWorld, type Reply, SALE, type World } from '../../test/world.ts'
import { createLog } from '../base/log.ts'

/** The framing of HTTP itself, which needs a real connection. */
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

/** Sends the bytes unchanged and reads until the service ends the connection. */
async function exchange(...chunks: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk)).on('error', () => {})
  for (const chunk of chunks) socket.write(chunk)
  await once(socket, 'close')
  return Buffer.concat(received).toString()
}

function headOf(
  payload: string | Buffer,
  extra: readonly string[] = [],
  key = 'wire',
  path = '/v1/dte',
): string {
  const { apiKey, signKey } = world.company.key
  const lines = [
    `POST ${path} HTTP/1.1`,
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

test('a sale over a real connection is sealed, however its bytes are split', async () => {
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

test('an Idempotency-Key sent twice is refused as ambiguous', async () => {
  const reply = replyOf(await exchange(headOf(SALE_TEXT, ['Idempotency-Key: other']) + SALE_TEXT))

  assert.equal(reply.status, 400, brief(reply))
  assertDescribed(ISSUE, reply)
  assert.equal(reply.body.error.details.field, 'Idempotency-Key')
})

test('a call that stores something small is refused with two keys as well, and stores nothing', async () => {
  const body = JSON.stringify({ descripcion: 'Con dos claves' })
  const head = headOf(body, ['Idempotency-Key: other'], 'wire', '/v1/products')
  const reply = replyOf(await exchange(head + body))

  assert.equal(reply.status, 400, brief(reply))
  assert.equal(reply.body.error.details.field, 'Idempotency-Key')
  const headers = { 'x-service-key': world.company.key.apiKey }
  const stored = await world.inject({ method: 'GET', url: '/v1/products', headers })
  assert.deepEqual(stored.body.products, [])
})

test('a chunked body that grows over 1 MB is refused', async () => {
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
const NOT_HTTP: readonly (readonly [what: string, bytes: string, message?: string])[] = [
  ['noise',                        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['headers without end',          `GET /v1/dte HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 'Los encabezados pasan de 16 KB.'],
  ['a NUL in a header',            'GET /v1/dte HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\0b\r\n\r\n'],
  ['two lengths',                  'POST /v1/dte HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a length and chunks',          'POST /v1/dte HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a method that does not exist', 'EMIT /v1/dte HTTP/1.1\r\nHost: x\r\n\r\n'],
]

for (const [what, bytes, message = 'La petición no es HTTP válido.'] of NOT_HTTP) {
  test(`what is not HTTP is answered in the same form, and the connection ends: ${what}`, async () => {
    const answer = await exchange(bytes)
    const { headers, text, body } = replyOf(answer)

    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.deepEqual(headers, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(text)),
      connection: 'close',
    })
    const details = { field: 'request' }
    assert.deepEqual(body, { error: { code: 'invalid_request', message, details } })
  })
}

test('garbage after a running call does not affect its answer', {
  timeout: 30_000,
}, async () => {
  for (const garbage of [
    '\0\x01garbage\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'EMIT / HTTP/1.1\r\n\r\n',
  ]) {
    const key = `pipelined ${garbage.length}`
    const spent = await world.numbersSpent()
    const text = await exchange(
      headOf(SALE_TEXT, [], key).replace('Connection: close\r\n', '') + SALE_TEXT + garbage,
    )
    const reply = replyOf(text)

    assert.equal(reply.status, 200, brief(reply))
    assert.equal(text.split('HTTP/1.1 ').length, 2, 'one answer, and then the end')
    assert.equal(await world.numbersSpent(), spent + 1)
    const again = await world.issue(SALE, { idempotencyKey: key })
    assert.equal(again.body.codigoGeneracion, reply.body.codigoGeneracion)
  }
})

test('three pipelined calls followed by garbage each get their own answer', {
  timeout: 30_000,
}, async () => {
  const keep = (key: string) =>
    headOf(SALE_TEXT, [], key).replace('Connection: close\r\n', '') + SALE_TEXT
  const text = await exchange(
    `${keep('first of three')}${keep('second of three')}GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n\0\0`,
  )
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)

  assert.deepEqual(statuses, ['200', '200', '404'])
})

test('a body with invalid chunks is refused with its reason, and spends no number', {
  timeout: 30_000,
}, async () => {
  const spent = await world.numbersSpent()
  const head = headOf('', ['Transfer-Encoding: chunked'], 'bad chunks')
  const reply = replyOf(await exchange(head, chunked('{"tipoDte"'), 'ZZ\r\n'))

  assert.equal(reply.status, 400)
  assert.equal(reply.body.error.code, 'invalid_request')
  assert.equal(await world.numbersSpent(), spent)
})

// biome-ignore format: a table
const HEADS: readonly (readonly [what: string, lines: readonly string[], field: string, says: RegExp])[] = [
  ['no Host',                [],                                             'Host',             /Falta el encabezado Host/],
  ['two of Host',            ['Host: a', 'Host: b'],                         'Host',             /una sola vez/],
  ['an unknown expectation', ['Host: a', 'Expect: wonders'],                 'Expect',           /100-continue/],
]

for (const [what, lines, field, says] of HEADS) {
  test(`a request with ${what} is refused with a reason`, { timeout: 30_000 }, async () => {
    const request = ['GET /v1/status HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n')
    const reply = replyOf(await exchange(request))

    assert.equal(reply.status, 400)
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(reply.body.error.code, 'invalid_request')
    assert.equal(reply.body.error.details.field, field)
    assert.match(reply.body.error.message, says)
    assert.match(reply.body.error.message, /\.$/)
  })
}

// biome-ignore format: a table
const CODINGS: readonly (readonly [what: string, line: string, field: string])[] = [
  ['compressed',          'Content-Encoding: gzip',                                'Content-Encoding'],
  ['twice compressed',    'Content-Encoding: identity, br',                        'Content-Encoding'],
  ['in another charset',  'Content-Type: application/json; charset=iso-8859-1',    'Content-Type'],
  ['in a quoted charset', 'Content-Type: application/json; a=b; charset="utf-16"', 'Content-Type'],
]

for (const [what, line, field] of CODINGS) {
  test(`a body declared as ${what} is refused with a reason, after the key`, {
    timeout: 30_000,
  }, async () => {
    const head = headOf(SALE_TEXT, line.startsWith('Content-Type') ? [] : [line], what)
    const asked = line.startsWith('Content-Type')
      ? head.replace(/Content-Type: [^\r]*/, line)
      : head
    const reply = replyOf(await exchange(asked + SALE_TEXT))
    assert.equal(reply.status, 400, brief(reply))
    assertDescribed(ISSUE, reply)
    assert.equal(reply.body.error.details.field, field)
    assert.match(reply.body.error.message, /Content-|charset/)

    const nobodys = replyOf(
      await exchange(asked.replace(/X-Service-Key: .*/, 'X-Service-Key: x') + SALE_TEXT),
    )
    assert.equal(nobodys.status, 401)
  })
}

test('a body is read with any spelling of UTF-8, and 100-continue is honoured', {
  timeout: 30_000,
}, async () => {
  for (const [n, type] of ['charset=utf-8', 'charset="UTF-8"', 'Charset=UTF8'].entries()) {
    const head = headOf(SALE_TEXT, ['Content-Encoding: identity'], `charset ${n}`).replace(
      'Content-Type: application/json',
      `Content-Type: application/json; ${type}`,
    )
    const reply = replyOf(await exchange(head + SALE_TEXT))
    assert.equal(reply.status, 200, brief(reply))
  }
  const text = await exchange(headOf(SALE_TEXT, ['Expect: 100-continue'], 'continue'), SALE_TEXT)

  assert.match(text, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
})

test('a caller who hangs up in the middle of a body costs no number and is not an internal error', async () => {
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

test('a caller who hangs up before the answer still has a document, and a repeat gets it', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 200, times: 1 })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(headOf(SALE_TEXT, [], 'hung up') + SALE_TEXT)
  await untilSigned('hung up')
  socket.resetAndDestroy()
  const reply = await until('the first call has its answer', async () => {
    const repeat = await world.issue(undefined, { idempotencyKey: 'hung up' })
    return repeat.status !== 409 && repeat
  })

  assert.equal(reply.status, 200, brief(reply))
  assert.equal(reply.headers['idempotency-replayed'], 'true')
  assert.deepEqual(logged, [])
})

/** Waits until the service has read the head of a call and waits for its body. */
async function untilReading(): Promise<void> {
  const count = async () =>
    (await world.deps.pool.one<{ n: bigint }>('select count(*) as n from request_log')).n
  const before = await count()
  const deadline = performance.now() + 2_000
  while ((await count()) === before && performance.now() < deadline);
}

async function untilSigned(key: string): Promise<void> {
  await until(`${key} has its claim`, async () => {
    const sql = 'select 1 from claims where idempotency_key = $1'
    return (await world.deps.pool.many(sql, [key])).length > 0
  })
}
