/**
 * Random histories of returns (corrections-history.ts). HISTORIES sets how many, SEED the first; repeat a failing
 * one by its seed: HISTORIES=1 SEED=the-seed npm test -- histories/corrections
 */
import { after, before, test } from 'node:test'
import { SEED } from '../../../fiscal/test/seed.ts'
import { createWorld, type World } from '../world.ts'
import { runCorrections } from './corrections-history.ts'
import { type Death, Died } from './history.ts'

const COUNT = Number(process.env.HISTORIES ?? 6)

const death: Death = { commits: null }
let world: World
before(async () => {
  world = await createWorld({
    now: new Date('2026-10-05T16:15:30Z'), // the date of generated requests
    mh: { timeoutMs: 200, budgetMs: 700 },
    pool: {
      afterCommit() {
        if (death.commits === null || --death.commits > 0) return
        death.commits = null
        throw new Died('behind a commit')
      },
    },
  })
  await world.deps.pool.many('update api_keys set amount_max = 99999999999')
})
after(() => world.close())

for (let i = 0; i < COUNT; i++) {
  const seed = COUNT === 1 ? SEED : `${SEED}-${i}`
  test(`corrections ${seed} add up on every line at every moment`, () =>
    runCorrections(world, death, seed))
}
