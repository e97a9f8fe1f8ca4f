import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertSound, documentsOf, sweep } from '../../../../test/crash/examine.ts'
import { post, startProcess } from '../../../../test/crash/process.ts'
import { PATIENT } from '../../../../test/races/numbers.ts'
import { createWorld } from '../../../../test/world.ts'

// biome-ignore format: a table
const CRASHES = [
  // killed               it left        the ministry had   the sweep takes   a repeat gets the first outcome
  ['inside commit 1',     [],            0,                 0,                false],
  ['after commit 1',      ['firmado'],   0,                 1,                true],
  ['after the seal',      ['firmado'],   1,                 1,                true],
  ['after commit 2',      ['sellado'],   1,                 0,                true],
] as const

const world = await createWorld(PATIENT)
let running = await startProcess(world)
after(async () => {
  await running.stop()
  await world.close()
})

/** The crash table of docs/architecture.md. Wherever the process dies, a repeat of the call leaves one sale. */
for (const [instant, left, received, taken, replayed] of CRASHES) {
  test(`a process killed ${instant} of an issue call leaves one sale to its repeat`, async () => {
    const idempotencyKey = instant
    const before = (await world.mh.ledger()).length
    await running.arm(instant)

    assert.equal(await post(running, world.company, idempotencyKey), null, 'it died unanswered')

    const estados = (await documents(idempotencyKey)).map(({ estado }) => estado)
    assert.deepEqual(estados, left)
    assert.equal((await world.mh.ledger()).length - before, received)
    running = await startProcess(world)
    assert.equal(await sweep(world), taken)
    const repeat = await post(running, world.company, idempotencyKey)
    assert.equal(repeat?.status, 200, repeat?.text)
    assert.equal(repeat?.replayed, replayed)
    const again = await post(running, world.company, idempotencyKey)
    assert.deepEqual(again, { ...repeat, replayed: true })
    assert.equal((await documents(idempotencyKey)).length, 1)
    const sent = (await world.mh.ledger()).slice(before)
    assert.deepEqual(
      sent.map(({ timesReceived }) => timesReceived),
      [1],
      'what the ministry holds is asked for, and not sent again',
    )
    await assertSound(world)
  })
}

async function documents(idempotencyKey: string) {
  return (await documentsOf(world)).filter((row) => row.idempotencyKey === idempotencyKey)
}
