import assert from 'node:assert/strict'
import { createECDH, createHash } from 'node:crypto'
import { test } from 'node:test'
import { huellaDe } from '../src/firma/huella.ts'

/** As docs/console-api.md says it; the service's tests compute it so too. */
function expected(key: Buffer): string {
  const hash = createHash('sha256').update(key).digest()
  const letter = (byte: number) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(byte & 31)
  const groups = [0, 4, 8, 12].map((at) => [...hash.subarray(at, at + 4)].map(letter).join(''))
  return groups.join(' ')
}

test('the page shows the fingerprint of a key that the service computes, and another of another', async () => {
  const seen = new Set<string>()
  for (let n = 0; n < 50; n++) {
    const key = createECDH('prime256v1').generateKeys()
    const shown = await huellaDe(key.toString('base64url'))
    assert.equal(shown, expected(key))
    assert.match(shown, /^([0-9A-HJKMNP-TV-Z]{4} ){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    seen.add(shown)
  }
  assert.equal(seen.size, 50)
})
