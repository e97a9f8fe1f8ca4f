import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSound, documentsOf, sweep } from '../../../../test/crash/examine.ts'
import { post, startProcess } from '../../../../test/crash/process.ts'
import { createWorld } from '../../../../test/world.ts'

// biome-ignore format: a table
const CRASHES = [
  // killed               it left        the ministry had   the sweep takes   a repeat is told the first outcome
  ['inside commit 1',     [],            0,                 0,                false],
  ['after commit 1',      ['firmado'],   0,                 1,                true],
  ['after the seal',      ['firmado'],   1,                 1,                true],
  ['after commit 2',      ['sellado'],   1,                 0,                true],
] as const

/** DESIGN's crash table. Whatever the instant: the caller repeats, and has sold once. */
for (const [instant, left, received, taken, replayed] of CRASHES) {
  test(`a process killed ${instant} of an issue call leaves one sale to its repeat`, async (t) => {
    const world = await createWorld()
    t.after(() => world.close())
    const doomed = await startProcess(world, instant)
    t.after(() => doomed.kill())

    assert.equal(await post(doomed, world.company, 'venta 1'), null, 'it died before it answered')

    const estados = (await documentsOf(world)).map(({ estado }) => estado)
    assert.deepEqual(estados, left)
    assert.equal((await world.mh.ledger()).length, received)
    const next = await startProcess(world)
    t.after(() => next.kill())
    assert.equal(await sweep(world), taken)
    const repeat = await post(next, world.company, 'venta 1')
    assert.equal(repeat?.status, 200, repeat?.text)
    assert.equal(repeat?.replayed, replayed)
    const again = await post(next, world.company, 'venta 1')
    assert.deepEqual(again, { ...repeat, replayed: true })
    assert.equal((await documentsOf(world)).length, 1)
    assert.equal((await world.mh.ledger())[0]?.timesReceived, 1, 'it was asked for, not sent again')
    await assertSound(world)
  })
}
