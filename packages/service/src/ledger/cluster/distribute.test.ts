/**
 * A database is put on a cluster whole or not at all. Without the extension it is refused; the rest is proven on a
 * cluster (`npm run test:citus`).
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ON_CLUSTER, ON_ONE } from '../../../test/citus.ts'
import { createUndistributed } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { createWorld } from '../../../test/world.ts'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { migrate, readMigrations } from '../../base/db/migrate.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DistributionRefused, distribute } from './distribute.ts'
import { TABLES } from './tables.ts'

const ALL = [...TABLES.distributed, ...TABLES.reference]

async function undistributed(t: TestContext) {
  const database = await createUndistributed()
  t.after(() => database.drop())
  return { url: database.url, pool: database.createPool({ max: 1, statementTimeoutMs: 60_000 }) }
}

/** The tables that have a place on the cluster. */
async function placedIn(pool: Pool): Promise<readonly string[]> {
  const rows = await pool.many<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'`,
  )
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('request_log_'))
}

/** Not those of a shard, which the coordinator has of tables that are on every machine. */
const keysOf = (pool: Pool) =>
  pool.many(
    `select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
        and conrelid::regclass::text !~ '_[0-9]{6}$' order by 1, 2`,
  )

test('one PostgreSQL is refused, and what it needs is said', ON_ONE, async (t) => {
  const { url, pool } = await undistributed(t)
  const keys = await keysOf(pool)
  await assert.rejects(distribute(url), (error) => {
    assert.ok(error instanceof DistributionRefused)
    assert.match(error.message, /^no tiene la extensión Citus\. .*"create extension citus"/)
    return true
  })
  assert.deepEqual(await keysOf(pool), keys)
})

test(
  'every table gets its place and keeps its keys; again, nothing is left to do',
  ON_CLUSTER,
  async (t) => {
    const { url, pool } = await undistributed(t)
    const keys = await keysOf(pool)
    const first = await distribute(url)
    assert.deepEqual(
      { tables: first.tables.toSorted(), workers: first.workers },
      { tables: ALL.toSorted(), workers: 2 },
    )
    assert.deepEqual((await placedIn(pool)).toSorted(), ALL.toSorted())
    assert.deepEqual(await keysOf(pool), keys)
    assert.deepEqual(await distribute(url), { tables: [], workers: 2 })
  },
)

test(
  'a process that dies in the middle leaves all as it was, and the next one distributes',
  ON_CLUSTER,
  async (t) => {
    const { url, pool } = await undistributed(t)
    const keys = await keysOf(pool)
    const dies = assert.rejects(distribute(url))
    await until('it distributes', async () => {
      const killed = await pool.many(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'sello-migrate'
          and query like '%create_distributed_table%'`,
      )
      return killed.length > 0
    })
    await dies
    assert.deepEqual(await placedIn(pool), [])
    assert.deepEqual(await keysOf(pool), keys)
    assert.equal((await distribute(url)).tables.length, ALL.length)
  },
)

test(
  'a table that a later migration added gets its place when it is called again',
  ON_CLUSTER,
  async (t) => {
    const { url, pool } = await undistributed(t)
    const before = { ...TABLES, distributed: TABLES.distributed.filter((one) => one !== 'pages') }
    await distribute(url, before)
    assert.ok(!(await placedIn(pool)).includes('pages'))
    assert.deepEqual((await distribute(url)).tables, ['pages'])
  },
)

/** What a later release may bring. */
const LATER = `
  create table later_notes (company_id uuid not null, nit text not null, primary key (company_id, nit));
  select place_by_company('later_notes');
  alter table later_notes add constraint later_notes_company foreign key (company_id) references companies;
  alter table later_notes add column later integer not null default 0;
  create index later_notes_later on later_notes (later);`

for (const [name, isDistributed] of [
  ['one whose companies are on several machines', true],
  ['one that is distributed later', false],
] as const) {
  test(`a later migration adds a table with a key, to ${name}`, async (t) => {
    const { url, pool } = await undistributed(t)
    if (isDistributed && !ON_CLUSTER.skip) await distribute(url)
    const migrations = await readMigrations()
    const number = migrations.length + 1
    await migrate(url, [
      ...migrations,
      { number, name: 'later', sql: LATER, index: null, sha256: '' },
    ])
    if (!isDistributed && !ON_CLUSTER.skip) {
      await distribute(url, { ...TABLES, distributed: [...TABLES.distributed, 'later_notes'] })
    }
    const insert = `insert into later_notes (company_id, nit) values (gen_random_uuid(), '1')`
    await assert.rejects(statement(pool, insert), /later_notes_company/)
    if (!ON_CLUSTER.skip) assert.ok((await placedIn(pool)).includes('later_notes'))
  })
}

test('a database that has issued is refused, and issues on', ON_CLUSTER, async (t) => {
  const world = await createWorld({ database: await createUndistributed() })
  t.after(() => world.close())
  assert.equal((await world.issue()).status, 200)
  await assert.rejects(distribute(world.databaseUrl), (error) => {
    assert.ok(error instanceof DistributionRefused)
    assert.match(error.message, /^ya tiene documentos o eventos/)
    return true
  })
  assert.equal((await world.issue()).status, 200)
})

test('no two companies have one NIT, wherever they are', ON_CLUSTER, async (t) => {
  const { url, pool } = await undistributed(t)
  await distribute(url)
  const add = () =>
    statement(
      pool,
      `insert into company_nits (nit, company_id) values ('06140101901234', gen_random_uuid())`,
    )
  await add()
  await assert.rejects(add(), (error) => isUniqueViolation(error))
})
