import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SEED } from '../../../fiscal/test/seed.ts'
import { isServerOf, readPidFile } from '../../src/base/db/embedded/postmaster.ts'
import { startEmbedded } from '../../src/base/db/embedded.ts'
import { migrate } from '../../src/base/db/migrate.ts'
import { createPool, type Pool } from '../../src/base/db/pool.ts'
import { folders, later } from '../embedded.ts'
import { PATIENT } from '../races/numbers.ts'
import { createWorld } from '../world.ts'
import { createDice } from './dice.ts'
import { assertSound, sweep } from './examine.ts'
import { answered, assertEveryCallEnds, repeatUnanswered, startLoad } from './load.ts'
import { type Running, startProcess } from './process.ts'

const CALLERS = 16
const LATENCY_MS = 15
const ANSWERED_MAX = 24

test('with the embedded PostgreSQL killed under load, alone or with the service, all that was answered is there', {
  timeout: 300_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  const { world, cluster, restart } = await createOwnWorld(t)
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

/** A world with its own durable server, which belongs to the processes that serve it. */
async function createOwnWorld(t: TestContext) {
  const options = await folders(t)
  const embedded = await startEmbedded({ ...options, log: (line) => t.diagnostic(line) })
  later(t, () => embedded.stop())
  const { url, cluster } = embedded
  await migrate(url)
  const pools: Pool[] = []
  const world = await createWorld({
    ...PATIENT,
    simulator: { latencyMs: LATENCY_MS },
    database: {
      url,
      createPool(given = {}) {
        const pool = createPool({ url, max: 8, onError: () => {}, ...given })
        pools.push(pool)
        return pool
      },
      drop: async () => {
        await Promise.all(pools.map((pool) => pool.close()))
      },
    },
  })
  later(t, () => world.close())
  const settings = { DATABASE_URL: '', SELLO_DATA_DIR: options.dataDir }
  async function restart(): Promise<Running> {
    const running = await startProcess(world, settings)
    later(t, () => running.stop())
    assert.equal(running.databaseUrl, url)
    await embedded.stop() // from here on the server lives and dies with those processes
    return running
  }
  return { world, cluster, restart }
}

async function killServer(cluster: string): Promise<void> {
  const file = await readPidFile(cluster)
  assert.ok(file && (await isServerOf(file.pid, cluster)))
  process.kill(file.pid, 'SIGKILL')
}
