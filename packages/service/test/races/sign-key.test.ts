import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mintSignKey } from '@sello/vault'
import { createWorld } from '../world.ts'
import { atOnce, PATIENT } from './numbers.ts'
import { createPeer } from './peer.ts'

/** Counted by read-then-write, ten guesses at once would count as one. */
test('ten wrong sign keys at once, over two processes, lock the key and spend no number', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const peer = createPeer(world)
  t.after(() => peer.close())
  const { key } = world.company
  const guess = () => ({ ...key, signKey: mintSignKey(world.deps.random.bytes) })

  const replies = await atOnce(10, (at) =>
    (at % 2 === 0 ? world : peer).issue(undefined, { key: guess() }),
  )

  const codes = replies.map(({ body }) => body.error.code)
  assert.ok(
    codes.every((code) => code === 'sign_key_invalid' || code === 'sign_vault_locked'),
    codes.join(),
  )
  const { vault_failures } = await world.deps.pool.one<{ vault_failures: number }>(
    'select vault_failures from api_keys where key_id = $1',
    [key.keyId],
  )
  assert.ok(vault_failures >= 5, `${vault_failures} are counted`)
  const right = await peer.issue()
  assert.equal(right.status, 403)
  assert.equal(right.body.error.code, 'sign_vault_locked')
  assert.equal(await world.numbersSpent(), 0)
})
