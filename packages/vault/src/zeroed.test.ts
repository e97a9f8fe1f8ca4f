/**
 * What opens a vault is overwritten as soon as it was used: a dump of the memory, taken later, shows none of it. The
 * buffers are our own, so what each held before its zeroes is known here.
 */
import assert from 'node:assert/strict'
import { hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { mock, test } from 'node:test'
import { certificado, newKeys, PASSWORD, partsOf } from './certificado.fixture.ts'
import * as vault from './index.ts'
import { toPrivateJwk } from './private-jwk.ts'
import { openWithSignKey } from './sign-key.ts'

const { publicKey, privateKey } = newKeys()
const parts = partsOf(publicKey, privateKey)
const jwk = toPrivateJwk(privateKey)
const JWK = Buffer.from(JSON.stringify(jwk))
const PASSPHRASE = 'una canción de cuna'
const cost = { N: 2, r: 1, p: 1 }

const signKey = vault.mintSignKey(randomBytes)
const { key, dataKey } = vault.createVault({ privateKeyJwk: jwk, random: randomBytes, id: 'vault' })
const DATA_KEY = Buffer.from(dataKey)
const wrap = vault.wrapForSignKey(dataKey, signKey, 'wrap', randomBytes)
const wrapping = { id: 'owner', cost, random: randomBytes }
const owner = await vault.wrapForPassphrase(dataKey, PASSPHRASE, wrapping)

const OF_SIGN_KEY = Buffer.from(hkdfSync('sha256', signKey, 'wrap', 'sello signing vault v1', 32))
const stretched = (salt: Uint8Array) => scryptSync(PASSPHRASE, salt, 32, cost)
const flipped = (tag: Uint8Array) => Uint8Array.from(tag, (byte) => byte ^ 1)

/** What the buffers held that are all zeroes when `work` ends, whether it succeeds or not. */
async function zeroedBy(work: () => unknown): Promise<readonly string[]> {
  const filled: { readonly buffer: Buffer; readonly held: string }[] = []
  const { fill } = Buffer.prototype
  const spy = mock.method(Buffer.prototype, 'fill', function (this: Buffer, value: number) {
    filled.push({ buffer: this, held: this.toString('hex') })
    return fill.call(this, value)
  })
  try {
    await work()
  } catch (error) {
    assert.doesNotMatch(String(error), /AssertionError/)
  } finally {
    spy.mock.restore()
  }
  const isZeroed = (buffer: Buffer) => buffer.every((byte) => byte === 0)
  return filled.filter(({ buffer }) => isZeroed(buffer)).map(({ held }) => held)
}

// biome-ignore format: a table
const SECRETS: readonly (readonly [what: string, work: () => unknown, secrets: readonly Buffer[]])[] = [
  ['a new vault',                    () => vault.createVault({ privateKeyJwk: jwk, random: randomBytes, id: 'v' }), [JWK]],
  ['a wrap for a sign key',          () => vault.wrapForSignKey(dataKey, signKey, 'wrap', randomBytes), [OF_SIGN_KEY]],
  ['a sign key that opens',          () => openWithSignKey(wrap, signKey), [OF_SIGN_KEY]],
  ['a sign key for an altered wrap', () => openWithSignKey({ ...wrap, tag: flipped(wrap.tag) }, signKey), [OF_SIGN_KEY, DATA_KEY]],
  ['a vault that signs',             () => vault.withSigner(wrap, key, signKey, async (sign) => sign('{}')), [OF_SIGN_KEY, DATA_KEY, JWK]],
  ['a vault that is damaged',        () => vault.withSigner(wrap, { ...key, tag: flipped(key.tag) }, signKey, async () => 1), [DATA_KEY, JWK]],
  ['a passphrase that opens',        () => vault.openWithPassphrase(owner, PASSPHRASE), [stretched(owner.salt)]],
  ['a certificate',                  () => vault.readCertificadoMH(certificado(parts), PASSWORD), [Buffer.from(parts.privateKey, 'base64')]],
]

for (const [what, work, secrets] of SECRETS) {
  test(`${what} leaves nothing secret in memory`, async () => {
    const zeroed = await zeroedBy(work)
    for (const secret of secrets) assert.ok(zeroed.includes(secret.toString('hex')))
  })
}

test('a wrap for a passphrase leaves nothing secret in memory', async () => {
  const salt = Buffer.alloc(16, 7)
  const random = (bytes: number) => salt.subarray(0, bytes)
  const zeroed = await zeroedBy(() =>
    vault.wrapForPassphrase(dataKey, PASSPHRASE, { ...wrapping, random }),
  )
  assert.ok(zeroed.includes(stretched(salt).toString('hex')))
})

// biome-ignore format: a table
const SAID: readonly (readonly [what: string, work: () => unknown, words: RegExp])[] = [
  ['another key',          () => vault.decrypt(key, randomBytes(32)), /^WrongKey: the key does not open the sealed value$/],
  ['another sign key',     () => openWithSignKey(wrap, vault.mintSignKey(randomBytes)), /^WrongSignKey: the sign key does not open the vault$/],
  ['another passphrase',   () => vault.openWithPassphrase(owner, 'otra canción de cuna'), /^WrongPassphrase: the passphrase does not open the vault$/],
  ['foreign parameters',   () => vault.openWithPassphrase({ ...owner, params: { ...cost, N: 3 } }, PASSPHRASE), /^VaultDamaged: the scrypt parameters are not ours$/],
  ['a data key of another', () => vault.withSigner(wrap, { ...key, id: 'w' }, signKey, async () => 1), /^VaultDamaged: the data key does not open the private key$/],
  ['a value that is no key', () => vault.withSigner(wrap, vault.encrypt(Buffer.from('{}'), dataKey, 'v', randomBytes), signKey, async () => 1), /^VaultDamaged: what the vault holds is not a private key$/],
]

for (const [what, work, words] of SAID) {
  test(`the log names what failed: ${what}`, async () => {
    await assert.rejects(
      async () => work(),
      (error) => words.test(String(error)),
    )
  })
}
