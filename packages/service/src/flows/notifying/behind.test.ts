/** Webhooks that the feed has left behind, that nothing reaches, and what every filter lets pass. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
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
