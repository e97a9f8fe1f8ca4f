import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentYear } from '../../src/admin.ts'
import { createWorld } from '../world.ts'
import { assertAllSealed, assertConsecutive, atOnce, numeroOf } from './numbers.ts'

/** 2026-12-31 23:59:59 in El Salvador, which is six hours behind UTC. */
const LAST_SECOND = Date.parse('2027-01-01T05:59:59Z')
const MINUTE_MS = 60_000

test('the count restarts at 1 with the new year in El Salvador, and both documents are sealed', async (t) => {
  const world = await createWorld({ now: new Date(LAST_SECOND - MINUTE_MS) })
  t.after(() => world.close())
  const moveTo = (instant: number) => world.advance(instant - world.deps.clock.now().getTime())

  const early = await world.issue()
  await moveTo(LAST_SECOND)
  const late = await atOnce(5, () => world.issue())
  assert.equal(presentYear(world.admin), 2026)
  await moveTo(LAST_SECOND + 1_000)
  const first = await world.issue()
  assert.equal(presentYear(world.admin), 2027)

  const old = [early, ...late]
  assertAllSealed([...old, first])
  assertConsecutive(old.map(numeroOf))
  assert.ok(old.every(({ body }) => body.fecEmi === '2026-12-31'))
  assert.equal(first.body.fecEmi, '2027-01-01')
  assert.equal(numeroOf(first), numeroOf(early), 'the first number, of one year and of the next')
  for (const { body } of [early, first]) {
    const stored = await world.query(body.codigoGeneracion)
    assert.equal(stored.body.estado, 'sellado')
    assert.equal(stored.body.selloRecibido, body.selloRecibido)
    assert.equal(stored.body.fecEmi, body.fecEmi)
  }
  assert.notEqual(early.body.selloRecibido, first.body.selloRecibido)
})
