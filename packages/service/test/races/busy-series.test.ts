import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '../../src/base/db/tx.ts'
import { createWorld } from '../world.ts'
import { assertAllSealed, assertConsecutive, atOnce, numeroOf, PATIENT } from './numbers.ts'

const CALLS = 8
const LOCK_MS = 1_500

/** However many wait for a series that is stuck, each learns of it after one wait, not after all of them. */
test('a locked series answers every call with 503, and spends nothing', async (t) => {
  const pool = { ...PATIENT.pool, lockTimeoutMs: LOCK_MS }
  const world = await createWorld({ ...PATIENT, pool })
  t.after(() => world.close())
  const first = await world.issue()
  const keys = Array.from({ length: CALLS }, () => world.deps.random.uuid())
  const all = () =>
    atOnce(CALLS, (at) => world.issue(undefined, { idempotencyKey: keys[at] as string }))

  const startedAt = performance.now()
  const refused = await transaction(world.deps.pool, async (tx) => {
    await tx.run('update series set last = last')
    return await all()
  })

  const elapsedMs = performance.now() - startedAt
  assert.ok(elapsedMs < CALLS * LOCK_MS, `they waited one after the other: ${elapsedMs} ms`)
  for (const { status, body } of refused) {
    assert.equal(status, 503)
    assert.equal(body.error.code, 'correlative_unavailable')
  }
  assert.equal(await world.numbersSpent(), 1)
  const repeated = await all()
  assertAllSealed(repeated)
  assertConsecutive([first, ...repeated].map(numeroOf))
})
