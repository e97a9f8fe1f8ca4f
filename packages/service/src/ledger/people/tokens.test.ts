import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../base/clock.ts'
import { hashToken, mintToken, readToken } from './token.ts'

test('a token has 256 random bits, and only its hash is stored', () => {
  const seen = new Set<string>()
  for (let n = 0; n < 200; n++) {
    const { token, hash } = mintToken(systemRandom)
    assert.equal(Buffer.from(token, 'base64url').length, 32)
    assert.equal(hash.length, 32)
    assert.deepEqual(hash, hashToken(token))
    assert.ok(!hash.toString('base64url').includes(token.slice(0, 8)))
    seen.add(token)
  }
  assert.equal(seen.size, 200)
})

test('a text that cannot be a token is rejected without a query', () => {
  const { token } = mintToken(systemRandom)
  assert.equal(readToken(token), token)
  // biome-ignore format: a table
  const wrong = [
    undefined, '', token.slice(1), `${token}A`, ` ${token}`, `${token}\n`, token.replace(/.$/, '='), `${token.slice(1)}é`,
    '\0'.repeat(43), "' or 1=1 --".padEnd(43, 'A'),
  ]
  for (const text of wrong) assert.equal(readToken(text), null, JSON.stringify(text))
})
