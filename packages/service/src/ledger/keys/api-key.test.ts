/** What is read as a key, of texts that are nearly one. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { systemRandom } from '../../base/clock.ts'
import { mintApiKey, parseApiKey } from './api-key.ts'

const sealed = (head: string) =>
  head + createHash('sha256').update(head).digest('base64url').slice(0, 6)

test('a key that was minted is read, in either environment', () => {
  for (const ambiente of ['00', '01'] as const) {
    const { keyId, secret, apiKey } = mintApiKey('sello', ambiente, systemRandom)
    assert.deepEqual(parseApiKey(apiKey), { keyId, secret, ambiente })
    assert.match(apiKey, ambiente === '00' ? /^sello_test_/ : /^sello_live_/)
  }
})

test('what stands before a key or after it, or is not under its checksum, is none', () => {
  const { apiKey } = mintApiKey('sello', '00', systemRandom)
  const head = apiKey.slice(0, -6)
  const last = apiKey.endsWith('A') ? 'B' : 'A'
  for (const text of [
    ...[head, `${head}${apiKey.slice(-6, -1)}${last}`, ` ${apiKey}`, `${apiKey} `, `${apiKey}A`],
    ...[sealed(`?${head}`), sealed(`${head}A`), sealed(head.slice(0, -1)), ''],
    sealed(head.replace('_test_', '_prod_')),
  ]) {
    assert.equal(parseApiKey(text), null, text)
  }
  assert.equal(parseApiKey(sealed(head))?.ambiente, '00')
})

test('a text of more than two hundred characters is no key', () => {
  const ofLength = (length: number) =>
    mintApiKey('s'.repeat(length - 68), '01', systemRandom).apiKey
  assert.deepEqual(
    [200, 201].map((length) => ofLength(length).length),
    [200, 201],
  )
  assert.equal(parseApiKey(ofLength(200))?.ambiente, '01')
  assert.equal(parseApiKey(ofLength(201)), null)
})
