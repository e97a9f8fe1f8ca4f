/** A key whose first caller died, and whose document's recovery died too, is free 90 seconds after that. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PATIENT } from '../races/numbers.ts'
import { until } from '../until.ts'
import { createWorld } from '../world.ts'
import { post, startProcess } from './process.ts'

const LEASE_MS = 90_000

const world = await createWorld(PATIENT)
after(() => world.close())

test('after the second death the document is due within 90 seconds, and a repeat gets its seal', {
  timeout: 120_000,
}, async () => {
  const { pool } = world.deps
  /** As if the lease had passed. */
  const expire = () => pool.many('update documents set lease_until = now()')
  const leftMs = async () =>
    Number(
      (
        await pool.one<{ ms: string }>(
          `select extract(epoch from max(lease_until) - now()) * 1000 as ms from documents`,
        )
      ).ms,
    )
  const first = await startProcess(world)
  await first.arm('after commit 1')
  assert.equal(await post(first, world.company, 'twice'), null, 'it died unanswered')
  assert.ok((await leftMs()) <= LEASE_MS)

  const second = await startProcess(world)
  await second.arm('before it asks')
  const early = await post(second, world.company, 'twice')
  assert.equal(JSON.parse(early?.text ?? '').error.code, 'idempotency_in_flight')
  await expire()
  const isDead = async () => (await post(second, world.company, 'twice')) === null
  await until('its job takes the document, and it dies', isDead)
  assert.ok((await leftMs()) > 0, 'its job had taken it')
  assert.ok((await leftMs()) <= LEASE_MS)

  const third = await startProcess(world)
  await expire()
  const repeat = await until('the third has the answer', async () => {
    const answer = await post(third, world.company, 'twice')
    return answer?.status !== 409 && answer
  })
  assert.equal(repeat.status, 200)
  assert.equal(repeat.replayed, true)
  assert.equal(await world.numbersSpent(), 1)
  await third.stop()
})
