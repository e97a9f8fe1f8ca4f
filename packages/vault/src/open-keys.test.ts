import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault, mintSignKey, WrongSignKey, withSigner, wrapForSignKey } from './index.ts'
import { openVaults } from './open-keys.ts'
import type { RsaPrivateJwk } from './private-jwk.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKeyJwk = privateKey.export({ format: 'jwk' }) as RsaPrivateJwk
const { key, dataKey } = createVault({ privateKeyJwk, random: randomBytes, id: 'vault' })

function mint() {
  const signKey = mintSignKey(randomBytes)
  return { signKey, wrap: wrapForSignKey(dataKey, signKey, 'wrap', randomBytes) }
}

test('overlapping requests share one open key, and the last one out closes it', async () => {
  const [a, b] = [mint(), mint()]
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const first = withSigner(a.wrap, key, a.signKey, async (sign) => {
    await held
    return sign('{}').jws
  })
  const second = await withSigner(b.wrap, key, b.signKey, async (sign) => {
    assert.equal(openVaults(), 1)
    return sign('{}').jws
  })

  assert.equal(openVaults(), 1, 'the first is still signing')
  letGo()
  assert.equal(await first, second)
  assert.equal(openVaults(), 0)
})

test('a wrong sign key opens nothing, even while another caller has the vault open', async () => {
  const [a, other] = [mint(), mint()]
  await withSigner(a.wrap, key, a.signKey, async () => {
    await assert.rejects(
      withSigner(a.wrap, key, other.signKey, async () => 1),
      WrongSignKey,
    )
    assert.equal(openVaults(), 1)
  })
  assert.equal(openVaults(), 0)
})

test('a callback that throws leaves nothing open', async () => {
  const a = mint()
  await assert.rejects(
    withSigner(a.wrap, key, a.signKey, async () => {
      throw new Error('the callback')
    }),
    /the callback/,
  )
  assert.equal(openVaults(), 0)
})
