/** What counts as an answer of the service, and what an error says about the sale. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, refusal, SALE, type Said, scripted } from '../test/scripted.ts'
import { ANSWER_BYTES_MAX, readBounded } from './bounded.ts'
import { isSelloError } from './index.ts'
import type { FetchAnswer } from './platform.ts'

const AGAIN = 'No se sabe si se hizo: repita con la misma clave o consulte.'
const BEFORE = 'No se sabe si un envío anterior se hizo.'

// biome-ignore format: a table
const UNREADABLE: readonly (readonly [what: string, said: Said, why: RegExp, attempts: number])[] = [
  ['a page',                      { status: 200, body: '<html>' },           /no es JSON/,                      4],
  ['a page of a gateway',         { status: 502, body: '<html>' },           /no es JSON/,                      4],
  ['a page of another site',      { status: 404, body: '<html>' },           /no es JSON/,                      1],
  ['a page of a site with a bug', { status: 499, body: '<html>' },           /no es JSON/,                      1],
  ['a number',                    { status: 200, body: '7' },                /no es un objeto JSON/,            4],
  ['nothing',                     { status: 200, body: 'null' },             /no es un objeto JSON/,            4],
  ['an error of another form',    { status: 400, body: { error: 'no' } },    /no tiene la forma de un error/,   1],
  ['an error without a message',  { status: 400, body: { error: { code: 'x' } } }, /no tiene la forma de un error/, 1],
  ['an error without a code',     { status: 400, body: { error: { message: 'x' } } }, /no tiene la forma de un error/, 1],
  ['a redirect',                  { status: 300, body: '{}' },               /redirige a otra dirección/,       1],
  ['the last of the redirects',   { status: 399, body: '{}' },               /redirige a otra dirección/,       1],
]

for (const [what, said, why, attempts] of UNREADABLE) {
  test(`${what} is no answer, and is repeated unless it is of another place`, async () => {
    const { client, asked } = scripted(() => said)
    const failed = await failureOf(client.prepare(SALE))

    assert.ok(isSelloError(failed, 'unreadable_answer'), String(failed))
    assert.match(failed.message, new RegExp(`^Lo que respondió \\(HTTP ${said.status}\\) `))
    assert.match(failed.message, why)
    assert.match(failed.message, /revise que la dirección sea la de un servicio Sello\.$/)
    assert.equal(failed.details.status, said.status)
    assert.match(failed.details.why, why)
    assert.deepEqual(
      [asked.length, failed.attempts, failed.status],
      [attempts, attempts, said.status],
    )
    assert.equal(failed.outcome, attempts === 1 ? 'refused' : 'unknown')
  })
}

test('text that is no UTF-8 is unreadable', async () => {
  const fetch = async () => new Response(Buffer.from('{"a":"\xf1"}', 'latin1'))
  const failed = await failureOf(
    scripted(() => ({}), { fetch, platform: { fetch } }).client.status(),
  )

  assert.ok(isSelloError(failed, 'unreadable_answer'), String(failed))
})

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, status: number, header: string | undefined, seconds: number | null, outcome: string])[] = [
  ['validation_failed',        422, undefined,                       null, 'refused'],
  ['rate_limited',             429, '61',                            61,   'refused'],
  ['rate_limited',             429, 'Mon, 05 Oct 2026 16:00:00 GMT', null, 'refused'],
  ['rate_limited',             429, '1234567890',                    null, 'refused'],
  ['internal_error',           500, undefined,                       null, 'unknown'],
  ['a_code_of_tomorrow',       499, '0',                             0,    'refused'],
]

for (const [code, status, header, seconds, outcome] of REFUSALS) {
  test(`${status} ${code} with Retry-After ${header} is an error with all its data`, async () => {
    const headers = {
      'x-request-id': 'r-1',
      ...(header === undefined ? {} : { 'retry-after': header }),
    }
    const details = { issues: [{ field: 'a' }] }
    const { client } = scripted(() => ({ status, body: refusal(code, details), headers }))
    const failed = await failureOf(client.prepare(SALE, { idempotencyKey: 'k' }))

    assert.ok(isSelloError(failed))
    const { requestId, idempotencyKey, retryAfterSeconds, attempts } = failed
    assert.deepEqual([failed.code, failed.status, failed.outcome], [code, status, outcome])
    assert.deepEqual([requestId, idempotencyKey, attempts], ['r-1', 'k', 1])
    assert.equal(retryAfterSeconds, seconds)
    assert.deepEqual(failed.details, details)
    assert.equal(failed.message, `Por ${code}.`)
  })
}

test('a refusal without details has none, and is no error of the client', async () => {
  const body = { error: { code: 'not_found', message: 'No está.', details: 'x' } }
  const failed = await failureOf(scripted(() => ({ status: 404, body })).client.query('A'))

  assert.deepEqual([failed.message, failed.details], ['No está.', {}])
})

const lost = (cause: unknown) => () => {
  throw new TypeError('fetch failed', { cause })
}

test('a lost answer leaves a sale in doubt and a reading refused, and names its cause', async () => {
  const of = (cause: unknown) => scripted(lost(cause), { maxRetries: 0 }).client
  const sale = await failureOf(of({ code: 'ECONNRESET' }).prepare(SALE))
  const reading = await failureOf(of({ message: 'other side closed' }).status())
  const bare = await failureOf(of(undefined).status())
  const odd = scripted(
    () => {
      throw null
    },
    { maxRetries: 0 },
  )

  assert.deepEqual([sale.code, sale.outcome, sale.status], ['network', 'unknown', null])
  assert.equal(sale.message, `No hubo conexión con el servicio. ${AGAIN}`)
  assert.deepEqual(sale.details, { cause: 'ECONNRESET' })
  assert.equal((sale.cause as Error).message, 'fetch failed')
  assert.deepEqual(
    [reading.outcome, reading.message],
    ['refused', 'No hubo conexión con el servicio.'],
  )
  assert.deepEqual(reading.details, { cause: 'other side closed' })
  assert.deepEqual(bare.details, { cause: 'fetch failed' })
  assert.deepEqual((await failureOf(odd.client.status())).details, { cause: 'desconocida' })
})

test('a refused repeat says that an earlier attempt may have been done, unless the key tells', async () => {
  const busy = new TypeError('fetch failed')
  const after = (code: string, status: number) => {
    let calls = 0
    return scripted(() => {
      calls += 1
      if (calls === 1) throw busy
      return { status, body: refusal(code) }
    }).client
  }
  const doubtful = await failureOf(after('invalid_api_key', 401).prepare(SALE))
  const reading = await failureOf(after('invalid_api_key', 401).status())
  const certain = await failureOf(after('validation_failed', 422).prepare(SALE))

  assert.deepEqual(
    [doubtful.outcome, doubtful.message],
    ['unknown', `Por invalid_api_key. ${BEFORE}`],
  )
  assert.deepEqual([reading.outcome, reading.message], ['refused', 'Por invalid_api_key.'])
  assert.deepEqual([certain.outcome, certain.message], ['refused', 'Por validation_failed.'])
})

/** An answer in pieces; the last may be repeated without end. */
function inPieces(pieces: readonly Uint8Array[]) {
  const left = [...pieces]
  let isCancelled = false
  const answer: FetchAnswer = {
    status: 200,
    headers: { get: () => null },
    arrayBuffer: () => assert.fail('read at once'),
    body: {
      getReader: () => ({
        async read() {
          const value = left.shift()
          return { done: value === undefined, value }
        },
        async cancel() {
          isCancelled = true
        },
      }),
    },
  }
  return { answer, isCancelled: () => isCancelled, left }
}

test('the body of a redirect is not received', async () => {
  const { answer, isCancelled, left } = inPieces([new Uint8Array(7)])
  const fetch = async () => ({ ...answer, status: 307 })
  const failed = await failureOf(scripted(() => ({}), { fetch }).client.status())

  assert.deepEqual(failed.details, { status: 307, why: 'redirige a otra dirección' })
  assert.deepEqual([isCancelled(), left.length], [true, 1])
})

test('an answer of 64 MiB is read, and one more byte abandons it with its rest', async () => {
  const piece = new Uint8Array(ANSWER_BYTES_MAX / 4).fill(7)
  const whole = inPieces([piece, piece, piece, piece])
  const larger = inPieces([piece, piece, piece, piece, new Uint8Array(1), piece])

  assert.equal((await readBounded(whole.answer))?.length, 64 * 1024 * 1024)
  assert.equal(whole.isCancelled(), false)
  assert.equal(await readBounded(larger.answer), null)
  assert.deepEqual([larger.isCancelled(), larger.left.length], [true, 1])
})

test('the pieces of an answer are joined in their order', async () => {
  const pieces = ['{"a":', '"', 'ñ"}'].map((text) => new TextEncoder().encode(text))
  const textOf = async (some: readonly Uint8Array[]) =>
    new TextDecoder().decode((await readBounded(inPieces(some).answer)) ?? new Uint8Array())

  assert.equal(await textOf(pieces), '{"a":"ñ"}')
  assert.equal(await textOf(pieces.slice(0, 1)), '{"a":')
  assert.equal(await textOf([]), '')
})

test('an answer without a stream is read at once, and a stream that cannot be ended is left', async () => {
  const bytes = new Uint8Array([0, 255, 7])
  const headers = { get: () => null }
  for (const body of [undefined, null]) {
    const answer = { status: 200, headers, arrayBuffer: async () => bytes.buffer, body } as never
    assert.deepEqual(await readBounded(answer), bytes)
  }
  const { answer } = inPieces([new Uint8Array(ANSWER_BYTES_MAX + 1)])
  const stuck = {
    getReader: () => ({
      ...answer.body?.getReader(),
      cancel: () => Promise.reject(new Error('stuck')),
    }),
  }
  assert.equal(await readBounded({ ...answer, body: stuck as never }), null)
})
