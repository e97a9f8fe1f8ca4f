import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isSignKey, mintSignKey } from './index.ts'

test('a minted sign key is its prefix and 43 characters with 256 random bits', () => {
  const secret = Buffer.alloc(32, 0xfb)
  const minted = mintSignKey((n) => {
    assert.equal(n, 32)
    return secret
  })
  assert.equal(minted, `sellosk_${secret.toString('base64url')}`)
  assert.equal(minted.length, 'sellosk_'.length + 43)
  assert.ok(isSignKey(minted))
})

test('the prefix is a setting', () => {
  const minted = mintSignKey(randomBytes, 'acmesk_')
  assert.ok(isSignKey(minted, 'acmesk_'))
  assert.equal(isSignKey(minted), false)
})

test('text of any other form is not a sign key', () => {
  const good = mintSignKey(() => Buffer.alloc(32))
  const bad = [
    '',
    'sellosk_',
    good.slice(0, -1),
    `${good}A`,
    ` ${good}`,
    `${good}\n`,
    good.replace('sellosk_', 'SELLOSK_'),
    `${good.slice(0, -1)}=`,
    `${good.slice(0, -1)}ñ`,
    `sello_test_0001.${good.slice(-43)}`,
  ]
  for (const text of bad) assert.equal(isSignKey(text), false, JSON.stringify(text))
})

test('minting fails if the random source returns too few bytes', () => {
  assert.throws(() => mintSignKey(() => Buffer.alloc(16)), /bug: the random source/)
})
