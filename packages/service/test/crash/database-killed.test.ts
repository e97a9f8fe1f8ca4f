import { test } from 'node:test'
import { SEED } from '../../../fiscal/test/seed.ts'
import { createDice } from './dice.ts'
import { assertSound, sweep } from './examine.ts'
import { answered, assertEveryCallEnds, repeatUnanswered, startLoad } from './load.ts'
import { createOwnWorld, killServer } from './own-world.ts'

const CALLERS = 16
const LATENCY_MS = 15
const ANSWERED_MAX = 24

test('with the embedded PostgreSQL killed under load, alone or with the service, all that was answered is there', {
  timeout: 300_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  const { world, cluster, restart } = await createOwnWorld(t, { latencyMs: LATENCY_MS })
  let running = await restart()

  for (const both of [false, true]) {
    const load = startLoad(world, running, CALLERS)
    await answered(load, dice.between(1, ANSWERED_MAX))
    await killServer(cluster)
    if (both) {
      await running.kill()
      await load.finish()
      running = await restart()
    } else {
      await answered(load, ANSWERED_MAX + CALLERS) // more than were in flight: it serves again
      await load.finish()
    }
    const cutOff = await repeatUnanswered(world, running, load.calls)
    await sweep(world)
    await assertSound(world)
    await assertEveryCallEnds(world, running, load.calls)
    t.diagnostic(`${load.calls.length} calls, ${cutOff} cut off`)
  }
})
