import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as vault from './index.ts'

const PASSPHRASE = 'una canción de cuna para el añil'
const dataKey = randomBytes(32)
const wrapping = { id: 'wrap-1', cost: vault.PASSPHRASE_COST, random: randomBytes }
const stored = await vault.wrapForPassphrase(dataKey, PASSPHRASE, wrapping)

test('the owner opens the vault with the passphrase, in any Unicode form of its accents', async () => {
  const typed = PASSPHRASE.normalize('NFD')
  assert.notEqual(typed, PASSPHRASE)
  assert.deepEqual(await vault.openWithPassphrase(stored, PASSPHRASE), dataKey)
  assert.deepEqual(await vault.openWithPassphrase(stored, typed), dataKey)
})

test('the stored wrap has the parameters of its key derivation', () => {
  assert.deepEqual(stored.params, { N: 131072, r: 8, p: 1 })
  assert.equal(stored.salt.length, 16)
})

test('another passphrase, salt or row does not open it', async () => {
  const wrong = vault.openWithPassphrase(stored, `${PASSPHRASE}.`)
  await assert.rejects(wrong, {
    name: 'WrongPassphrase',
    message: 'the passphrase does not open the vault',
  })
  const salt = randomBytes(16)
  const moved = { ...stored.wrap, id: 'wrap-2' }
  await assert.rejects(
    vault.openWithPassphrase({ ...stored, salt }, PASSPHRASE),
    vault.WrongPassphrase,
  )
  await assert.rejects(
    vault.openWithPassphrase({ ...stored, wrap: moved }, PASSPHRASE),
    vault.WrongPassphrase,
  )
})

test('a fault of ours is not told as a wrong passphrase', async () => {
  const cheap = { ...wrapping, cost: { N: 2, r: 1, p: 1 } }
  const wrapped = await vault.wrapForPassphrase(dataKey, PASSPHRASE, cheap)
  await assert.rejects(
    vault.openWithPassphrase({ ...wrapped, wrap: { ...wrapped.wrap, id: '' } }, PASSPHRASE),
    new Error('bug: a sealed value without an id is bound to no row'),
  )
})

test('a passphrase of less than 15 characters is refused with the number, before anything is derived', async () => {
  for (const short of ['', 'catorce letras', '🔑'.repeat(14), 'e\u0301'.repeat(14)]) {
    await assert.rejects(vault.wrapForPassphrase(dataKey, short, wrapping), (error) => {
      assert.ok(error instanceof vault.WeakPassphrase)
      const said = 'La frase de contraseña debe tener al menos 15 caracteres.'
      assert.equal(error.message, said)
      return true
    })
  }
  const cheap = { ...wrapping, cost: { N: 2, r: 1, p: 1 } }
  const wrapped = await vault.wrapForPassphrase(dataKey, 'quince letras !', cheap)
  assert.deepEqual(await vault.openWithPassphrase(wrapped, 'quince letras !'), dataKey)
})

test('foreign stored parameters count as damage, and use no memory', async () => {
  const odd = [
    { N: 2 ** 20, r: 8, p: 1 },
    { N: 2 ** 14, r: 8, p: 1000 },
    { N: 3, r: 8, p: 1 },
    { N: 0, r: 8, p: 1 },
    { N: 1, r: 8, p: 1 },
    { N: 2 ** 17, r: 8, p: 2 },
    { N: 2 ** 14, r: 0, p: 1 },
    { N: 2 ** 14, r: 8, p: 1.5 },
    { N: 2 ** 14, r: 8, p: -1 },
    { N: Number.NaN, r: 8, p: 1 },
  ]
  for (const params of odd) {
    await assert.rejects(
      vault.openWithPassphrase({ ...stored, params }, PASSPHRASE),
      vault.VaultDamaged,
      JSON.stringify(params),
    )
  }
})
