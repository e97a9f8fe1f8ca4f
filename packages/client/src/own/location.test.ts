/** Where a bucket is, at each provider, and which address is none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketAt, bucketProblem, isStorageLocation, PROVIDERS } from './location.ts'
import { isUnlockKey, looksLikeUnlockKey, newUnlockKey, readUnlockKey } from './unlock-key.ts'

const bucket = 'dte.tienda-1'
const endpoint = 'https://s3.example.com//'
const own = { url: 'https://s3.example.com/dte.tienda-1' }

// biome-ignore format: a table
const PLACES: readonly (readonly [at: Omit<Parameters<typeof bucketAt>[0], 'bucket'>, place: object])[] = [
  [{ provider: 'aws', region: 'eu-1' },     { url: 'https://s3.eu-1.amazonaws.com/dte.tienda-1', region: 'eu-1' }],
  [{ provider: 'b2', region: 'eu-1' },      { url: 'https://s3.eu-1.backblazeb2.com/dte.tienda-1', region: 'eu-1' }],
  [{ provider: 'spaces', region: 'nyc3' },  { url: 'https://nyc3.digitaloceanspaces.com/dte.tienda-1', region: 'nyc3' }],
  [{ provider: 'wasabi', region: 'eu-1' },  { url: 'https://s3.eu-1.wasabisys.com/dte.tienda-1', region: 'eu-1' }],
  [{ provider: 'r2', endpoint },            { ...own, region: 'auto' }],
  [{ provider: 'minio', endpoint },         { ...own, region: 'us-east-1' }],
  [{ provider: 's3', endpoint },            { ...own, region: 'us-east-1' }],
  [{ provider: 's3', endpoint, region: 'x' }, { ...own, region: 'x' }],
  [{ provider: 'aws', endpoint, region: 'x' }, { ...own, region: 'x' }],
  ...(['aws', 'b2', 'spaces', 'wasabi'] as const).map((provider) => [{ provider }, { problem: `falta la región del depósito en ${provider}.` }] as const),
  ...(['r2', 'minio', 's3'] as const).map((provider) => [{ provider }, { problem: `falta la dirección del servidor de ${provider}, como https://…` }] as const),
  [{ provider: 's3', endpoint: 'http://s3.example.com' }, { problem: 'el depósito va con https://; con http:// solo en esta misma máquina.' }],
]

for (const [at, place] of PLACES) {
  test(`a bucket of ${JSON.stringify(at)} is at ${Object.values(place)[0]}`, () => {
    assert.deepEqual(bucketAt({ ...at, bucket }), place)
  })
}

test('every provider is known', () => {
  assert.deepEqual(PROVIDERS, ['aws', 'r2', 'b2', 'minio', 'spaces', 'wasabi', 's3'])
})

const FORM = 'la dirección del depósito es https://servidor/deposito.'
const PLAIN = 'el depósito va con https://; con http:// solo en esta misma máquina.'
// biome-ignore format: a table
const ADDRESSES: readonly (readonly [address: string, problem: string | null])[] = [
  ['https://s3.example.com/dte', null],
  ['https://s3.example.com/dte/tienda-1/a_b.c', null],
  [`https://s3.example.com/${'a'.repeat(63)}`, null],
  ['http://127.0.0.1:9000/dte', null],
  ['http://[::1]:9000/dte', null],
  ['http://localhost/dte', null],
  ['http://127.0.0.2/dte', PLAIN],
  ['http://localhost.example.com/dte', PLAIN],
  ['ftp://s3.example.com/dte', PLAIN],
  ['s3.example.com/dte', FORM],
  ['https://s3.example.com', FORM],
  ['https://s3.example.com/dt', FORM],
  [`https://s3.example.com/${'a'.repeat(64)}`, FORM],
  ['https://s3.example.com/-dte', FORM],
  ['https://s3.example.com/dte-', FORM],
  ['https://s3.example.com/DTE', FORM],
  ['https://s3.example.com/dte/', FORM],
  ['https://s3.example.com/dte//a', FORM],
  ['https://s3.example.com/dte?a=b', FORM],
  ['https://s3.example.com/dte#a', FORM],
  ['https://u@s3.example.com/dte', FORM],
  ['https://s3.example.com/dte/../otro', FORM],
  ['https://s3.example.com/dte/./otro', FORM],
  ['https://s3.example.com/otro/..', FORM],
]

for (const [address, problem] of ADDRESSES) {
  test(`${address.slice(0, 60)} ${problem === null ? 'can be' : 'cannot be'} a bucket’s`, () => {
    assert.equal(bucketProblem(address), problem)
  })
}

test('a location has all its members as texts, and an address that can be one', () => {
  const folder = { kind: 'byos_folder', path: '/a' }
  const kept = {
    kind: 'byos_bucket',
    url: own.url,
    region: 'x',
    accessKeyId: 'k',
    secretAccessKey: 's',
  }
  assert.ok(isStorageLocation(folder) && isStorageLocation(kept))
  for (const wrong of [
    null,
    undefined,
    'x',
    {},
    { kind: 'byos_folder' },
    { ...folder, path: 1 },
    { ...folder, kind: 'otro' },
  ]) {
    assert.equal(isStorageLocation(wrong), false)
  }
  for (const name of ['url', 'region', 'accessKeyId', 'secretAccessKey']) {
    assert.equal(isStorageLocation({ ...kept, [name]: 1 }), false, name)
  }
  assert.equal(isStorageLocation({ ...kept, url: 'http://s3.example.com/dte' }), false)
})

test('an unlock key is 32 random bytes behind its prefix, and anything else is refused without repeating it', () => {
  const key = newUnlockKey()
  assert.match(key, /^sellouk_[\w-]{43}$/)
  assert.match(newUnlockKey('otro1'), /^otro1uk_[\w-]{43}$/)
  assert.notEqual(newUnlockKey(), key)
  assert.equal(readUnlockKey(key), key)
  const rest = key.slice(-43)
  for (const wrong of [
    '',
    rest,
    `uk_${rest}`,
    `Auk_${rest}`,
    `1auk_${rest}`,
    `${key}a`,
    ` ${key}`,
    key.slice(0, -1),
    `${'a'.repeat(22)}uk_${rest}`,
  ]) {
    assert.equal(isUnlockKey(wrong), false, wrong)
    assert.throws(() => readUnlockKey(wrong), {
      message: 'unlockKey: no es una llave de apertura (sellouk_ y 43 caracteres).',
      details: { field: 'unlockKey' },
    })
  }
  assert.ok(isUnlockKey(`${'a'.repeat(21)}uk_${rest}`))
  assert.ok(looksLikeUnlockKey(`x ${key} y`))
  assert.ok(!looksLikeUnlockKey(`sellosk_${rest}`))
})
