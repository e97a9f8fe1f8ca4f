import assert from 'node:assert/strict'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { test } from 'node:test'
import { fromBase64url } from './base64url.ts'
import { type Binding, decryptLocation, encryptLocation } from './encrypt-location.ts'
import { archivoDteOf, pathsOf } from './files.ts'
import { bucketAt, type StorageLocation } from './location.ts'
import { isUnlockKey, newUnlockKey } from './unlock-key.ts'

const BINDING: Binding = {
  nit: '06142801260010',
  id: '2d7f4b1c-9e63-4a58-b0d2-6c1e8f5a3947',
  revision: 3,
}
const PLACE: StorageLocation = {
  kind: 'byos_bucket',
  url: 'https://s3.example.com/dte/tienda',
  region: 'us-east-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'muy secreta',
}

test('a location decrypts only with its key, company, destination and revision', async () => {
  const unlockKey = newUnlockKey()
  const sellado = await encryptLocation(unlockKey, BINDING, PLACE)
  const open = (binding: Binding, key = unlockKey) => decryptLocation(key, binding, sellado)

  assert.ok(isUnlockKey(unlockKey))
  assert.ok(!JSON.stringify(sellado).includes('secreta'))
  assert.deepEqual(await open(BINDING), PLACE)
  assert.deepEqual(await open({ ...BINDING, id: BINDING.id.toUpperCase() }), PLACE)
  for (const other of [
    { ...BINDING, nit: '06142801260011' },
    { ...BINDING, id: '2d7f4b1c-9e63-4a58-b0d2-6c1e8f5a3948' },
    { ...BINDING, revision: 2 },
  ]) {
    assert.equal(await open(other), null)
  }
  assert.equal(await open(BINDING, newUnlockKey()), null)
})

test('every flipped bit of the stored value is detected', async () => {
  const unlockKey = newUnlockKey()
  const sellado = await encryptLocation(unlockKey, BINDING, { kind: 'byos_folder', path: '/a' })
  const bytes = fromBase64url(sellado.datos)
  for (let bit = 0; bit < bytes.length * 8; bit += 7) {
    const changed = bytes.slice()
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const datos = Buffer.from(changed).toString('base64url')
    assert.equal(await decryptLocation(unlockKey, BINDING, { ...sellado, datos }), null)
  }
})

test('it is HKDF-SHA-256 of the whole key and AES-256-GCM, compatible with other programs', async () => {
  const unlockKey = newUnlockKey()
  const { iv, datos } = await encryptLocation(unlockKey, BINDING, PLACE)
  const info = 'sello own storage v1'
  const key = Buffer.from(hkdfSync('sha256', unlockKey, BINDING.id, info, 32))
  const all = Buffer.from(datos, 'base64url')
  const gcm = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
  gcm.setAAD(Buffer.from(JSON.stringify([info, BINDING.nit, BINDING.id, BINDING.revision])))
  gcm.setAuthTag(all.subarray(-16))
  const plain = Buffer.concat([gcm.update(all.subarray(0, -16)), gcm.final()])

  assert.deepEqual(JSON.parse(plain.toString()), PLACE)
})

test('each provider gets its address, and missing parts are named', () => {
  const bucket = 'mis-dte'
  const aws = bucketAt({ provider: 'aws', bucket, region: 'us-west-2' })
  assert.deepEqual(aws, {
    url: `https://s3.us-west-2.amazonaws.com/${bucket}`,
    region: 'us-west-2',
  })
  const endpoint = 'https://abc.r2.cloudflarestorage.com/'
  const r2 = bucketAt({ provider: 'r2', bucket, endpoint })
  assert.deepEqual(r2, { url: `https://abc.r2.cloudflarestorage.com/${bucket}`, region: 'auto' })
  for (const wrong of [
    { provider: 'aws', bucket },
    { provider: 'r2', bucket },
    { provider: 'minio', bucket, endpoint: 'http://minio.example.com' },
    { provider: 's3', bucket: '..', endpoint: 'https://s3.example.com' },
    { provider: 's3', bucket: 'a b', endpoint: 'https://s3.example.com' },
  ] as const) {
    assert.ok('problem' in bucketAt(wrong), JSON.stringify(wrong))
  }
})

test('paths are the contract’s, and the file is rebuilt from the signed bytes', () => {
  const about = { ambiente: '00', fecEmi: '2026-12-01', name: 'DTE-01-M001P001-1' } as const
  assert.equal(pathsOf(about).json, 'DTE/pruebas/2026/12/DTE-01-M001P001-1.json')
  assert.equal(pathsOf({ ...about, ambiente: '01' }).pdf, 'DTE/2026/12/DTE-01-M001P001-1.pdf')
  const jws = `h.${Buffer.from('{"a":"ñ"}').toString('base64url')}.s`
  assert.equal(archivoDteOf(jws, 'S'), `{"a":"ñ","firmaElectronica":"${jws}","selloRecibido":"S"}`)
  const list = `h.${Buffer.from('[1]').toString('base64url')}.s`
  assert.deepEqual([archivoDteOf('h', 'S'), archivoDteOf(list, 'S')], [null, null])
})
