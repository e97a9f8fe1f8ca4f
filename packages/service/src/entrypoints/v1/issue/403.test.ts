import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, SALE, type World } from '../../../../test/world.ts'
import type { MintedKey } from '../../../admin.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const unsigned = { passphrase: null }

async function setState(key: MintedKey, state: string): Promise<void> {
  await world.deps.pool.many('update api_keys set state = $2 where key_id = $1 returning 1', [
    key.keyId,
    state,
  ])
}

test('a revoked key is refused on every route, even if it has also expired', async () => {
  const key = await world.mintKey(world.company.nit, { ...unsigned, expiresAt: new Date(0) })
  await setState(key, 'revoked')

  const replies = [await world.issue(undefined, { key }), await world.query('x', key)]

  assert.deepEqual(
    replies.map(({ status, body }) => `${status} ${body.error.code}`),
    ['403 key_revoked', '403 key_revoked'],
  )
})

test('a key works until just before the instant of its expiry', async () => {
  const expiresAt = new Date(world.deps.clock.now().getTime() + 60_000)
  const key = await world.mintKey(world.company.nit, { expiresAt })

  assert.equal((await world.issue(undefined, { key })).status, 200)
  await world.advance(60_000)
  const reply = await world.issue(undefined, { key })
  assert.equal(reply.status, 403)
  assert.equal(reply.body.error.code, 'key_expired')
})

test('an inactive key is refused, and works again once it is active', async () => {
  const { key } = world.company
  await setState(key, 'inactive')
  const refused = await world.issue()
  await setState(key, 'active')

  assert.equal(refused.status, 403)
  assert.equal(refused.body.error.code, 'key_inactive')
  assert.equal((await world.issue()).status, 200)
})

test('a key without a route’s scope is refused with the missing and the granted scopes', async () => {
  const reader = await world.mintKey(world.company.nit, { ...unsigned, scopes: ['query'] })
  const issuer = await world.mintKey(world.company.nit, {
    ...unsigned,
    scopes: ['issue', 'download'],
  })

  const issuing = await world.issue(undefined, { key: reader })
  const asking = await world.query('00000000-0000-4000-8000-000000000000', issuer)

  assert.equal(issuing.body.error.code, 'forbidden_scope')
  assert.deepEqual(issuing.body.error.details, { required: 'issue', granted: ['query'] })
  assert.equal(asking.body.error.code, 'forbidden_scope')
  assert.deepEqual(asking.body.error.details, { required: 'query', granted: ['issue', 'download'] })
})

test('a type that the key may not issue is refused, naming the allowed types, and spends nothing', async () => {
  const key = await world.mintKey(world.company.nit, { ...unsigned, tiposDte: ['03'] })
  const before = await world.numbersSpent()

  const reply = await world.issue(SALE, { key })

  assert.equal(reply.status, 403)
  assert.equal(reply.body.error.code, 'dte_type_not_allowed')
  assert.deepEqual(reply.body.error.details, { allowed: ['03'] })
  assert.equal(await world.numbersSpent(), before)
})
