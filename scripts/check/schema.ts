/**
 * The migrations, applied to a temporary database: every table and column must have a comment, the states that the
 * database allows must be those of the contract, and every table must have its place on a cluster.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESTADOS } from '../../packages/contract/src/index.ts'
import { startEmbedded } from '../../packages/service/src/base/db/embedded.ts'
import { migrate } from '../../packages/service/src/base/db/migrate.ts'
import { createPool, type Pool } from '../../packages/service/src/base/db/pool.ts'
import { transaction } from '../../packages/service/src/base/db/tx.ts'
import { FIND_UNIQUES } from '../../packages/service/src/ledger/cluster/distribute.ts'
import {
  FORMER_TRIGGERS,
  TABLES,
  UNIQUE_OVER_COMPANIES,
} from '../../packages/service/src/ledger/cluster/tables.ts'
import type { Step } from './step.ts'

export const schema: Step = {
  name: 'schema',
  run: () =>
    withDatabase(async (pool) => [
      ...(await tryOut(pool)),
      ...(await findUncommented(pool)).map((name) => `migrations: ${name} has no comment`),
      ...(await differingStates(pool)),
      ...(await unplaced(pool)),
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
  const elsewhere = await unplaced(pool)
  await transaction(pool, (tx) => tx.run('drop table without_comment'))
  return [
    ...['without_comment', 'without_comment.a']
      .filter((name) => !found.includes(name))
      .map((name) => `the rule about comments does not see ${name}`),
    ...(elsewhere.some((line) => line.includes('without_comment'))
      ? []
      : ['the rule about places does not see without_comment']),
  ]
}

/** Tables in no list or in several, names of none, and unique indexes or triggers that no cluster could have. */
async function unplaced(pool: Pool): Promise<readonly string[]> {
  const found = await pool.many<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const tables = found.map(({ name }) => name)
  const listed = Object.values(TABLES).flat()
  const uniques = await pool.many<{ name: string }>(FIND_UNIQUES, [TABLES.distributed])
  const triggers = await pool.many<{ name: string }>(
    `select tgname as name from pg_trigger where not tgisinternal and tgrelid::regclass::text = any ($1)`,
    [TABLES.distributed],
  )
  const list = 'packages/service/src/ledger/cluster/tables.ts'
  const known = Object.keys(UNIQUE_OVER_COMPANIES)
  return [
    ...tables.filter((name) => !listed.includes(name)).map((name) => `${list} lacks ${name}`),
    ...listed.filter((name) => !tables.includes(name)).map((name) => `${list} invents ${name}`),
    ...listed
      .filter((name, at) => listed.indexOf(name) < at)
      .map((name) => `${list}: ${name} twice`),
    ...uniques
      .filter(({ name }) => !known.includes(name))
      .map(({ name }) => `${list} lacks ${name}`),
    ...triggers
      .filter(({ name }) => !FORMER_TRIGGERS.includes(name))
      .map(({ name }) => `${list}: a cluster has no trigger ${name}`),
  ]
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
