/** A company's own bucket, over OpenStack Swift's S3 API: it checks signatures, hashes, clocks and quotas. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { without } from '../../../../../scripts/test-tools.ts'
import { type Swift, startSwift } from '../../../../service/test/swift.ts'
import { type Demo, startDemo } from '../../../test/demo.ts'
import { startReadingProxy } from '../../../test/reading-proxy.ts'
import { type DteRequest, newUnlockKey, pathsOf } from '../../index.ts'
import type { BucketLocation } from '../../own/location.ts'
import { runtime } from '../../platform.ts'
import { connectDestination, ownArchive, StoreFailed } from '../index.ts'
import { bucketStore } from './bucket-store.ts'

const MINUTE_MS = 60_000

const swift = await startSwift()
const skip = without(import.meta.url, 'swift')

let demo: Demo
before(async () => {
  if (swift) demo = await startDemo()
})
after(async () => {
  await demo?.stop()
  await swift?.close()
})

const SALE: DteRequest = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

/** An existing bucket, created like a file with the bucket's name. */
async function bucket(
  name: string,
  changes: Partial<BucketLocation> = {},
): Promise<BucketLocation> {
  const { url, accessKeyId, secretAccessKey } = swift as Swift
  const keys = { kind: 'byos_bucket', region: 'us-east-1', accessKeyId, secretAccessKey } as const
  await bucketStore({ ...keys, url }, runtime).put(name, new Uint8Array())
  return { ...keys, url: `${url}/${name}`, ...changes }
}

const failsWith = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StoreFailed, String(error))
  assert.match(error.message, words)
  assert.ok(!error.message.includes('testing'))
  return true
}

test('issued documents are stored in the bucket, byte for byte, and its secret is never sent', {
  skip,
}, async () => {
  const [service, store] = [
    await startReadingProxy(demo.baseUrl),
    await startReadingProxy((swift as Swift).url),
  ]
  const direct = await bucket('uno')
  const secretAccessKey = direct.secretAccessKey
  const location = { ...direct, url: `${store.url}/uno/tienda-1` }
  const unlockKey = newUnlockKey()
  const plain = demo.client({ baseUrl: service.url })
  const destino = await connectDestination({ sello: plain, unlockKey }, { label: 'S3', location })
  const folder = join(demo.folder, 'bandeja-s3')
  const sello = demo.client({ baseUrl: service.url, archive: ownArchive({ unlockKey, folder }) })
  const issued = await sello.issue(SALE)
  const state = await sello.archive?.flush()
  assert.deepEqual(state, { pending: 0, destinations: [destino.id], problem: null })
  assert.equal(issued.estado, 'sellado')
  if (issued.estado !== 'sellado') return
  const { ambiente, fecEmi, numeroControl: name } = issued
  const paths = pathsOf({ ambiente, fecEmi, name })
  const there = bucketStore({ ...direct, url: `${direct.url}/tienda-1` }, runtime)
  assert.equal(Buffer.from((await there.get(paths.json)) ?? []).toString(), issued.archivoDte)
  const pdf = Buffer.from((await there.get(paths.pdf)) ?? [])
  assert.equal(pdf.toString('base64'), issued.representacionGrafica)
  await service.close()
  await store.close()

  assert.ok(service.sent.includes('/v1/storage/copies/') && store.sent.includes(paths.json))
  for (const secret of [unlockKey, unlockKey.slice(-43)]) {
    assert.ok(!service.sent.includes(secret) && !store.sent.includes(secret))
  }
  // Neither form of the identifier is sent to the service.
  for (const form of [secretAccessKey, Buffer.from(secretAccessKey).toString('base64url')]) {
    assert.ok(!service.sent.includes(form))
    assert.ok(!new RegExp(`\\b${form}\\b`).test(store.sent))
  }
  assert.ok(!service.sent.includes(direct.accessKeyId) && !service.sent.includes('tienda-1'))
})

test('a wrong secret, an unknown key and a missing bucket connect nothing, with the reason', {
  skip,
}, async () => {
  const whose = { sello: demo.client(), unlockKey: newUnlockKey() }
  const before = (await demo.client().storage.destinations()).destinos.length
  const there = await bucket('dos')
  for (const [changes, words] of [
    [{ secretAccessKey: 'Testing' }, /403 SignatureDoesNotMatch.*llave secreta/],
    [{ accessKeyId: 'test:other' }, /403/],
    [{ url: `${(swift as Swift).url}/ausente` }, /404 NoSuchBucket.*créelo/],
    [{ url: 'http://127.0.0.1:1/dte' }, /No se pudo hablar con http:\/\/127\.0\.0\.1:1/],
  ] as const) {
    const location = { ...there, ...changes }
    await assert.rejects(connectDestination(whose, { label: 'x', location }), failsWith(words))
  }
  assert.equal((await demo.client().storage.destinations()).destinos.length, before)
})

test('a clock that is off by twenty minutes is corrected by the store’s own', {
  skip,
}, async () => {
  const location = await bucket('tres')
  for (const minutes of [-20, 20]) {
    const platform = { ...runtime, now: () => Date.now() + minutes * MINUTE_MS }
    const store = bucketStore(location, platform)
    await store.put('a', Buffer.from(String(minutes)))
    assert.equal(String(Buffer.from((await store.get('a')) ?? [])), String(minutes))
  }
})

test('a full bucket loses nothing: it is reported, and copies follow when there is space', {
  skip,
}, async () => {
  const location = await bucket('lleno')
  const unlockKey = newUnlockKey()
  await connectDestination({ sello: demo.client(), unlockKey }, { label: 'S3', location })
  await swift?.limit('lleno', 1_000)
  const folder = join(demo.folder, 'bandeja-llena')
  const sello = demo.client({ archive: ownArchive({ unlockKey, folder }) })
  const issued = await sello.issue(SALE)
  const full = await sello.archive?.flush()
  assert.equal(issued.estado, 'sellado')
  assert.equal(full?.pending, 1)
  assert.match(full?.problem ?? '', /lleno/)
  await swift?.limit('lleno', 10_000_000)
  assert.deepEqual((await sello.archive?.flush())?.pending, 0)
})

test('replaced credentials take effect without a restart', { skip }, async () => {
  const location = await bucket('cuatro')
  const unlockKey = newUnlockKey()
  const whose = { sello: demo.client(), unlockKey }
  const { id } = await connectDestination(whose, { label: 'S3', location })
  const folder = join(demo.folder, 'bandeja-cambia')
  const sello = demo.client({ archive: ownArchive({ unlockKey, folder }) })
  await sello.issue(SALE)
  assert.equal((await sello.archive?.flush())?.pending, 0)
  const moved = await bucket('cinco')
  await connectDestination(whose, { label: 'S3', location: moved, id })
  await bucketStore(location, runtime).remove('.sello-destino') // the old location is no longer connected
  await sello.issue(SALE)
  for (let n = 0; n < 3; n += 1) await sello.archive?.flush()
  assert.equal((await sello.archive?.flush())?.pending, 0)
  assert.ok(await bucketStore(moved, runtime).get('.sello-destino'))
})
