import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/base/db/tx.ts'
import { createWorld, type Reply, SALE, type World } from '../world.ts'
import { atOnce, PATIENT } from './numbers.ts'
import { createPeer } from './peer.ts'

const CALLS = 50
const idempotencyKey = 'venta 2026-11-20/0017'

/** A till that sends its sale again because the network was slow must not sell twice. */
test('50 calls at once with one Idempotency-Key make one document', async (t) => {
  const world = await slowWorld()
  t.after(() => world.close())
  const peer = createPeer(world)
  t.after(() => peer.close())

  const replies = await atOnce(CALLS, (at) =>
    (at % 2 === 0 ? world : peer).issue(undefined, { idempotencyKey }),
  )

  const winner = onlyFirst(replies)
  for (const reply of replies) if (reply !== winner) assertFollows(reply, winner)
  await assertOneDocument(world, winner)
  const later = await world.issue(undefined, { idempotencyKey })
  assert.equal(later.headers['idempotency-replayed'], 'true')
  assert.equal(later.text, winner.text)
})

test('50 calls at once with one Idempotency-Key and five bodies make one document of one of them', async (t) => {
  const world = await slowWorld()
  t.after(() => world.close())
  const bodies = Array.from({ length: 5 }, (_, at) => ({ ...SALE, observaciones: `caja ${at}` }))
  const bodyOf = (at: number) => bodies[at % bodies.length]

  const replies = await atOnce(CALLS, (at) => world.issue(bodyOf(at), { idempotencyKey }))

  const winner = onlyFirst(replies)
  const winning = bodyOf(replies.indexOf(winner))
  for (const [at, reply] of replies.entries()) {
    if (reply === winner) continue
    if (bodyOf(at) === winning) assertFollows(reply, winner)
    else assert.equal(reply.body.error?.code, 'idempotency_key_reuse', reply.text)
  }
  await assertOneDocument(world, winner)
})

/** With commit 1 and the ministry made slow, so that all of the others arrive during each. */
async function slowWorld(): Promise<World> {
  const world = await createWorld(PATIENT)
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 150 })
  const { pool } = world.deps
  await statement(
    pool,
    `create function slow_down() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.1); return new; end $$`,
  )
  await statement(
    pool,
    `create trigger slow_down before insert on documents for each row execute function slow_down()`,
  )
  return world
}

/** The one 200 that is not a repeat. */
function onlyFirst(replies: readonly Reply[]): Reply {
  const firsts = replies.filter(
    ({ status, headers }) => status === 200 && headers['idempotency-replayed'] === undefined,
  )
  assert.equal(firsts.length, 1)
  return firsts[0] as Reply
}

/** In flight, naming the winner's document, or the winner's very bytes. */
function assertFollows(reply: Reply, winner: Reply): void {
  if (reply.status === 200) {
    assert.equal(reply.headers['idempotency-replayed'], 'true')
    assert.equal(reply.text, winner.text)
    return
  }
  assert.equal(reply.status, 409)
  assert.equal(reply.body.error.code, 'idempotency_in_flight')
  assert.equal(reply.body.error.details.codigoGeneracion, winner.body.codigoGeneracion)
}

async function assertOneDocument(world: World, winner: Reply): Promise<void> {
  assert.equal(await world.numbersSpent(), 1)
  const ledger = await world.mh.ledger()
  assert.deepEqual(
    ledger.map(({ codigoGeneracion, timesReceived }) => [codigoGeneracion, timesReceived]),
    [[winner.body.codigoGeneracion, 1]],
  )
}
