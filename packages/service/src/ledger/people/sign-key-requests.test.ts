/** What two people compare over the telephone, and what only the browser that asked can open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { encryptSignKey, fingerprintOf, readPublicKey } from './sign-key-requests.ts'

const SUITE = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})
const REQUEST = '4f0b5c1e-0000-4000-8000-000000000001'

async function newPair() {
  const pair = await SUITE.kem.generateKeyPair()
  const publicKey = Buffer.from(await SUITE.kem.serializePublicKey(pair.publicKey))
  return { ...pair, publicKey }
}

test('the fingerprint of a key is the same in every version', () => {
  assert.deepEqual(
    [1, 2].map((byte) => fingerprintOf(Buffer.alloc(65, byte))),
    ['WHPM A6B6 DTEM CVV7', '4G36 BXP8 058E 1Y6B'],
  )
})

test('a public key is a point of the curve, uncompressed', async () => {
  const { publicKey } = await newPair()
  assert.deepEqual(await readPublicKey(publicKey.toString('base64url')), publicKey)
  const compressed = Buffer.concat([
    Buffer.of(2 + ((publicKey.at(-1) ?? 0) % 2)),
    publicKey.subarray(1, 33),
  ])
  const none = [compressed, publicKey.subarray(0, 64), Buffer.concat([publicKey, Buffer.of(0)])]
  for (const one of [...none, Buffer.alloc(65, 4), Buffer.alloc(0)]) {
    assert.equal(await readPublicKey(one.toString('base64url')), null, one.toString('hex'))
  }
})

test('a sign key is opened with the private half, for its own request alone', async () => {
  const { privateKey, publicKey } = await newPair()
  const { enc, datos } = await encryptSignKey('palabra de firma', {
    requestId: REQUEST,
    publicKey,
  })
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const open = async (info: string, recipientKey = privateKey) => {
    const opened = await SUITE.open(
      { recipientKey, enc: bytesOf(enc), info: Buffer.from(info) },
      bytesOf(datos),
    )
    return Buffer.from(opened).toString()
  }
  assert.equal(await open(`sello firma ${REQUEST}`), 'palabra de firma')
  await assert.rejects(open(`sello firma ${REQUEST.replace(/1$/, '2')}`))
  await assert.rejects(open(`sello firma ${REQUEST}`, (await newPair()).privateKey))
})
