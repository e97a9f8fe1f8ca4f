/** What a bucket answers to each kind of request: done, not there, or refused in words that tell what to correct. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, mock, test } from 'node:test'
import { createBucket } from './bucket.ts'
import { type Store, StoreFailed } from './store.ts'

const KEYS = { region: 'sa-east-1', accessKeyId: 'a', secretAccessKey: 'b' }
const NOW = new Date('2026-11-10T12:34:56.789Z')
const CLOCK = { now: () => NOW, sleep: async () => {} }
const PATH = 'DTE/a.json'
const MIB = 1024 * 1024

/** What the bucket answers next, the last again and again. */
let answers: readonly (readonly [status: number, body?: string | Buffer])[] = []
const asked: IncomingMessage[] = []
let server: Server
let location = ''
let store: Store
before(async () => {
  server = createServer((request, response) => {
    const [status, body = ''] = answers[Math.min(asked.length, answers.length - 1)] ?? [500]
    asked.push(request)
    request.resume().on('end', () => {
      response.on('error', () => {}) // who asked has gone
      response.writeHead(status).end(request.method === 'HEAD' ? undefined : body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/uno`
  store = createBucket(location, KEYS, CLOCK)
})
afterEach(() => mock.restoreAll())
after(() => new Promise((resolve) => server.close(resolve)))

const file = { path: PATH, bytes: Buffer.from('x') }
const CALLS = {
  put: () => store.put([file]),
  create: () => store.create(file),
  get: () => store.get(PATH),
  has: () => store.has(PATH),
  remove: () => store.remove(PATH),
  list: () => store.list('DTE', ['a']),
}
type Call = keyof typeof CALLS

/** What the call returns, or says, where the bucket answers so. */
async function resultOf(call: Call, ...next: typeof answers): Promise<unknown> {
  answers = next
  asked.length = 0
  try {
    return await CALLS[call]()
  } catch (error) {
    assert.ok(error instanceof StoreFailed, String(error))
    return error.message.replace(location, 'UNO')
  }
}

const said = (code: string) => `<Error><Code>${code}</Code></Error>`
const CHECK = 'Revise el depósito y los permisos de la llave.'

// biome-ignore format: a table
const DONE: readonly (readonly [call: Call, status: number, body: string, result: unknown])[] = [
  ['put',    200, '',                   undefined],
  ['put',    204, '',                   `UNO respondió 204. ${CHECK}`],
  ['put',    412, said('Other'),        `UNO respondió 412 Other. ${CHECK}`],
  ['create', 200, '',                   true],
  ['create', 409, said('Conflict'),     false],
  ['create', 412, '',                   false],
  ['create', 404, said('NoSuchBucket'), 'UNO respondió 404 NoSuchBucket. No existe ese depósito: créelo primero.'],
  ['get',    200, 'bytes',              Buffer.from('bytes')],
  ['get',    404, said('NoSuchKey'),    null],
  ['get',    404, said('NoSuchBucket'), 'UNO respondió 404 NoSuchBucket. No existe ese depósito: créelo primero.'],
  ['get',    404, '<html>',             `UNO respondió 404. ${CHECK}`],
  ['get',    403, said('NoSuchKey'),    `UNO respondió 403 NoSuchKey. ${CHECK}`],
  ['has',    200, '',                   true],
  ['has',    404, '',                   false],
  ['has',    403, '',                   `UNO respondió 403. ${CHECK}`],
  ['remove', 200, '',                   undefined],
  ['remove', 204, '',                   undefined],
  ['remove', 404, said('NoSuchKey'),    `UNO respondió 404 NoSuchKey. ${CHECK}`],
  ['list',   200, '<ListBucketResult/>', []],
  ['list',   206, '<ListBucketResult/>', `UNO respondió 206. ${CHECK}`],
]

for (const [call, status, body, result] of DONE) {
  test(`a ${call} that is answered ${status} ${body} is ${JSON.stringify(result)}`, async () => {
    assert.deepEqual(await resultOf(call, [status, body]), result)
  })
}

test('each code that an administrator can do something about is explained, in all that is asked', async () => {
  const reasons = {
    SignatureDoesNotMatch: 'La llave secreta no es la de ese identificador.',
    InvalidAccessKeyId: 'No conoce ese identificador de llave.',
    AccessDenied: 'La llave no puede escribir, leer y borrar ahí.',
    NoSuchBucket: 'No existe ese depósito: créelo primero.',
    RequestTimeTooSkewed: 'El reloj de esta máquina está mal: corríjalo.',
    BadDigest: 'Lo que llegó no es lo que se envió.',
    XAmzContentSHA256Mismatch: 'Lo que llegó no es lo que se envió.',
    [`${'a'.repeat(80)}`]: CHECK,
  }
  for (const [code, why] of Object.entries(reasons)) {
    for (const call of ['put', 'create', 'get', 'remove', 'list'] as const) {
      const words = await resultOf(call, [400, said(code)])
      assert.equal(words, `UNO respondió 400 ${code}. ${why}`, call)
    }
  }
  const code = '<Code>AccessDenied</Code>'
  for (const read of [code, code.padStart(2_000)])
    assert.equal(
      await resultOf('get', [400, read]),
      `UNO respondió 400 AccessDenied. ${reasons.AccessDenied}`,
    )
  for (const unread of [said('a'.repeat(81)), said(''), code.padStart(2_001)])
    assert.equal(await resultOf('get', [400, unread]), `UNO respondió 400. ${CHECK}`)
})

test('a bucket without conditional writes is asked whether the file is there before it is written', async () => {
  assert.equal(await resultOf('create', [501], [404], [200]), true)
  assert.deepEqual(
    asked.map(({ method, headers }) => [method, headers['if-none-match']]),
    [
      ['PUT', '*'],
      ['HEAD', undefined],
      ['PUT', undefined],
    ],
  )
  assert.equal(await resultOf('create', [501], [200]), false)
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['PUT', 'HEAD'],
  )
})

test('a request is signed for its region and instant, over its body', async () => {
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const OF_X = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'
  for (const [call, method, digest] of [
    ['get', 'GET', EMPTY],
    ['put', 'PUT', OF_X],
    ['remove', 'DELETE', EMPTY],
  ] as const) {
    await resultOf(call, [200])
    const [{ headers, ...request } = {} as IncomingMessage] = asked
    assert.deepEqual([request.method, request.url], [method, `/uno/${PATH}`])
    assert.equal(headers['x-amz-date'], '20261110T123456Z')
    assert.equal(headers['x-amz-content-sha256'], digest)
    assert.match(headers.authorization ?? '', /Credential=a\/20261110\/sa-east-1\/s3\/aws4_request/)
  }
})

test('a list is asked for by its prefix, in letters that every store reads alike', async () => {
  answers = [[200, '<ListBucketResult/>']]
  asked.length = 0
  await createBucket(`${location}/empresa%20%2B1`, KEYS, CLOCK).list('DTE', ['a b'])
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['/uno?list-type=2&prefix=empresa%20%2B1%2FDTE%2Fa%20b'],
  )
})

test('a file has 32 MiB at most: more is no file of a document', async () => {
  const whole = Buffer.alloc(32 * MIB, 'x')
  assert.equal(((await resultOf('get', [200, whole])) as Buffer).length, whole.length)
  const longer = await resultOf('get', [200, Buffer.concat([whole, Buffer.from('x')])])
  assert.equal(longer, 'Lo que respondió el depósito es muy grande.')
})

test('a bucket that cannot be reached, or not in half a minute, is told by its address and the reason', async () => {
  const { origin } = new URL(location)
  const limits: number[] = []
  mock.method(AbortSignal, 'timeout', (ms: number) => {
    limits.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  const late = await resultOf('get', [200])
  assert.equal(late, `No se pudo hablar con ${origin} (no respondió a tiempo).`)
  assert.deepEqual(limits, [30_000])
  mock.restoreAll()
  mock.method(AbortSignal, 'timeout', () => AbortSignal.abort(new Error('of no kind')))
  const cut = await resultOf('get', [200])
  assert.equal(cut, `No se pudo hablar con ${origin} (conexión interrumpida).`)
  mock.restoreAll()

  const failure = async (at: string, options?: { innerNetwork: boolean }) => {
    const one = createBucket(at, KEYS, CLOCK, options)
    return one.has(PATH).then(String, ({ name, message }: Error) => `${name}: ${message}`)
  }
  assert.equal(
    await failure('http://127.0.0.1:1/uno'),
    'StoreFailed: No se pudo hablar con http://127.0.0.1:1 (ECONNREFUSED).',
  )
  asked.length = 0
  assert.equal(
    await failure(location, { innerNetwork: false }),
    `StoreFailed: ${origin} lleva a esta máquina o a su red interna: use la dirección pública de su depósito, o pida a quien opera el servicio que lo conecte.`,
  )
  // By its name too, which leads nowhere else.
  const named = location.replace('127.0.0.1', 'localhost')
  const inside = /^StoreFailed: http:.*localhost:\d+ lleva a esta máquina/
  assert.match(await failure(named, { innerNetwork: false }), inside)
  assert.deepEqual(asked, [])
  answers = [[200]]
  assert.equal(await failure(named), 'true')
  assert.equal(asked.length, 1)
})
