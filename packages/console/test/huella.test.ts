import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { fingerprintOf } from '../../service/src/people/sign-key-requests.ts'
import { huellaDe } from '../src/firma/huella.ts'

test('the page and the service compute the same fingerprint of a key, and another of another', async () => {
  // The generator of P-256: the public key of the private key 1.
  const one = createECDH('prime256v1')
  one.setPrivateKey(Buffer.from('01'.padStart(64, '0'), 'hex'))
  const known = await huellaDe(one.getPublicKey().toString('base64url'))
  assert.match(known, /^([0-9A-HJKMNP-TV-Z]{4} ){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const seen = new Set([known])
  for (let n = 0; n < 50; n++) {
    const key = createECDH('prime256v1').generateKeys()
    const shown = await huellaDe(key.toString('base64url'))
    assert.equal(shown, fingerprintOf(key))
    seen.add(shown)
  }
  assert.equal(seen.size, 51)
})
