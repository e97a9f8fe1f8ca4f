import assert from 'node:assert/strict'
import { randomBytes, verify } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { newKeys } from './certificado.fixture.ts'
import * as vault from './index.ts'
import { toPrivateJwk } from './private-jwk.ts'

const { publicKey, privateKey } = newKeys()
const privateKeyJwk = toPrivateJwk(privateKey)
const signKey = vault.mintSignKey(randomBytes)
const { key, dataKey } = vault.createVault({ privateKeyJwk, random: randomBytes, id: 'vault-1' })
const wrap = vault.wrapForSignKey(dataKey, signKey, 'wrap-1', randomBytes)

function verifies(jws: string): boolean {
  const [header, payload, signature = ''] = jws.split('.')
  const input = Buffer.from(`${header}.${payload}`)
  return verify('sha512', input, publicKey, Buffer.from(signature, 'base64url'))
}

test('a JWS has the fixed header and the given payload, and verifies with the public key', async () => {
  const payload = '{"nombre":"Ñandú, 5 €"}'
  const signed = await vault.withSigner(wrap, key, signKey, async (sign) => sign(payload))
  const [header = '', body = ''] = signed.jws.split('.')
  assert.equal(header, 'eyJhbGciOiJSUzUxMiJ9')
  assert.equal(Buffer.from(header, 'base64url').toString(), '{"alg":"RS512"}')
  assert.equal(Buffer.from(body, 'base64url').toString(), payload)
  assert.ok(verifies(signed.jws))
  assert.equal(vault.compactJws(payload, signed.signature), signed.jws)
})

test('a text and its bytes get the same signature, even if the bytes are part of a larger buffer', async () => {
  const text = '{"a":1}'
  const inside = new Uint8Array(Buffer.from(`xx${text}yy`)).subarray(2, 2 + text.length)
  const [a, b, c] = await vault.withSigner(wrap, key, signKey, async (sign) =>
    [text, Buffer.from(text), inside].map((payload) => sign(payload).jws),
  )
  assert.equal(a, b)
  assert.equal(a, c)
})

test('nothing is signed after the callback has ended', async () => {
  const kept = await vault.withSigner(wrap, key, signKey, async (sign) => sign)
  assert.throws(() => kept('{}'), /^Error: bug: signing after the vault was closed$/)
})

test('nothing is signed after the callback has failed, and its error is rethrown', async () => {
  let kept: vault.Sign | null = null
  const failure = new Error('the database went away')
  const run = vault.withSigner(wrap, key, signKey, async (sign) => {
    kept = sign
    throw failure
  })
  await assert.rejects(run, (error) => error === failure)
  assert.throws(() => (kept as vault.Sign | null)?.('{}'), /bug: signing after/)
})

test('another sign key does not open the vault, and the callback is not called', async () => {
  let called = false
  const wrong = [vault.mintSignKey(randomBytes), `${signKey} `, signKey.toLowerCase(), '']
  for (const other of wrong) {
    const run = vault.withSigner(wrap, key, other, async () => {
      called = true
    })
    await assert.rejects(run, vault.WrongSignKey)
  }
  assert.equal(called, false)
})

test('a wrap moved to another row does not open', async () => {
  const moved = { ...wrap, id: 'wrap-2' }
  await assert.rejects(
    vault.withSigner(moved, key, signKey, async () => 1),
    vault.WrongSignKey,
  )
})

test('a private key moved to another vault is damage, not a wrong sign key', async () => {
  const moved = { ...key, id: 'vault-2' }
  await assert.rejects(
    vault.withSigner(wrap, moved, signKey, async () => 1),
    vault.VaultDamaged,
  )
})

test('a wrap or a key without a row is a bug, and neither damage nor a wrong sign key', async () => {
  for (const [w, k] of [
    [{ ...wrap, id: '' }, key],
    [wrap, { ...key, id: '' }],
  ] as const) {
    await assert.rejects(
      vault.withSigner(w, k, signKey, async () => 1),
      /^Error: bug: a sealed value without an id/,
    )
  }
})

test('a data key or a private key of the wrong kind counts as damage', async () => {
  const short = vault.wrapForSignKey(Buffer.alloc(31), signKey, 'wrap-1', randomBytes)
  await assert.rejects(
    vault.withSigner(short, key, signKey, async () => 1),
    vault.VaultDamaged,
  )
  for (const plain of ['', 'secreto', '{}', '{"kty":"RSA","n":"secreto"}', 'null']) {
    const odd = vault.encrypt(Buffer.from(plain), dataKey, 'vault-1', randomBytes)
    await assert.rejects(
      vault.withSigner(wrap, odd, signKey, async () => 1),
      (error) => error instanceof vault.VaultDamaged && !inspect(error).includes('secreto'),
    )
  }
})

test('changing any bit of the stored wrap or key is detected', async () => {
  for (const [which, sealed] of Object.entries({ wrap, key })) {
    for (const part of ['nonce', 'tag', 'ciphertext'] as const) {
      for (let bit = 0; bit < sealed[part].length * 8; bit += which === 'wrap' ? 1 : 7) {
        const flipped = Uint8Array.from(sealed[part])
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const broken = { ...sealed, [part]: flipped }
        const run =
          which === 'wrap'
            ? vault.withSigner(broken, key, signKey, async () => 1)
            : vault.withSigner(wrap, broken, signKey, async () => 1)
        await assert.rejects(run, which === 'wrap' ? vault.WrongSignKey : vault.VaultDamaged)
      }
    }
  }
})

test('two sign keys open one vault, each through its own wrap', async () => {
  const second = vault.mintSignKey(randomBytes)
  const secondWrap = vault.wrapForSignKey(dataKey, second, 'wrap-2', randomBytes)
  const run = (w: vault.Encrypted, k: string) =>
    vault.withSigner(w, key, k, async (sign) => sign('{}').jws)
  assert.equal(await run(wrap, signKey), await run(secondWrap, second))
  await assert.rejects(run(secondWrap, signKey), vault.WrongSignKey)
})

test('creating a vault refuses anything but a private key, and the error discloses none of it', () => {
  const odd = { ...privateKeyJwk, d: 'c2VjcmV0bw', p: 5 as unknown as string }
  assert.throws(
    () => vault.createVault({ privateKeyJwk: odd, random: randomBytes, id: 'v' }),
    (error) => /^Error: bug: /.test(String(error)) && !inspect(error).includes(odd.d),
  )
})

test('no failure to open discloses the sign key or an encrypted value', async () => {
  const other = vault.mintSignKey(randomBytes)
  const failures = [
    vault.withSigner(wrap, key, other, async () => 1),
    vault.withSigner({ ...wrap, tag: new Uint8Array(3) }, key, signKey, async () => 1),
    vault.withSigner(wrap, { ...key, id: 'x' }, signKey, async () => 1),
  ]
  for (const failure of failures) {
    const error = await failure.then(
      () => assert.fail('it opened'),
      (e: unknown) => e,
    )
    const shown = inspect(error, { depth: null, showHidden: true })
    for (const secret of [signKey, other, privateKeyJwk.d, dataKey.toString('hex')]) {
      assert.ok(!shown.includes(secret), shown)
    }
  }
})
