/**
 * A test of the simulation: it must find each mutant (mutants.ts) within two hundred histories. MUTANT_SEARCHES sets how
 * often each is searched for, from another seed each time.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SEED } from '../../../fiscal/test/seed.ts'
import { onOnePostgreSQL } from '../citus.ts'
import { bundleMutants, MUTANTS, type Mutant, mutate } from './mutants.ts'
import type { Machine } from './mutated.ts'

const SEARCHES = Number(process.env.MUTANT_SEARCHES ?? 1)
const HISTORIES_MAX = 200

const ON_ONE_ALONE = onOnePostgreSQL('which history finds a mutant follows the order of one')

let simulation: Awaited<ReturnType<typeof bundleMutants>>
let machine: Machine
before(async () => {
  if (ON_ONE_ALONE.skip) return
  simulation = await bundleMutants()
  machine = await simulation.createMachine()
})
after(() => machine?.close())

for (const mutant of MUTANTS) {
  for (let n = 0; n < SEARCHES; n++) {
    const seed = `${SEED}-${n}`
    test(`${seed}: ${mutant.name} is found`, ON_ONE_ALONE, async (t) => {
      const histories = await search(mutant, seed)
      t.diagnostic(`in history ${histories}`)
    })
  }
}

/** The number of the history that finds it. */
async function search(mutant: Mutant, seed: string): Promise<number> {
  mutate(mutant)
  try {
    for (const n of historiesOf(mutant)) {
      const cause = await violationOf(`${seed}-${n}`)
      if (cause === null) continue
      assert.match(String(cause), mutant.found)
      return n
    }
  } finally {
    mutate(null)
  }
  return assert.fail(`${HISTORIES_MAX} histories passed`)
}

function historiesOf({ history = 1 }: Mutant): readonly number[] {
  const all = Array.from({ length: HISTORIES_MAX }, (_, n) => n + 1)
  return [history, ...all.filter((n) => n !== history)]
}

async function violationOf(seed: string): Promise<unknown> {
  try {
    await simulation.play(machine, seed)
    return null
  } catch (error) {
    return error instanceof Error && error.cause ? error.cause : error
  }
}
