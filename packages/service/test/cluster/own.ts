/** A cluster that a test stops and kills machines of. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseAccount, spawnOptions } from '../../src/base/db/embedded/account.ts'
import { migrate } from '../../src/base/db/migrate.ts'
import { createPool, type Pool } from '../../src/base/db/pool.ts'
import { distribute } from '../../src/ledger/cluster/distribute.ts'
import { joinDatabases } from '../citus.ts'
import { type CitusCluster, findCitus, type Machine, startCitus } from '../citus-cluster.ts'
import type { TestDatabase } from '../database.ts'

export interface OwnCluster extends CitusCluster {
  /** PostgreSQL's programs. */
  readonly bin: string
  /** Of its machines' data. */
  readonly folder: string
  /** Distributed, and gone with the cluster. */
  readonly database: TestDatabase
}

/** `settings`: of each machine. `stop` ends it and removes its data. */
export async function startOwnCluster(settings: string): Promise<OwnCluster> {
  const bin = await findCitus()
  assert.ok(bin !== null)
  const folder = await mkdtemp(join(tmpdir(), 'sello-own-cluster-'))
  await chmod(folder, 0o711) // root's PostgreSQL runs as another user, who must pass through
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const cluster = await startCitus(bin, folder, settings)
    const stop = async () => {
      await cluster.stop()
      await remove()
    }
    try {
      await joinDatabases(cluster.coordinator, cluster.workers)
      await migrate(cluster.coordinator)
      await distribute(cluster.coordinator)
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return { ...cluster, bin, folder, database: databaseOf(cluster.coordinator), stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Of PostgreSQL's account, as its data folder is. */
export async function makeFolder(path: string, data: string): Promise<void> {
  const { uid, gid } = await stat(data)
  await mkdir(path, { mode: 0o700 })
  await chown(path, uid, gid)
}

/** A base backup of the machine in a new folder; `flags` of pg_basebackup say how it gets the log. */
export async function backUp(
  bin: string,
  { url, data }: Pick<Machine, 'url' | 'data'>,
  folder: string,
  flags: readonly string[],
): Promise<void> {
  await makeFolder(folder, data)
  const all = ['--pgdata', folder, '--dbname', url, '--checkpoint=fast', '--no-sync', ...flags]
  const options = { ...spawnOptions(await chooseAccount()), cwd: folder }
  await promisify(execFile)(join(bin, 'pg_basebackup'), all, options)
}

function databaseOf(url: string): TestDatabase {
  const pools: Pool[] = []
  return {
    url,
    createPool(options = {}) {
      const pool = createPool({ url, max: 8, isCluster: true, onError: () => {}, ...options })
      pools.push(pool)
      return pool
    },
    async drop() {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}
