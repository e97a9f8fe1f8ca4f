import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function setAmountMax(dollars: number): Promise<void> {
  await world.deps.pool.many('update api_keys set amount_max = $1 returning 1', [dollars])
}

test('a document above the maximum of its key is refused with both amounts, and spends nothing', async () => {
  await setAmountMax(11.29)

  const reply = await world.issue()

  assert.equal(reply.status, 429)
  assert.equal(reply.body.error.code, 'amount_limit')
  assert.deepEqual(reply.body.error.details, {
    field: 'items',
    window: 'documento',
    maximo: 11.29,
    monto: 11.3,
  })
  assert.equal(await world.numbersSpent(), 0)
  assert.deepEqual(await world.deps.pool.many('select 1 from claims'), [])
})

test('a document of exactly the maximum is issued', async () => {
  await setAmountMax(11.3)

  const reply = await world.issue()

  assert.equal(reply.status, 200, reply.text)
})
