import assert from 'node:assert/strict'
import { createServer, type Server, request as send } from 'node:http'
import { after, before, test } from 'node:test'
import { without } from '../../../../../scripts/test-tools.ts'
import { makeBucket, type Swift, startSwift } from '../../../test/swift.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { connectManagedBucket, listStorage } from '../../admin.ts'
import { verifyDue } from '../../entrypoints/jobs/verify.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'
import { type Credentials, createBucket } from './bucket.ts'
import { StoreFailed } from './store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const swift = await startSwift()
const skip = without(import.meta.url, 'swift')

let world: World
let credentials: Credentials
before(async () => {
  world = await createWorld()
  if (!swift) return
  const { accessKeyId, secretAccessKey } = swift
  credentials = { region: 'us-east-1', accessKeyId, secretAccessKey }
  for (const name of ['uno', 'dos']) await makeBucket(swift, name)
})
after(async () => {
  await world.close()
  await swift?.close()
})

const bucket = (changes: Partial<Credentials> = {}, origin = swift?.url) =>
  createBucket(`${origin}/uno`, { ...credentials, ...changes }, world.deps.clock)

const PATH = 'DTE/pruebas/2026/11/DTE-01-M001P001-000000000000001.json'
const failsWith = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StoreFailed, String(error))
  assert.match(error.message, words)
  return true
}

test('a stored file is read back byte for byte, until it is deleted', {
  skip,
}, async () => {
  const bytes = world.deps.random.bytes(300_000)
  await bucket().put([{ path: PATH, bytes }])
  assert.ok((await bucket().get(PATH))?.equals(bytes))
  await bucket().put([{ path: PATH, bytes: Buffer.from('again') }])
  assert.equal(String(await bucket().get(PATH)), 'again')
  await bucket().remove(PATH)

  assert.equal(await bucket().get(PATH), null)
})

test('a wrong secret, an unknown key and a missing bucket fail with the reason', {
  skip,
}, async () => {
  const wrong = bucket({ secretAccessKey: 'Testing' })
  await assert.rejects(
    wrong.put([{ path: PATH, bytes: Buffer.from('x') }]),
    failsWith(/403 SignatureDoesNotMatch/),
  )
  await assert.rejects(wrong.get(PATH), failsWith(/403 SignatureDoesNotMatch/))
  await assert.rejects(bucket({ accessKeyId: 'test:other' }).get(PATH), failsWith(/403/))
  const absent = createBucket(`${swift?.url}/absent`, credentials, world.deps.clock)
  await assert.rejects(
    absent.put([{ path: PATH, bytes: Buffer.from('x') }]),
    failsWith(/404 NoSuchBucket/),
  )
  await assert.rejects(absent.get(PATH), failsWith(/404 NoSuchBucket/))
})

test('a body altered in transit is refused', { skip }, async () => {
  const altering = await alter(swift?.url ?? '')
  try {
    const there = bucket({}, originOf(altering))
    await assert.rejects(
      there.put([{ path: PATH, bytes: Buffer.from('hola') }]),
      failsWith(/BadDigest|SHA256|403/),
    )
    assert.equal(await bucket().get(PATH), null)
  } finally {
    await new Promise((resolve) => altering.close(resolve))
  }
})

test('a clock that is off by more than 15 minutes is refused with the reason', {
  skip,
}, async () => {
  const shifted = { ...world.deps.clock, now: () => new Date(Date.now() - 20 * MINUTE_MS) }
  const late = createBucket(`${swift?.url}/uno`, credentials, shifted)

  await assert.rejects(
    late.put([{ path: PATH, bytes: Buffer.from('x') }]),
    failsWith(/RequestTimeTooSkewed.*reloj/),
  )
})

test('an unreachable store fails, and a bucket is connected only if the probe passes', {
  skip,
}, async () => {
  const { nit } = await world.addCompany()
  const url = `${swift?.url}/uno`
  const asked = { url, ...credentials }
  const nobody = createBucket('http://127.0.0.1:1/uno', credentials, world.deps.clock)
  await assert.rejects(nobody.get(PATH), failsWith(/ECONNREFUSED/))
  const wrong = { ...asked, secretAccessKey: 'no' }
  await assert.rejects(connectManagedBucket(world.admin, nit, wrong), /SignatureDoesNotMatch/)
  for (const odd of ['x', 'ftp://a/uno', 'http://example.com/uno', `${swift?.url}/`, `${url}?a=1`])
    await assert.rejects(connectManagedBucket(world.admin, nit, { ...asked, url: odd }), /s3:/, odd)
  await connectManagedBucket(world.admin, nit, asked)

  const shown = (await listStorage(world.admin, nit)).find(({ kind }) => kind === 'managed_bucket')
  assert.equal(shown?.location, url)
  assert.ok(!JSON.stringify(shown).includes(credentials.secretAccessKey))
})

test('the files of a company are stored in its bucket and served from there after the hour', {
  skip,
}, async () => {
  const { nit, key } = await world.addCompany()
  const [folder] = await listStorage(world.admin, nit)
  await connectManagedBucket(world.admin, nit, { url: `${swift?.url}/dos`, ...credentials })
  await world.deps.pool.many('delete from storage_destinations where destination_id = $1', [
    folder?.destinationId,
  ])
  const { body } = await world.issue(SALE, { key })
  assert.equal(await copyDue(world.deps), 1)
  await world.deps.pool.many(
    `update holding set expires_at = created_at where codigo_generacion = $1`,
    [body.codigoGeneracion],
  )
  await expireHolding(world.deps)
  const reply = await world.inject({
    method: 'GET',
    url: `/v1/dte/${body.codigoGeneracion}/file`,
    headers: { 'x-service-key': key.apiKey },
  })

  assert.equal(reply.headers['x-service-storage-source'], 'managed')
  assert.equal(reply.text, body.archivoDte)
  const month = `${body.fecEmi.slice(0, 4)}/${body.fecEmi.slice(5, 7)}`
  const there = createBucket(`${swift?.url}/dos`, credentials, world.deps.clock)
  const pdf = await there.get(`DTE/pruebas/${month}/${body.numeroControl}.pdf`)
  assert.equal(pdf?.toString('base64'), body.representacionGrafica)
})

/** Last, because it shifts the clock away from the store's. */
test('a bucket that starts to refuse our requests is reported by its next verification', {
  skip,
}, async () => {
  const { nit } = await world.addCompany()
  await makeBucket(swift as Swift, 'tres')
  await connectManagedBucket(world.admin, nit, { url: `${swift?.url}/tres`, ...credentials })
  await world.advance(11 * DAY_MS)
  await verifyDue(world.deps)

  const problems = (await listStorage(world.admin, nit)).map(({ problem }) => problem)
  assert.equal(problems.filter((problem) => problem?.includes('RequestTimeTooSkewed')).length, 1)
})

/** Forwards every request with the first byte of its body changed. */
function alter(target: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      body[0] = (body[0] ?? 0) ^ 1
      const { method = 'PUT', url = '/', headers } = incoming
      const passed = send(`${target}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500)
        answer.pipe(outgoing)
      })
      passed.end(body)
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function originOf(server: Server): string {
  const { port } = server.address() as { port: number }
  return `http://127.0.0.1:${port}`
}
