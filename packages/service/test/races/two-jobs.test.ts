import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/base/db/tx.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { createWorld, type World } from '../world.ts'
import { atOnce, PATIENT } from './numbers.ts'
import { createPeer } from './peer.ts'

const DOCUMENTS = 40
const PAST_RETRY_MS = 60_000

test('two jobs on the same due documents share them, and none is sent by both', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const peer = createPeer(world)
  t.after(() => peer.close())
  await world.mh.fault({ service: 'recepciondte', kind: 'status' })
  const replies = await atOnce(DOCUMENTS, () => world.issue())
  assert.ok(replies.every(({ status }) => status === 202))
  await world.mh.clearFaults()
  const before = await timesReceived(world)
  await world.advance(PAST_RETRY_MS)
  await slowTaking(world)

  const taken = await Promise.all([transmitDue(world.deps), transmitDue(peer.deps)])

  const sum = taken[0] + taken[1]
  assert.equal(sum, DOCUMENTS, `taken ${taken.join(' and ')}`)
  assert.ok(Math.min(...taken) > 0, `both have work: ${taken.join(' and ')}`)
  const documents = await world.deps.pool.many<{ estado: string; attempts: number }>(
    'select estado, attempts from documents',
  )
  assert.equal(documents.length, DOCUMENTS)
  assert.ok(documents.every(({ estado, attempts }) => estado === 'sellado' && attempts === 1))
  const after = await timesReceived(world)
  for (const [code, times] of after) assert.equal(times, (before.get(code) ?? 0) + 1)
  assert.deepEqual(await Promise.all([transmitDue(world.deps), transmitDue(peer.deps)]), [0, 0])
})

/** Makes taking a batch last some 80 ms, so that the other job takes its own meanwhile. */
async function slowTaking({ deps: { pool } }: World): Promise<void> {
  await statement(
    pool,
    `create function slow_down() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.005); return new; end $$`,
  )
  await statement(
    pool,
    `create trigger slow_down before update on documents for each row
       when (new.attempts > old.attempts) execute function slow_down()`,
  )
}

async function timesReceived({ mh }: World) {
  const ledger = await mh.ledger()
  return new Map(ledger.map((row) => [row.codigoGeneracion, row.timesReceived]))
}
