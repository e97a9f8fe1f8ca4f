import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import { makeFolder } from '../../test/folder.ts'
import { findPending, MigrationRefused, migrate, readMigrations } from './migrate.ts'

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

/** A folder of migrations, read. */
async function filesOf(files: Record<string, string>) {
  const folder = await makeFolder('migrations')
  folders.push(folder)
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return readMigrations(folder)
}

/** A database without migrations: everything from the template is dropped. */
async function emptyDatabase(t: { after(done: () => Promise<void>): void }) {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const pool = database.createPool({ max: 2 })
  await pool.many('drop schema public cascade')
  await pool.many('create schema public')
  return { url: database.url, pool }
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

test('processes that start at once apply each file once', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  const files = await filesOf(TWO)
  const done = await Promise.all(Array.from({ length: 8 }, () => migrate(url, files)))
  assert.deepEqual(done.flatMap(({ applied }) => applied).sort(), ['0001-first', '0002-second'])
  assert.ok(done.every(({ version }) => version === 2))
  assert.deepEqual(await pool.many('select id from first'), [{ id: 1 }])
})

test('an applied file that was edited is refused, its line ends apart', async (t) => {
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
  await assert.rejects(migrate(url, older), /the database is newer than this program.*0002-second/)
  await assert.rejects(findPending(url, older), MigrationRefused)
})

test('a file that fails leaves nothing behind, names its line, and those before it stand', async (t) => {
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
