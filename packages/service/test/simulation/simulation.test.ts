/**
 * The simulation (play.ts). SIMULATIONS sets how many histories, SEED the first; replay a failing one step by
 * step by its seed: SIMULATIONS=1 SEED=the-seed npm test -- test/simulation
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SEED } from '../../../fiscal/test/seed.ts'
import { onOnePostgreSQL } from '../citus.ts'
import { createMachine, type Machine } from './machine.ts'
import { play } from './play.ts'

const COUNT = Number(process.env.SIMULATIONS ?? 8)

let machine: Machine
before(async () => {
  machine = await createMachine()
})
after(() => machine?.close())

test(
  'the same seed takes the same steps',
  onOnePostgreSQL('its machines answer in any order'),
  async () => {
    const first = await play(machine, `${SEED}-again`)
    const second = await play(machine, `${SEED}-again`)
    assert.deepEqual(second.trace, first.trace)
  },
)

for (let i = 0; i < COUNT; i++) {
  const seed = COUNT === 1 ? SEED : `${SEED}-${i}`
  test(`simulation ${seed} loses nothing, doubles nothing, and settles`, async () => {
    await play(machine, seed)
  })
}
