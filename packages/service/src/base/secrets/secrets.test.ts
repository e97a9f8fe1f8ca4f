/** The service's own secrets: what the newest encrypts, what older ones still open, and what is stored of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WrongKey } from '@sello/vault'
import { systemRandom } from '../clock.ts'
import {
  dataKeyId,
  decryptColumn,
  decryptDataKey,
  decryptWithMasterKey,
  encryptColumn,
  hashesOf,
  hashSecret,
  isEncryptedUnder,
  reencryptColumn,
  type Secrets,
  secretId,
  unpackEncrypted,
} from './secrets.ts'

const key = (byte: number) => Buffer.alloc(32, byte)
const SECRETS: Secrets = {
  ...{ masterKey: key(1), olderMasterKeys: [key(2)], pepper: key(3), olderPeppers: [key(4)] },
}
const ID = 'a/b'
const under = (byte: number, id = ID) =>
  encryptColumn(Buffer.from('plain'), key(byte), id, systemRandom)

test('a column is a nonce of 12 bytes, a tag of 16 and what is encrypted, and opens in its place alone', () => {
  const column = under(1)
  assert.equal(column.length, 12 + 16 + 'plain'.length)
  const { id, nonce, tag, ciphertext } = unpackEncrypted(column, ID)
  assert.deepEqual([id, nonce.length, tag.length], [ID, 12, 16])
  assert.deepEqual(Buffer.concat([nonce, tag, ciphertext]), column)
  assert.equal(String(decryptColumn(column, key(1), ID)), 'plain')
  assert.throws(() => decryptColumn(column, key(1), 'a/c'), WrongKey)
})

test('every master key of a process opens what it encrypted, and of none of them is said so', () => {
  for (const known of [1, 2])
    assert.equal(String(decryptWithMasterKey(SECRETS, under(known), ID)), 'plain')
  const none = /^no master key of this process opens the value$/
  assert.throws(() => decryptWithMasterKey(SECRETS, under(3), ID), {
    name: 'WrongKey',
    message: none,
  })
  const ofCompany = under(2, 'companies/c/data_key')
  assert.equal(dataKeyId('c'), 'companies/c/data_key')
  assert.equal(String(decryptDataKey(SECRETS, 'c', ofCompany)), 'plain')
  assert.throws(() => decryptDataKey(SECRETS, 'd', ofCompany), WrongKey)
})

test('what an older key encrypted is encrypted under the newest, and what that one did is left', () => {
  assert.equal(reencryptColumn(SECRETS, under(1), ID, systemRandom), null)
  const again = reencryptColumn(SECRETS, under(2), ID, systemRandom)
  assert.ok(again)
  assert.deepEqual(
    [isEncryptedUnder(again, key(1), ID), isEncryptedUnder(again, key(2), ID)],
    [...[true, false]],
  )
  assert.equal(String(decryptColumn(again, key(1), ID)), 'plain')
  assert.throws(() => reencryptColumn(SECRETS, under(3), ID, systemRandom), WrongKey)
})

test('a hash is under each pepper, the newest first, and stored with the name of its pepper', () => {
  const hashes = hashesOf(SECRETS, 'a').map((hash) => hash.toString('hex'))
  assert.deepEqual(hashes, [
    'c58fb6b43bc749e3613ef785a98e694ec475c2b233bbe6d35c17003caaf0d57c',
    '8e762609c8260bb80c898eedd3d84b1f2d163e0f6f323826740403e9882ba8e9',
  ])
  const { hash, pepperId } = hashSecret(SECRETS, 'a')
  assert.deepEqual([hash.toString('hex'), pepperId], [hashes[0], secretId(key(3))])
  assert.equal(secretId(key(1)), '95de84a24fa0', 'which rows have had since the first release')
})
