/**
 * Random histories of documents with late seals (late-seals-history.ts). HISTORIES sets how many, SEED the first;
 * repeat a failing one by its seed: HISTORIES=1 SEED=the-seed npm test -- late-seals
 */
import { test } from 'node:test'
import { SEED } from '../../../fiscal/test/seed.ts'
import { createWorld, type World } from '../world.ts'
import { type Death, Died } from './history.ts'
import { runLateSeals } from './late-seals-history.ts'

const COUNT = Number(process.env.HISTORIES ?? 6)
/** They mostly wait, so this many run concurrently, each in its own world because faults apply to a world. */
const WORLDS = Math.min(COUNT, 3)

test(`${COUNT} histories of late seals`, {
  timeout: 3 * 60 * 60_000,
  concurrency: WORLDS,
}, async (t) => {
  const seeds = Array.from({ length: COUNT }, (_, i) => (COUNT === 1 ? SEED : `${SEED}-${i}`))
  let doubled = 0
  async function inOneWorld(): Promise<void> {
    const death: Death = { commits: null }
    const world = await createMortalWorld(death)
    try {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const name = seed
        await t.test(`late seals ${name} are each on their own bytes, and reported`, async () => {
          doubled += await runLateSeals(world, death, name)
        })
      }
    } finally {
      await world.close()
    }
  }
  await Promise.all(Array.from({ length: WORLDS }, inOneWorld))
  t.diagnostic(`${doubled} sales had a second seal, and it was told`)
})

function createMortalWorld(death: Death): Promise<World> {
  return createWorld({
    mh: { timeoutMs: 200, budgetMs: 700 },
    pool: {
      afterCommit() {
        if (death.commits === null || --death.commits > 0) return
        death.commits = null
        throw new Died('behind a commit')
      },
    },
  })
}
