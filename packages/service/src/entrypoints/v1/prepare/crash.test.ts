import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { documentsOf } from '../../../../test/crash/examine.ts'
import { post, startProcess } from '../../../../test/crash/process.ts'
import { signBody } from '../../../../test/prepared.ts'
import { PATIENT } from '../../../../test/races/numbers.ts'
import { createWorld, SALE } from '../../../../test/world.ts'

// biome-ignore format: a table
const CRASHES = [
  // killed               it left         a repeat gets the first answer
  ['inside commit 1',     [],             false],
  ['after the number',    ['reservado'],  true],
] as const

const world = await createWorld(PATIENT)
let running = await startProcess(world)
after(async () => {
  await running.stop()
  await world.close()
})

for (const [instant, left, replayed] of CRASHES) {
  test(`a process killed ${instant} of a prepare call leaves one reservation to its repeat`, async () => {
    const spent = await world.numbersSpent()
    const before = (await documentsOf(world)).length
    const call = { path: '/v1/dte/prepare', body: SALE }
    await running.arm(instant)

    assert.equal(await post(running, world.company, instant, call), null, 'it died unanswered')

    const documents = (await documentsOf(world)).slice(before)
    assert.deepEqual(
      documents.map(({ estado }) => estado),
      left,
    )
    running = await startProcess(world)
    const repeat = await post(running, world.company, instant, call)
    assert.equal(repeat?.status, 200, repeat?.text)
    assert.equal(repeat?.replayed, replayed)
    assert.deepEqual(await post(running, world.company, instant, call), {
      ...repeat,
      replayed: true,
    })
    assert.equal(await world.numbersSpent(), spent + 1)
    const { prepareToken, documento } = JSON.parse(repeat?.text ?? '')
    const signed = await signBody(world, { prepareToken, documento })
    assert.equal(signed.status, 200, 'the token of a repeat signs')
  })
}
