/**
 * The migrations, applied to a temporary database: every table and column must have a comment, and the states that
 * the database allows must be those of the contract.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESTADOS } from '../../packages/contract/src/index.ts'
import { startEmbedded } from '../../packages/service/src/base/db/embedded.ts'
import { migrate } from '../../packages/service/src/base/db/migrate.ts'
import { createPool, type Pool } from '../../packages/service/src/base/db/pool.ts'
import { transaction } from '../../packages/service/src/base/db/tx.ts'
import type { Step } from './step.ts'

export const schema: Step = {
  name: 'schema',
  run: () =>
    withDatabase(async (pool) => [
      ...(await tryOut(pool)),
      ...(await findUncommented(pool)).map((name) => `migrations: ${name} has no comment`),
      ...(await differingStates(pool)),
    ]),
}

/** The names of tables and columns without a comment. Partitions are covered by their parent. */
async function findUncommented(pool: Pool): Promise<readonly string[]> {
  const rows = await pool.many<{ name: string }>(
    `with tables as (
       select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
     )
     select relname as name from tables where obj_description(oid, 'pg_class') is null
     union all
     select t.relname || '.' || a.attname from tables t join pg_attribute a on a.attrelid = t.oid
      where a.attnum > 0 and not a.attisdropped and col_description(t.oid, a.attnum) is null
     order by name`,
  )
  return rows.map(({ name }) => name)
}

/** A table and a column without a comment must be detected. */
async function tryOut(pool: Pool): Promise<readonly string[]> {
  await transaction(pool, (tx) => tx.run('create table without_comment (a integer)'))
  const found = await findUncommented(pool)
  await transaction(pool, (tx) => tx.run('drop table without_comment'))
  return ['without_comment', 'without_comment.a']
    .filter((name) => !found.includes(name))
    .map((name) => `the rule about comments does not see ${name}`)
}

async function differingStates(pool: Pool): Promise<readonly string[]> {
  const { definition } = await pool.one<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'documents_estado'`,
  )
  const allowed = [...definition.matchAll(/'(\w+)'/g)].map(([, estado]) => estado)
  const same = allowed.toSorted().join() === [...ESTADOS].sort().join()
  return same ? [] : [`documents_estado allows ${allowed} and the contract has ${ESTADOS}`]
}

async function withDatabase<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-check-'))
  await chmod(folder, 0o711) // under root PostgreSQL runs as another user, who must pass through
  const dataDir = join(folder, 'data')
  const server = await startEmbedded({ dataDir, durable: false, log: () => {} })
  const pool = createPool({ url: server.url, max: 2, onError: () => {} })
  try {
    await migrate(server.url)
    return await work(pool)
  } finally {
    await pool.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
