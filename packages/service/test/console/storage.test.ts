import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectManagedBucket } from '../../src/admin.ts'
import { DAY_MS } from '../../src/base/time/durations.ts'
import { createBucket } from '../../src/outside/stores/bucket.ts'
import { signInAs } from '../people.ts'
import { type S3, startS3 } from '../s3.ts'
import { createWorld, type World } from '../world.ts'

const KEYS = { region: 'us-east-1', accessKeyId: 'llave', secretAccessKey: 'secreto' }

let world: World
let s3: S3

before(async () => {
  world = await createWorld()
  s3 = await startS3()
})
after(async () => {
  await s3.close()
  await world.close()
})

const connect = async (on: World, url: string) => {
  const admin = await signInAs(on, 'administrador')
  const body = { kind: 'managed_bucket', url, ...KEYS }
  return admin.send('POST', `/${on.company.nit}/almacenamiento`, body)
}

test('the console connects no bucket on this machine or its internal networks, and sends it nothing', async () => {
  const { port } = new URL(s3.url)
  const inner = [
    ...[s3.url, `http://localhost:${port}`, `https://127.1:${port}`, `https://[::1]:${port}`],
    ...['https://169.254.169.254', 'https://10.0.0.8:8443', 'https://[fd00::8]', 'https://0.0.0.0'],
  ]
  for (const origin of inner) {
    const { status, body } = await connect(world, `${origin}/documentos`)
    assert.equal(status, 422, origin)
    assert.match(body.error.message, /lleva a esta máquina o a su red interna/, origin)
  }
  assert.equal(s3.files.size, 0)
})

test('a bucket of the shell stays, and the console verifies it', async () => {
  await connectManagedBucket(world.admin, world.company.nit, { url: `${s3.url}/interno`, ...KEYS })
  const admin = await signInAs(world, 'administrador')
  const path = `/${world.company.nit}/almacenamiento`
  await world.deps.pool.many(
    `update storage_destinations set verified_at = now() - interval '29 days' returning 1`,
  )
  const seen = async () => (await admin.get(path)).body
  const old = await seen()
  const { destinos, carpetaSugerida } = (await admin.send('POST', `${path}/verificar`, {})).body
  assert.deepEqual({ destinos, carpetaSugerida }, await seen())
  assert.ok(carpetaSugerida.endsWith(`/consola/${world.company.nit}`), carpetaSugerida)
  assert.equal(destinos.length, 2)
  for (const [at, { verificadoEl, valeHasta, problema }] of destinos.entries()) {
    assert.equal(problema, null)
    assert.ok(Date.parse(verificadoEl) > Date.parse(old.destinos[at].verificadoEl) + 28 * DAY_MS)
    assert.equal(Date.parse(valeHasta), Date.parse(verificadoEl) + 30 * DAY_MS)
  }
})

test('where the operator allows inner networks the console connects one, for good', async () => {
  const own = await createWorld({ innerStorage: true })
  try {
    const { status, body } = await connect(own, `${s3.url}/permitido`)
    assert.equal(status, 200, JSON.stringify(body))
  } finally {
    await own.close()
  }
})

test('a name that leads to this machine by the time of the connection is refused then', async () => {
  const { port } = new URL(s3.url)
  const files = s3.files.size
  const location = `http://localhost:${port}/documentos`
  const bucket = createBucket(location, KEYS, world.deps.clock, { innerNetwork: false })
  const file = { path: 'DTE/uno.json', bytes: Buffer.from('{}') }
  const calls = [
    () => bucket.put([file]),
    () => bucket.get(file.path),
    () => bucket.list('DTE', ['']),
  ]
  for (const call of calls) {
    await assert.rejects(call, /lleva a esta máquina o a su red interna/)
  }
  assert.equal(s3.files.size, files)
})
