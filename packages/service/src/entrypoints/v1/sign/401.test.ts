import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mintSignKey } from '@sello/vault'
import { prepare, sign } from '../../../../test/prepared.ts'
import { createWorld, SALE, type World } from '../../../../test/world.ts'
import { systemRandom } from '../../../base/clock.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('a missing or malformed sign key leaves a reservation that can be signed', async () => {
  const prepared = await prepare(world)
  const options = { idempotencyKey: 'sin llave de firma' }
  for (const signKey of ['', world.company.key.apiKey, 'x']) {
    const headers = { 'x-service-sign-key': signKey }
    const reply = await sign(world, prepared, { ...options, headers })
    assert.equal(reply.status, 401, signKey)
    assert.equal(reply.body.error.code, 'sign_key_required')
  }

  assert.equal((await sign(world, prepared, options)).status, 200)
})

test('a wrong sign key is counted, and leaves a reservation that can be signed', async () => {
  const prepared = await prepare(world)
  const options = { idempotencyKey: 'otra llave de firma' }
  const headers = { 'x-service-sign-key': mintSignKey(systemRandom.bytes) }

  const reply = await sign(world, prepared, { ...options, headers })

  assert.equal(reply.status, 401)
  assert.equal(reply.body.error.code, 'sign_key_invalid')
  assert.equal(reply.body.error.details.intentosRestantes, 4)
  const { body } = await world.query(prepared.body.codigoGeneracion)
  assert.equal(body.estado, 'reservado')
  assert.equal((await sign(world, prepared, options)).status, 200)
})

test('a key that may not sign can prepare, and its sign call is refused with the reason', async () => {
  const key = await world.mintKey(world.company.nit, { passphrase: null })
  const prepared = await prepare(world, SALE, { key })
  const { signKey } = world.company.key

  const reply = await sign(world, prepared, { key: { ...key, signKey } })

  assert.equal(reply.status, 409)
  assert.equal(reply.body.error.code, 'sign_vault_missing')
})
