/** Webhooks that the feed has left behind, that nothing reaches, and what every filter lets pass. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { invalidate } from '../../../test/corrections.ts'
import { idOf } from '../../../test/rows.ts'
import {
  callWebhooks,
  createHook,
  deliver,
  deliveriesOf,
  type Receiver,
  sellOne,
  startReceiver,
  withStatus,
} from '../../../test/webhooks.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { beginEpoch } from '../../ledger/outbox/epochs.ts'
import { forgetOld } from '../../ledger/outbox/forget.ts'
import { relay } from '../../ledger/outbox/relay.ts'
import { storeDeliveries } from '../../ledger/webhooks/queue.ts'
import { takeTurns } from '../../ledger/webhooks/turns.ts'
import { notifyDue } from './notify.ts'
import { deliverTurn } from './turn.ts'

let world: World
let receiver: Receiver
before(async () => {
  world = await createWorld()
  receiver = await startReceiver()
})
afterEach(async () => {
  await world.deps.pool.many('delete from webhooks')
  await world.deps.pool.many('delete from webhook_deliveries')
  receiver.respond(withStatus(204))
  receiver.got.length = 0
})
after(async () => {
  await receiver.close()
  await world.close()
})

const turn = (id: string, activo: boolean) =>
  callWebhooks(world, 'PATCH', `/${id}`, { body: { activo } })

test('that the database was restored is told to every webhook, whatever types it names', async () => {
  await createHook(world, receiver.url, { tipos: ['dte.invalidado'] })
  await sellOne(world)
  await relay(world.deps)
  await transaction(world.deps.pool, (tx) => beginEpoch(tx, world.deps.clock.now()))
  await deliver(world)
  assert.deepEqual(
    receiver.got.map(({ body }) => body.tipo),
    ['feed.restaurado'],
  )
})

test('a webhook to which nothing arrives rests a tenth of the time that it fails, and a test ends the rest', async () => {
  const { id } = await createHook(world, receiver.url)
  receiver.respond(withStatus(500))
  await sellOne(world)
  await deliver(world)
  await world.advance(HOUR_MS)
  await deliver(world) // failing for an hour: it rests for five minutes
  const before = receiver.got.length
  await sellOne(world)
  await world.advance(4 * MINUTE_MS)
  await deliver(world)
  assert.equal(receiver.got.length, before)
  await callWebhooks(world, 'POST', `/${id}/test`)
  await deliver(world)
  assert.ok(receiver.got.length > before)
  receiver.respond(withStatus(204))
  await world.advance(HOUR_MS)
  assert.ok((await deliver(world)) > 0)
  await sellOne(world)
  assert.equal(await deliver(world), 1, 'and one to which something arrived rests no more')
})

test('a webhook behind what the feed still has goes on with the rest, or with nothing', async () => {
  const { id } = await createHook(world, receiver.url)
  await turn(id, false)
  for (let n = 0; n < 3; n++) await sellOne(world)
  await relay(world.deps)
  await world.advance(31 * DAY_MS)
  await forgetOld(world.deps)
  await turn(id, true)
  await world.advance(2_100) // as after its creation
  assert.equal(await deliver(world), 0)
  const { position, last } = await world.deps.pool.one<{ position: bigint; last: bigint }>(
    `select w.position, f.last from webhooks w join feeds f using (company_id, ambiente)
      where w.webhook_id = $1`,
    [id],
  )
  assert.equal(position, last)
  assert.deepEqual(await deliveriesOf(world, id), [])
})

test('a delivery that waited until the feed had forgotten what it tells is given up, and says why', async () => {
  await world.deps.pool.many('update storage_destinations set verified_at = $1', [
    world.deps.clock.now(), // the month of the test before is over
  ])
  const { id } = await createHook(world, receiver.url)
  receiver.respond(withStatus(500))
  await sellOne(world)
  await deliver(world)
  await world.deps.pool.many('delete from feed')
  receiver.respond(withStatus(204))
  receiver.got.length = 0
  await world.advance(HOUR_MS)
  assert.equal(await deliver(world), 0)
  assert.deepEqual(receiver.got, [])
  assert.deepEqual(
    (await deliveriesOf(world, id)).map(({ estado, motivo }) => [estado, motivo]),
    [['fallida', 'la novedad tiene más de 30 días y ya no se guarda.']],
  )
})

test('what another process took from the feed meanwhile is left to it', async () => {
  await createHook(world, receiver.url)
  await sellOne(world)
  await relay(world.deps)
  const { pool, clock } = world.deps
  const now = clock.now()
  const lease = { now, leaseUntil: new Date(now.getTime() + MINUTE_MS), limit: 1 }
  const [turn, ...others] = await takeTurns(pool, lease, assert.fail)
  assert.ok(turn)
  assert.deepEqual(others, [])
  const { position: from } = turn
  const one = { position: from + 1n, novedad: idOf(1), tipo: 'dte.sellado' } as const
  const stored = { from, upTo: from + 1n, wanted: [one], now }
  assert.equal(await storeDeliveries(pool, turn, stored), true)

  const stop = { stopping: undefined, cut: new AbortController().signal }
  const ended = await deliverTurn(world.deps, turn, stop)

  assert.deepEqual(ended, { count: 0, isOff: false, restMs: 0 })
  assert.deepEqual(receiver.got, [])
  const rows = await pool.many('select novedad, attempts from webhook_deliveries')
  assert.deepEqual(rows, [{ novedad: idOf(1), attempts: 0 }])
})

test('a turn of a process that stops begins nothing, and counts as no failure', async () => {
  const { id } = await createHook(world, receiver.url)
  await sellOne(world)
  await relay(world.deps)
  const { pool, clock } = world.deps
  const now = clock.now()
  const lease = { now, leaseUntil: new Date(now.getTime() + MINUTE_MS), limit: 1 }
  const [turn] = await takeTurns(pool, lease, assert.fail)
  assert.ok(turn)
  let asked = 0
  const many: typeof pool.many = (...question) => {
    asked += 1
    assert.ok(asked < 50, 'it asks and asks')
    return pool.many(...question)
  }
  const deps = { ...world.deps, pool: { ...pool, many }, clock: { ...clock, now: () => now } }
  const stop = { stopping: AbortSignal.abort(), cut: new AbortController().signal }
  assert.deepEqual(await deliverTurn(deps, turn, stop), { count: 0, isOff: false, restMs: 0 })
  assert.deepEqual(receiver.got, [])
  const failing = 'select failing_since as since from webhooks where webhook_id = $1'
  assert.deepEqual(await pool.many(failing, [id]), [{ since: null }])
})

test('what is about no document holds up nothing of its kind', async () => {
  const { id } = await createHook(world, receiver.url)
  for (let n = 0; n < 2; n++) {
    assert.equal((await callWebhooks(world, 'POST', `/${id}/test`)).status, 202)
  }
  let first: ServerResponse | null = null
  receiver.respond((response) => {
    if (first === null) first = response
    else for (const one of [first, response]) one.writeHead(204).end()
  })
  assert.equal(await deliver(world), 2)
})

test('what is told of one document keeps its order when it is tried again', async () => {
  await createHook(world, receiver.url)
  await invalidate(world, await sellOne(world))
  await relay(world.deps)
  receiver.respond(withStatus(500))
  // The second is due a second earlier than the first.
  let drawn = 0xff
  const bytes = (size: number) => {
    const some = Buffer.alloc(size, drawn)
    drawn = 0
    return some
  }
  await notifyDue({ ...world.deps, random: { ...world.deps.random, bytes } })
  receiver.respond(withStatus(204))
  receiver.got.length = 0
  await world.advance(MINUTE_MS)
  assert.equal(await notifyDue(world.deps), 2)
  assert.deepEqual(
    receiver.got.map(({ body }) => body.tipo),
    ['dte.sellado', 'dte.invalidado'],
  )
})
