import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { decrypt, type Encrypted, encrypt, WrongKey } from './index.ts'

const id = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('an encrypted value decrypts with its key, byte for byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), bytes32, id, (plain, key, row) => {
      assert.deepEqual(new Uint8Array(decrypt(encrypt(plain, key, row, randomBytes), key)), plain)
    }),
  )
})

test('any flipped bit of key, nonce, tag or ciphertext prevents decryption', () => {
  const parts = ['key', 'nonce', 'tag', 'ciphertext'] as const
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      bytes32,
      fc.constantFrom(...parts),
      fc.nat(),
      (plain, key, part, n) => {
        const all = { ...encrypt(plain, key, 'row', randomBytes), key }
        const flipped = Uint8Array.from(all[part])
        const bit = n % (flipped.length * 8)
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const { key: usedKey, ...encrypted } = { ...all, [part]: flipped }
        assert.throws(() => decrypt(encrypted, usedKey), WrongKey)
      },
    ),
    { numRuns: 500 },
  )
})

test('a ciphertext does not decrypt under the id of another row', () => {
  fc.assert(
    fc.property(bytes32, id, id, (key, row, other) => {
      fc.pre(row !== other)
      const encrypted = encrypt(Buffer.from('valor'), key, row, randomBytes)
      assert.throws(() => decrypt({ ...encrypted, id: other }, key), WrongKey)
    }),
  )
})

test('parts of wrong length are not an encrypted value', () => {
  const key = randomBytes(32)
  const encrypted = encrypt(Buffer.from('valor'), key, 'row', randomBytes)
  const short: readonly Encrypted[] = [
    { ...encrypted, tag: encrypted.tag.subarray(0, 4) }, // GCM itself would check these four bytes only
    { ...encrypted, tag: new Uint8Array(0) },
    { ...encrypted, nonce: encrypted.nonce.subarray(0, 8) },
    { ...encrypted, nonce: new Uint8Array(0) },
    { ...encrypted, ciphertext: encrypted.ciphertext.subarray(1) },
  ]
  for (const value of short) assert.throws(() => decrypt(value, key), WrongKey)
})

test('a value encrypted twice gives two ciphertexts', () => {
  const key = randomBytes(32)
  const [a, b] = [1, 2].map(() => encrypt(Buffer.from('valor'), key, 'row', randomBytes))
  assert.notDeepEqual(a?.ciphertext, b?.ciphertext)
})

test('a short key, a missing id and a poor random source are bugs', () => {
  const key = randomBytes(32)
  assert.throws(() => encrypt(key, key.subarray(1), 'row', randomBytes), /bug: a sealing key/)
  assert.throws(() => encrypt(key, key, '', randomBytes), /bug: a sealed value without an id/)
  assert.throws(() => encrypt(key, key, 'row', () => Buffer.alloc(4)), /bug: the random source/)
})
