/** A world with a durable server of its own, which the tests kill. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { isServerOf, readPidFile } from '../../src/base/db/embedded/postmaster.ts'
import { startEmbedded } from '../../src/base/db/embedded.ts'
import { migrate } from '../../src/base/db/migrate.ts'
import { createPool, type Pool } from '../../src/base/db/pool.ts'
import { folders, later } from '../embedded.ts'
import { PATIENT } from '../races/numbers.ts'
import { createWorld } from '../world.ts'
import { type Running, startProcess } from './process.ts'

/** Its server belongs to the processes that `restart` starts, with `settings` besides. */
export async function createOwnWorld(
  t: TestContext,
  { latencyMs, settings = {} }: { latencyMs: number; settings?: Readonly<Record<string, string>> },
) {
  const options = await folders(t)
  const embedded = await startEmbedded({ ...options, log: (line) => t.diagnostic(line) })
  later(t, () => embedded.stop())
  const { url, cluster } = embedded
  await migrate(url)
  const pools: Pool[] = []
  const world = await createWorld({
    ...PATIENT,
    simulator: { latencyMs },
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
  const own = { ...settings, DATABASE_URL: '', SELLO_DATA_DIR: options.dataDir }
  async function restart(): Promise<Running> {
    const running = await startProcess(world, own)
    later(t, () => running.stop())
    assert.equal(running.databaseUrl, url)
    await embedded.stop() // from here on the server lives and dies with those processes
    return running
  }
  return { world, cluster, restart }
}

export async function killServer(cluster: string): Promise<void> {
  const file = await readPidFile(cluster)
  assert.ok(file && (await isServerOf(file.pid, cluster)))
  process.kill(file.pid, 'SIGKILL')
}
