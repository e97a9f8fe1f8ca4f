/** What companies have stored must open in every later version, and be written so that an earlier one opens it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as vault from './index.ts'
import { openWithSignKey } from './sign-key.ts'

const counting = (count: number) => Buffer.from(Array.from({ length: count }, (_, n) => n))
const KEY = counting(32)
const PASSPHRASE = 'una canción de cuna para el añil'
const SIGN_KEY = 'sellosk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'

const stored = (id: string, tag: string, ciphertext: string): vault.Encrypted => ({
  id,
  nonce: Buffer.from('000102030405060708090a0b', 'hex'),
  tag: Buffer.from(tag, 'hex'),
  ciphertext: Buffer.from(ciphertext, 'hex'),
})
const VALUE = stored('row-1', 'e8c8a5a3621c090308de0f63317a7aa3', '3163ba74b7')
const OF_SIGN_KEY = stored(
  'wrap-1',
  'a35bd334e36a5f72bc36804a2fc474c1',
  '65033dc88070202f3156e8623207d476b404186fe16fc546d73f837978d1ae71',
)
const OF_PASSPHRASE = {
  wrap: stored(
    'wrap-2',
    '7afc4b1429f1156161a52a2b1f7acbe4',
    'b553044eb26799316fa5585894e227d67c873f6a75fda02ae6507119cc3d90f2',
  ),
  salt: counting(16),
  params: { N: 131_072, r: 8, p: 1 },
}

test('an encrypted value is stored and opens as before', () => {
  assert.deepEqual(vault.encrypt(Buffer.from('valor'), KEY, 'row-1', counting), VALUE)
  assert.equal(vault.decrypt(VALUE, KEY).toString(), 'valor')
})

test('a data key under a sign key is stored and opens as before', () => {
  assert.deepEqual(vault.wrapForSignKey(KEY, SIGN_KEY, 'wrap-1', counting), OF_SIGN_KEY)
  assert.deepEqual(openWithSignKey(OF_SIGN_KEY, SIGN_KEY), KEY)
})

test('a data key under a passphrase is stored and opens as before', async () => {
  const wrapping = { id: 'wrap-2', cost: vault.PASSPHRASE_COST, random: counting }
  assert.deepEqual(await vault.wrapForPassphrase(KEY, PASSPHRASE, wrapping), OF_PASSPHRASE)
  assert.deepEqual(await vault.openWithPassphrase(OF_PASSPHRASE, PASSPHRASE), KEY)
})
