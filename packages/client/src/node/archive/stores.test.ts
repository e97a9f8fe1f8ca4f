/**
 * A company's own storage as it answers: what is there, what is not, and what went wrong are told apart, and each
 * error says what to fix. The store is a server of this test, in the words of S3; no program is needed.
 */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { BucketLocation } from '../../own/location.ts'
import { runtime } from '../../platform.ts'
import { StoreFailed } from '../index.ts'
import { bucketStore } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'

interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
interface Said {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const asked: Asked[] = []
let answers: Said[] = []
const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { method, url, headers } = request
  asked.push({ method, url, headers, body: Buffer.concat(parts).toString() })
  const { status, body = '', headers: more = {} } = answers.shift() ?? { status: 500 }
  response.writeHead(status, more).end(body)
})
let location: BucketLocation
let folder: string
before(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  location = {
    ...{ kind: 'byos_bucket', region: 'eu-1', accessKeyId: 'AKIA', secretAccessKey: 'the secret' },
    url: `http://127.0.0.1:${port}/dte/tienda-1`,
  }
  folder = await mkdtemp(join(tmpdir(), 'sello-stores-'))
})
after(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`

function storeAnswering(...said: readonly Said[]) {
  answers = [...said]
  asked.length = 0
  return bucketStore(location, runtime)
}

const failsWith = (words: RegExp, code: string | null) => (thrown: unknown) => {
  assert.ok(thrown instanceof StoreFailed, String(thrown))
  assert.match(thrown.message, words)
  assert.ok(!thrown.message.includes('the secret'))
  assert.equal(thrown.code ?? null, code)
  return true
}

test('an object is written, read and removed at its own address, signed, without the secret', async () => {
  const store = storeAnswering(
    { status: 200 },
    { status: 200, body: 'ñ' },
    { status: 204 },
    { status: 200 },
  )
  await store.put('DTE/2026/10/a.json', Buffer.from('{"a":1}'))
  assert.equal(Buffer.from((await store.get('DTE/2026/10/a.json')) ?? []).toString(), 'ñ')
  await store.remove('DTE/2026/10/a.json')
  await store.remove('DTE/2026/10/a.json')
  assert.deepEqual(
    asked.map(({ method, url, body }) => [method, url, body]),
    [
      ['PUT', '/dte/tienda-1/DTE/2026/10/a.json', '{"a":1}'],
      ['GET', '/dte/tienda-1/DTE/2026/10/a.json', ''],
      ['DELETE', '/dte/tienda-1/DTE/2026/10/a.json', ''],
      ['DELETE', '/dte/tienda-1/DTE/2026/10/a.json', ''],
    ],
  )
  for (const { headers } of asked) {
    assert.match(
      headers.authorization ?? '',
      /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-1\/s3\/aws4_request/,
    )
    assert.match(String(headers['x-amz-date']), /^\d{8}T\d{6}Z$/)
    assert.match(String(headers['x-amz-content-sha256']), /^[0-9a-f]{64}$/)
    assert.ok(!JSON.stringify(headers).includes('the secret'))
  }
  const [put, get] = asked
  assert.notEqual(put?.headers['x-amz-content-sha256'], get?.headers['x-amz-content-sha256'])
})

test('a request is signed for its moment', async () => {
  storeAnswering({ status: 200 })
  const now = () => Date.parse('2026-10-05T16:00:00.999Z')
  await bucketStore(location, { ...runtime, now }).put('a', Buffer.from('x'))
  const [one] = asked
  assert.equal(one?.headers['x-amz-date'], '20261005T160000Z')
})

test('an object that is not there is none, and a bucket that is not there is an error', async () => {
  const none = storeAnswering({ status: 404, body: error('NoSuchKey') })
  assert.equal(await none.get('a'), null)
  const gone = storeAnswering({ status: 404, body: error('NoSuchBucket') })
  await assert.rejects(
    gone.get('a'),
    failsWith(/respondió 404 NoSuchBucket\. No existe ese depósito: créelo/, 'NoSuchBucket'),
  )
  const mute = storeAnswering({ status: 404 })
  await assert.rejects(
    mute.get('a'),
    failsWith(/respondió 404\. Revise el depósito y los permisos/, null),
  )
  const odd = storeAnswering({ status: 500, body: error('NoSuchKey') })
  await assert.rejects(odd.get('a'), failsWith(/respondió 500 NoSuchKey/, 'NoSuchKey'))
})

// biome-ignore format: a table
const REASONS: readonly (readonly [status: number, code: string, reason: RegExp])[] = [
  [403, 'SignatureDoesNotMatch', /La llave secreta no es la de ese identificador\./],
  [403, 'InvalidAccessKeyId', /No conoce ese identificador de llave\./],
  [403, 'AccessDenied', /La llave no puede escribir, leer y borrar ahí\./],
  [404, 'NoSuchBucket', /No existe ese depósito: créelo primero\./],
  [400, 'EntityTooLarge', /El depósito está lleno: libere espacio o amplíe su cuota\./],
  [507, 'QuotaExceeded', /El depósito está lleno: libere espacio o amplíe su cuota\./],
  [507, 'XMinioStorageFull', /El depósito está lleno: libere espacio o amplíe su cuota\./],
  [400, 'BadDigest', /Lo que llegó no es lo que se envió\./],
  [400, 'XAmzContentSHA256Mismatch', /Lo que llegó no es lo que se envió\./],
  [301, 'PermanentRedirect', /El depósito está en otra región: conéctelo con la suya\./],
  [400, 'AuthorizationHeaderMalformed', /El depósito está en otra región: conéctelo con la suya\./],
  [418, 'Teapot', /418 Teapot\. Revise el depósito y los permisos de la llave\./],
]

for (const [status, code, reason] of REASONS) {
  test(`${code} fails writing, reading and removing, and says what to fix`, async () => {
    const said = { status, body: error(code) }
    const store = storeAnswering(said, said, said)
    await assert.rejects(store.put('a', Buffer.from('x')), failsWith(reason, code))
    await assert.rejects(store.get('a'), failsWith(reason, code))
    await assert.rejects(store.remove('a'), failsWith(reason, code))
  })
}

test('an answer that only looks like success is none', async () => {
  const store = storeAnswering({ status: 204 }, { status: 206, body: 'half' }, { status: 202 })
  await assert.rejects(store.put('a', Buffer.from('x')), failsWith(/respondió 204\./, null))
  await assert.rejects(store.get('a'), failsWith(/respondió 206\./, null))
  await assert.rejects(store.remove('a'), failsWith(/respondió 202\./, null))
})

test('a store that answers with another address is not followed', async () => {
  const store = storeAnswering({ status: 307, headers: { location: 'http://127.0.0.1:1/' } })
  await assert.rejects(store.get('a'), failsWith(/respondió 307\. Revise el depósito/, null))
  assert.equal(asked.length, 1)
})

test('a clock that is off is corrected once by the store’s, and stays corrected', async () => {
  const skewed = {
    status: 403,
    body: error('RequestTimeTooSkewed'),
    headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
  }
  const store = storeAnswering(skewed, { status: 200 }, { status: 200 }, skewed, skewed)
  await store.put('a', Buffer.from('x'))
  await store.put('b', Buffer.from('x'))
  assert.deepEqual(
    asked
      .map(({ url, headers }) => [url?.at(-1), headers['x-amz-date']?.toString().slice(0, 11)])
      .slice(1),
    [
      ['a', '20260101T00'],
      ['b', '20260101T00'],
    ],
  )
  await assert.rejects(
    store.get('c'),
    failsWith(/El reloj de esta máquina está mal: corríjalo\./, 'RequestTimeTooSkewed'),
  )
  assert.equal(asked.length, 5)
})

test('a store that says the clock is off, and no time, is not asked twice', async () => {
  const skewed = { status: 403, body: error('RequestTimeTooSkewed'), headers: { date: 'x' } }
  const store = storeAnswering(skewed, { status: 200 })
  await assert.rejects(
    store.get('a'),
    failsWith(/El reloj de esta máquina/, 'RequestTimeTooSkewed'),
  )
  assert.equal(asked.length, 1)
})

test('a store that cannot be reached, or takes too long, is named without its path', async () => {
  const closed = createServer()
  await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening))
  const { port } = closed.address() as AddressInfo
  await new Promise((ended) => closed.close(ended))
  const nobody = bucketStore({ ...location, url: `http://127.0.0.1:${port}/dte` }, runtime)
  await assert.rejects(
    nobody.get('a'),
    failsWith(/^No se pudo hablar con http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)\.$/, null),
  )
  const broken = bucketStore(location, {
    ...runtime,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  await assert.rejects(broken.get('a'), failsWith(/\(conexión interrumpida\)\.$/, null))
  let limitMs = 0
  const slow = bucketStore(location, {
    ...runtime,
    after(ms, work) {
      limitMs = ms
      work()
      return () => {}
    },
  })
  await assert.rejects(slow.get('a'), failsWith(/\(no respondió a tiempo\)\.$/, null))
  assert.equal(limitMs, 30_000)
})

test('a file of a folder is whole or not there, and a missing folder is an error, never created', async () => {
  const root = join(folder, 'disco')
  const store = folderStore({ kind: 'byos_folder', path: root }, () => 'x')
  const missing = /disco: no existe\. Si es un disco que se conecta, conéctelo\.$/
  await assert.rejects(store.put('a', Buffer.from('x')), failsWith(missing, 'ENOENT'))
  await assert.rejects(store.get('a'), failsWith(missing, 'ENOENT'))
  await mkdir(root)
  assert.equal(await store.get('DTE/a.json'), null)
  await store.put('DTE/a.json', Buffer.from('one'))
  await store.put('DTE/a.json', Buffer.from('two'))
  assert.equal(await readFile(join(root, 'DTE/a.json'), 'utf8'), 'two')
  assert.deepEqual(await readdir(join(root, 'DTE')), ['a.json'])
  const { mode } = await stat(join(root, 'DTE/a.json'))
  if (process.platform !== 'win32') assert.equal(mode & 0o777 & ~0o640, 0)
  await store.remove('DTE/a.json')
  await store.remove('DTE/a.json')
  assert.equal(await store.get('DTE/a.json'), null)
  await writeFile(join(root, 'file'), '')
  await assert.rejects(
    store.put('file/b/a', Buffer.from('x')),
    failsWith(/disco: una parte de la ruta no es una carpeta\.$/, 'ENOTDIR'),
  )
  await chmod(root, 0o700)
})
