/** POST /v1/customers and /v1/products with an Idempotency-Key: a repeat gets the first answer, or a refusal. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callCustomers } from '../../../../test/customers.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { sweepClaims } from '../../jobs/claims.ts'

const DAY_MS = 24 * 60 * 60_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const store = (body: unknown, idempotencyKey: string, key = world.company.key) =>
  callCustomers(world, { method: 'POST', body, idempotencyKey, key })
const REPLAYED = 'idempotency-replayed'
const customers = async () =>
  Number((await world.deps.pool.one<{ n: bigint }>('select count(*) as n from customers')).n)

test('a repeat with the key gets the first answer byte for byte, even if the customer changed since', async () => {
  const body = { nombre: 'Sin documento' } // two calls without a key would store two
  const first = await store(body, 'alta 1')
  assert.equal(first.status, 201)
  assert.equal(first.headers[REPLAYED], undefined)
  const count = await customers()
  const path = `/${first.body.customerId}`
  await callCustomers(world, { method: 'PATCH', path, body: { nombre: 'Con otro nombre' } })
  const again = await store(body, 'alta 1')

  assert.equal(again.status, 201)
  assert.equal(again.text, first.text)
  assert.equal(again.headers[REPLAYED], 'true')
  assert.equal(await customers(), count)
})

test('another body with the key is refused, and another caller’s equal key is independent', async () => {
  await store({ nombre: 'Una' }, 'alta 2')
  const other = await store({ nombre: 'Otra' }, 'alta 2')
  const company = await world.addCompany()
  const theirs = await store({ nombre: 'Otra' }, 'alta 2', company.key)

  assert.equal(`${other.status} ${other.body.error?.code}`, '422 idempotency_key_reuse')
  assert.equal(theirs.status, 201)
})

test('twenty calls at once with one key store one customer, and all get the same answer', async () => {
  const count = await customers()
  const calls = Array.from({ length: 20 }, () => store({ nombre: 'A la vez' }, 'alta 3'))
  const replies = await Promise.all(calls)

  assert.equal(await customers(), count + 1)
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201])
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
  assert.equal(replies.filter(({ headers }) => headers[REPLAYED] === undefined).length, 1)
})

test('a refused call leaves its key free, and an invalid key is 400', async () => {
  const refused = await store({ nombre: 'X', nrc: 'A' }, 'alta 4')
  const mended = await store({ nombre: 'X' }, 'alta 4')
  const odd = await store({ nombre: 'Y' }, 'ñ')

  assert.deepEqual([refused.status, mended.status], [422, 201])
  assert.equal(`${odd.status} ${odd.body.error.details.field}`, '400 Idempotency-Key')
})

test('a key that a document was issued under is free for a customer, and vice versa', async () => {
  const issued = await world.issue(undefined, { idempotencyKey: 'ambos' })
  const stored = await store({ nombre: 'Del documento' }, 'ambos')

  assert.deepEqual([issued.status, stored.status], [200, 201])
})

test('after 24 hours the key is free, and its answer is deleted', async () => {
  const first = await store({ nombre: 'Ayer' }, 'alta 5')
  await world.advance(DAY_MS)
  const second = await store({ nombre: 'Hoy' }, 'alta 5')
  await world.advance(DAY_MS)
  await sweepClaims(world.deps)

  assert.deepEqual([first.status, second.status], [201, 201])
  const left = await world.deps.pool.many('select 1 from kept_answers')
  assert.equal(left.length, 0)
})

test('a kept answer is stored encrypted', async () => {
  await store({ nombre: 'Nadie La Lee' }, 'alta 6')
  const rows = await world.deps.pool.many<{ row: string }>(
    'select k::text as row from kept_answers k',
  )

  assert.ok(rows.length > 0)
  assert.ok(!rows.some(({ row }) => row.includes(Buffer.from('Nadie La Lee').toString('hex'))))
})

test('a repeat for a product gets the same answer too', async () => {
  const create = (descripcion: string) =>
    world.inject({
      method: 'POST',
      url: '/v1/products',
      headers: {
        'x-service-key': world.company.key.apiKey,
        'content-type': 'application/json',
        'idempotency-key': 'producto 1',
      },
      payload: JSON.stringify({ descripcion, precioUni: 1.5 }),
    })
  const [first, again, other] = [await create('Café'), await create('Café'), await create('Té')]

  assert.deepEqual([first.status, again.status, other.status], [201, 201, 422])
  assert.equal(again.text, first.text)
})
