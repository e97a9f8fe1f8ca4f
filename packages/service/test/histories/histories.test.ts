/**
 * Random histories (history.ts). HISTORIES sets how many of each, SEED the first; repeat a failing one by its seed:
 * HISTORIES=1 SEED=the-seed npm test -- histories
 */
import { after, before, describe, test } from 'node:test'
import { SEED } from '../../../fiscal/test/seed.ts'
import { WAYS } from '../citus.ts'
import { createWorld, type World } from '../world.ts'
import { type Death, Died, runHistory } from './history.ts'

const COUNT = Number(process.env.HISTORIES ?? 2)

for (const { way, pool } of WAYS) {
  describe(way, () => {
    const death: Death = { commits: null }
    let world: World
    before(async () => {
      world = await createWorld({
        silencesMax: 2,
        mh: { timeoutMs: 150, budgetMs: 600 },
        pool: {
          ...pool,
          afterCommit() {
            if (death.commits === null || --death.commits > 0) return
            death.commits = null
            throw new Died('behind a commit')
          },
        },
      })
    })
    after(() => world.close())

    for (let i = 0; i < COUNT; i++) {
      const seed = COUNT === 1 ? SEED : `${SEED}-${i}`
      test(`history ${seed} loses nothing, doubles nothing, and settles`, () =>
        runHistory(world, death, seed))
    }
  })
}
