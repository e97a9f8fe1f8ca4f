import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase, createTestDatabase } from '../../../test/database.ts'
import { makeFolder } from '../../../test/folder.ts'
import { until } from '../../../test/until.ts'
import {
  connected,
  findPending,
  inTurn,
  MigrationRefused,
  migrate,
  readMigrations,
} from './migrate.ts'

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

test('an index that was built and not recorded is left as it is', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  await migrate(url, await filesOf(ONE))
  await pool.many('create index first_id on first (id)')
  const built = () => pool.one("select 'first_id'::regclass::oid as id")
  const before = await built()
  const { applied } = await migrate(url, await filesOf(INDEX))
  assert.deepEqual(applied, ['0002-index'])
  assert.deepEqual(await built(), before)
})

/** What a statement of a migration, or the building of an index, is told of its time and of who it is. */
const TOLD = `concat_ws(' ', current_setting('application_name'), current_setting('statement_timeout'),
    current_setting('lock_timeout'), current_setting('citus.multi_shard_modify_mode', true))`

test('a migration takes the time that it needs, and waits ten seconds for a lock; an index waits without end', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  const limited = new URL(url)
  limited.searchParams.set('options', '-c statement_timeout=600s -c lock_timeout=601s')
  const first = `create table told as select ${TOLD} as told;
    create function told() returns int immutable language plpgsql as $$
      begin raise exception '%', ${TOLD}; end $$;`
  const index = 'create index concurrently told_all on told ((told())) where told is not null;'
  const files = await filesOf({ '0001-told.sql': first, '0002-index.sql': index })
  await assert.rejects(migrate(limited.href, files), /^error: sello-migrate 0 0$/)
  assert.deepEqual(await pool.many('select told from told'), [
    { told: 'sello-migrate 0 10s sequential' },
  ])
})

test('an upgrade counts its rows for as long as that takes', async (t) => {
  const { url } = await emptyDatabase(t)
  const limited = new URL(url)
  limited.searchParams.set('options', '-c statement_timeout=600s')
  // Counting reads what is indexed, and so tells its limit.
  const told = `create function told(n int) returns int immutable language plpgsql as $$ begin
      if current_query() = 'analyze' then
        raise exception '%', current_setting('statement_timeout');
      end if;
      return n; end $$;
    create index on first (told(id));`
  await migrate(limited.href, await filesOf(ONE))
  const upgrade = migrate(limited.href, await filesOf({ ...ONE, '0002-told.sql': told }))
  await assert.rejects(upgrade, { message: '0' })
})

test('work that fails leaves no transaction, and whoever waits for its turn is within none', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  await pool.many('create table one (n int)')
  const files = await filesOf(ONE)
  let other: Promise<unknown> = Promise.resolve()
  await connected(url, async (client) => {
    const failing = inTurn(client, async () => {
      await client.query('insert into one values (1)')
      throw new Error('no')
    })
    await assert.rejects(failing, /^Error: no$/)
    await inTurn(client, async () => {
      await client.query('insert into one values (2)')
      other = migrate(url, files)
      await until('another has asked for its turn', () =>
        pool.maybeOne(`select 1 from pg_stat_activity
                        where datname = current_database() and query = 'rollback'`),
      )
    })
  })
  await other
  await until('nobody is connected any longer', async () => {
    const left = await pool.maybeOne(`select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'sello-migrate' limit 1`)
    return left === null
  })
  assert.deepEqual(await pool.many('select n from one'), [{ n: 2 }])
})

test('what is applied is compared by its number, in the order of the numbers', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  const same = 'select 1'
  const three = await filesOf({ ...ONE, '0002-one.sql': same, '0003-two.sql': same })
  await migrate(url, three)
  // What was updated last is read last, where nothing orders the rows.
  await pool.many(`update schema_migrations set name = '0001-other' where number = 1`)
  assert.deepEqual(await findPending(url, three), [])
  await pool.many('delete from schema_migrations where number = 2')
  await assert.rejects(findPending(url, three), {
    message:
      'migration 0002-one is not the one that this database had applied (0003-two): an applied migration is never edited. Restore the file and write a new one.',
  })
})

test('an error that has no place in the text names the line where its statement begins', async (t) => {
  const { url } = await emptyDatabase(t)
  const check = 'create table one (n int check (n = 1));\n\n-- Two.\ninsert into one\n  values (2);'
  await assert.rejects(migrate(url, await filesOf({ '0001-check.sql': check })), {
    message: /^migration 0001-check, line 4: error: new row for relation "one" violates check/,
  })
  const late = 'create table one (n int);\ninsert into one\n  values (2),\n  (nothing);'
  await assert.rejects(migrate(url, await filesOf({ '0001-late.sql': late })), /late, line 4: /)
})

test('a connection that is lost in a file is the error of its line, and the file is applied by the next process', async (t) => {
  const { url, pool } = await emptyDatabase(t)
  const lost = `create table one (n int);\nselect pg_terminate_backend(pg_backend_pid())
    where not exists (select from pg_tables where tablename = 'back');`
  const files = await filesOf({ '0001-lost.sql': lost })
  await assert.rejects(migrate(url, files), {
    message:
      'migration 0001-lost, line 2: error: terminating connection due to administrator command',
  })
  await pool.many('create table back (n int)')
  assert.deepEqual(await migrate(url, files), { applied: ['0001-lost'], version: 1 })
})

test('of a folder the files of SQL alone are read, in the order of their numbers', async () => {
  const read = await filesOf({ ...TWO, 'README.md': 'x', '0003-sql': 'x' })
  assert.deepEqual(
    read.map(({ number, name }) => [number, name]),
    [
      [1, '0001-first'],
      [2, '0002-second'],
    ],
  )
  const commented =
    '-- Not concurrently, and\n-- with two: create index concurrently a on b (c)\nselect 1;'
  const [{ index, sql } = { index: undefined, sql: '' }] = await filesOf({
    '0001-a.sql': commented,
  })
  assert.deepEqual([index, sql], [null, commented])
})

test('a concurrent index that is not the first statement is refused', async () => {
  const late = `select 1; ${INDEX['0002-index.sql']}`
  await assert.rejects(filesOf({ ...ONE, '0002-late.sql': late }), /by its first statement/)
})

test('a gap, a number used twice and a wrong name are refused before anything is applied', async () => {
  await assert.rejects(filesOf({ ...ONE, '0003-third.sql': '' }), /0002-….sql was expected/)
  await assert.rejects(filesOf({ ...ONE, '0001-twin.sql': '' }), /0002-….sql was expected/)
  for (const name of ['1-short.sql', 'x0001-first.sql', '0001-first.sql.sql'])
    await assert.rejects(filesOf({ [name]: '' }), /not named like/)
})

test('the migrations of the project are in every test database', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  assert.deepEqual(await findPending(database.url), [])
})
