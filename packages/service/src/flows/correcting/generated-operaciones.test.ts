/**
 * The ministry seals every event of special operations that is sound: generated ones go through the whole service to the
 * simulator, which validates them against the published schema where it is present, and recomputes every sum.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { operacionesRequest } from '../../../../fiscal/test/arbitraries-operaciones.ts'
import { SEED_NUMBER } from '../../../../fiscal/test/seed.ts'
import { report } from '../../../test/operaciones.ts'
import { createWorld, type World } from '../../../test/world.ts'

const EVENTS = Number(process.env.SELLO_GENERATED_RUNS ?? 60)
const AT_ONCE = 16

let world: World
before(async () => {
  const now = new Date('2026-10-05T16:15:30Z')
  world = await createWorld({ now, mh: { timeoutMs: 8_000, budgetMs: 40_000 } })
})
after(() => world.close())

test(`${EVENTS} generated events of special operations are sealed`, async () => {
  const requests = fc
    .sample(operacionesRequest, { numRuns: EVENTS, seed: SEED_NUMBER })
    .map((make, i) => make(`G${i}-`))
  const refused: string[] = []
  for (let i = 0; i < EVENTS; i += AT_ONCE) {
    const some = requests.slice(i, i + AT_ONCE)
    const replies = await Promise.all(some.map(({ items }) => report(world, items)))
    for (const [n, { status, text }] of replies.entries()) {
      if (status !== 200) refused.push(`${JSON.stringify(some[n])}\n${text.slice(0, 2_000)}`)
    }
  }
  assert.deepEqual(refused, [])
})
