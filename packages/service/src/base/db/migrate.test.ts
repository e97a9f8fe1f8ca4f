import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase, createTestDatabase } from '../../../test/database.ts'
import { makeFolder } from '../../../test/folder.ts'
import { until } from '../../../test/until.ts'
import { findPending, MigrationRefused, migrate, readMigrations } from './migrate.ts'

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

/** Reads a folder of migrations with these files. */
async function filesOf(files: Record<string, string>) {
  const folder = await makeFolder('migrations')
  folders.push(folder)
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return readMigrations(folder)
}

/** A database without migrations. */
async function emptyDatabase(t: { after(done: () => Promise<void>): void }) {
  const database = await createEmptyDatabase()
  t.after(() => database.drop())
  return { url: database.url, pool: database.createPool({ max: 2 }) }
}

const ONE = { '0001-first.sql': 'create table first (id int); insert into first values (1);' }
const TWO = { ...ONE, '0002-second.sql': 'alter table first add name text' }

test('migrations are applied in order, once, and recorded', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  assert.deepEqual(await findPending(url, await filesOf(TWO)), ['0001-first', '0002-second'])
  assert.deepEqual(await migrate(url, await filesOf(ONE)), { applied: ['0001-first'], version: 1 })
  assert.deepEqual(await findPending(url, await filesOf(TWO)), ['0002-second'])
  assert.deepEqual(await migrate(url, await filesOf(TWO)), { applied: ['0002-second'], version: 2 })
  assert.deepEqual(await migrate(url, await filesOf(TWO)), { applied: [], version: 2 })
  assert.deepEqual(await pool.many('select * from first'), [{ id: 1, name: null }])
})

test('an upgrade leaves statistics, and a new database waits for rows', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  const isAnalysed = async () =>
    (
      await pool.one<{ is: boolean }>(
        "select reltuples >= 0 as is from pg_class where oid = 'first'::regclass",
      )
    ).is
  await migrate(url, await filesOf(ONE))
  assert.equal(await isAnalysed(), false)
  await migrate(url, await filesOf(TWO))
  assert.equal(await isAnalysed(), true)
})

test('processes that start at once apply each file once', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  const files = await filesOf(TWO)
  const done = await Promise.all(Array.from({ length: 8 }, () => migrate(url, files)))
  assert.deepEqual(done.flatMap(({ applied }) => applied).sort(), ['0001-first', '0002-second'])
  assert.ok(done.every(({ version }) => version === 2))
  assert.deepEqual(await pool.many('select id from first'), [{ id: 1 }])
})

test('an applied file that was edited is refused, unless only its line ends changed', async (t) => {
  const { url } = await emptyDatabase(t)
  await migrate(url, await filesOf({ '0001-first.sql': 'create table\n  first (id int)' }))
  await migrate(url, await filesOf({ '0001-first.sql': 'create table\r\n  first (id int)' }))
  const edited = await filesOf({ '0001-first.sql': 'create table\n  first (id bigint)' })
  await assert.rejects(migrate(url, edited), /an applied migration is never edited/)
  await assert.rejects(findPending(url, edited), MigrationRefused)
})

test('a database with a migration that the program does not know is refused', async (t) => {
  const { url } = await emptyDatabase(t)
  await migrate(url, await filesOf(TWO))
  const older = await filesOf(ONE)
  await assert.rejects(
    migrate(url, older),
    /newer than this program: .*0002-second, and .* knows 1\. Run a newer/,
  )
  await assert.rejects(findPending(url, older), MigrationRefused)
})

test('a failing file leaves nothing, names its line, and keeps the files before it applied', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  const broken = 'create table half (id int);\ninsert into nowhere\n  values (1);'
  const files = await filesOf({ ...ONE, '0002-broken.sql': broken })
  await assert.rejects(migrate(url, files), /migration 0002-broken, line 2: .*nowhere/)
  assert.equal(await pool.maybeOne("select 1 where to_regclass('half') is not null"), null)
  assert.deepEqual(await findPending(url, files), ['0002-broken'])
})

test('a file that commits by itself is refused', async (t) => {
  const { url } = await emptyDatabase(t)
  const files = await filesOf({ '0001-sly.sql': 'create table sly (id int); commit; begin;' })
  await assert.rejects(migrate(url, files), /0001-sly ends its own transaction/)
})

const INDEX = {
  ...ONE,
  '0002-index.sql': `-- Finds them.
create index concurrently first_id on first (id);
comment on index first_id is 'Finds them.';`,
}

test('an index is built concurrently while a writer’s transaction stays open, and recorded', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  await migrate(url, await filesOf(ONE))
  // A build in a transaction would wait for this lock, and block later writers.
  const writer = new pg.Client({ connectionString: url })
  writer.on('error', () => {}) // a test that fails drops the database under it
  await writer.connect()
  await writer.query('begin; insert into first values (2)')
  const migrated = migrate(url, await filesOf(INDEX))
  await until('the build waits for the writer', () =>
    pool.maybeOne(`select 1 from pg_stat_activity
                    where query like 'create index concurrently%' and wait_event_type = 'Lock'`),
  )
  await pool.many('insert into first values (3)') // others write while it is built
  await writer.query('commit')
  await writer.end()

  assert.deepEqual(await migrated, { applied: ['0002-index'], version: 2 })
  const found = await pool.one(
    `select indisvalid as valid, obj_description(indexrelid) as comment
       from pg_index where indexrelid = 'first_id'::regclass`,
  )
  assert.deepEqual(found, { valid: true, comment: 'Finds them.' })
})

test('processes that start at once build an index once', async (t) => {
  const { url } = await emptyDatabase(t)
  const files = await filesOf(INDEX)
  const done = await Promise.all(Array.from({ length: 4 }, () => migrate(url, files)))
  assert.deepEqual(done.flatMap(({ applied }) => applied).sort(), ['0001-first', '0002-index'])
})

test('an index that an earlier attempt left unfinished is rebuilt', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  await migrate(url, await filesOf(ONE))
  await pool.many('insert into first values (1)')
  const unique = INDEX['0002-index.sql'].replace('create index', 'create unique index')
  const files = await filesOf({ ...ONE, '0002-index.sql': unique })
  await assert.rejects(migrate(url, files), /could not create unique index/)
  await pool.many('delete from first')

  assert.deepEqual(await migrate(url, files), { applied: ['0002-index'], version: 2 })
  const { valid } = await pool.one<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = 'first_id'::regclass`,
  )
  assert.ok(valid)
})

test('a concurrent index that is not the first statement is refused', async () => {
  const late = `select 1; ${INDEX['0002-index.sql']}`
  await assert.rejects(filesOf({ ...ONE, '0002-late.sql': late }), /by its first statement/)
})

test('a gap, a number used twice and a wrong name are refused before anything is applied', async () => {
  await assert.rejects(filesOf({ ...ONE, '0003-third.sql': '' }), /0002-….sql was expected/)
  await assert.rejects(filesOf({ ...ONE, '0001-twin.sql': '' }), /0002-….sql was expected/)
  await assert.rejects(filesOf({ '1-short.sql': '' }), /not named like/)
})

test('the migrations of the project are in every test database', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  assert.deepEqual(await findPending(database.url), [])
})
