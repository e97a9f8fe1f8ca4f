import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { QueryConfig } from 'pg'
import { createTestDatabase } from '../../../test/database.ts'
import { isUnavailable, sqlState } from './errors.ts'
import { createPool, type Pool } from './pool.ts'
import { statementName } from './query.ts'
import { statement, transaction } from './tx.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

test('values come back whole: no digit lost, no time zone of the machine', async () => {
  const at = new Date('2026-03-01T12:34:56.789Z')
  const row = await pool.one(
    `select $1::int8 as big, $2::timestamptz as at, date '2026-03-01' as day, $3::jsonb as doc,
            $4::bytea as bytes, $5::numeric as amount, array[1, null, 9007199254740993]::int8[] as bigs,
            '{}'::int8[] as none, $6::text[] as texts, timestamp '2026-03-01 00:00' as local`,
    [9007199254740993n, at, '{"a":[1]}', Buffer.from([0, 255]), '0.10000000', ['a,b', '"']],
  )
  assert.deepEqual(row, {
    big: 9007199254740993n,
    at,
    day: '2026-03-01',
    doc: { a: [1] },
    bytes: Buffer.from([0, 255]),
    amount: '0.10000000',
    bigs: [1n, null, 9007199254740993n],
    none: [],
    texts: ['a,b', '"'],
    local: '2026-03-01 00:00:00',
  })
})

test('an impossible row count is a bug, and so is an undefined value', async () => {
  await assert.rejects(pool.one('select 1 where false'), /^Error: bug: 0 rows where one is certain/)
  await assert.rejects(pool.one('values (1), (2)'), /^Error: bug: 2 rows/)
  await assert.rejects(pool.maybeOne('values (1), (2)'), /^Error: bug: 2 rows/)
  assert.equal(await pool.maybeOne('select 1 where false'), null)
  await assert.rejects(pool.many('select $1::text', [undefined]), /^Error: bug: \$1 is undefined/)
})

test('a statement is prepared once per connection, under a name derived from its text', async () => {
  const single = database.createPool({ max: 1 })
  const sql = 'select $1::int as n'
  await single.one(sql, [1])
  await transaction(single, (tx) => tx.one(sql, [2]))
  const prepared = await single.many<{ name: string }>(
    'select name from pg_prepared_statements where statement = $1',
    [sql],
  )
  assert.deepEqual(prepared, [{ name: statementName(sql) }])
})

test('a statement that could not be parsed is prepared again at the next attempt', async () => {
  const single = database.createPool({ max: 1 })
  const sql = 'select id from later where id = $1'
  const find = () => transaction(single, (tx) => tx.many(sql, [1]))
  await assert.rejects(find(), { code: '42P01' })
  await assert.rejects(find(), { code: '42P01' }) // and not 26000: there is no such prepared statement
  await statement(single, 'create table later (id int primary key)')
  assert.deepEqual(await find(), [])
})

test('the stack of an error shows who asked', async () => {
  async function asking() {
    await pool.one('select 1 / $1::int as n', [0])
  }
  async function committing() {
    await transaction(pool, async (tx) => {
      await tx.run('select 1')
      await tx.commitWith({ sql: 'select 1 / $1::int as n', values: [0] })
    })
  }
  for (const work of [asking, committing]) {
    await assert.rejects(work(), (error: Error) => {
      assert.match(error.stack ?? '', new RegExp(work.name))
      return true
    })
  }
})

test('an error of PostgreSQL keeps the connection, a lost connection does not', async () => {
  const single = database.createPool({ max: 1 })
  const pid = async () => (await single.one<{ pid: number }>('select pg_backend_pid() as pid')).pid
  const first = await pid()
  await assert.rejects(single.one('select 1/0'))
  assert.equal(await pid(), first)
  await assert.rejects(single.one('select pg_terminate_backend(pg_backend_pid())'), isUnavailable)
  assert.notEqual(await pid(), first)
})

test('an idle connection that breaks is reported and replaced', async () => {
  let report: (error: Error) => void = () => {}
  const reported = new Promise<Error>((resolve) => {
    report = resolve
  })
  const single = database.createPool({ max: 1, onError: (error) => report(error) })
  const { pid } = await single.one<{ pid: number }>('select pg_backend_pid() as pid')
  await pool.one('select pg_terminate_backend($1::int)', [pid])
  assert.match((await reported).message, /terminating connection|Connection terminated/)
  assert.deepEqual(await single.one('select 1 as n'), { n: 1 })
})

test('waiting too long for a connection reports the database as unavailable', async () => {
  const small = database.createPool({ max: 1, acquireTimeoutMs: 2_000 }) // more than connecting takes
  await transaction(small, async () => {
    assert.deepEqual(small.load(), { total: 1, idle: 0, waiting: 0 })
    await assert.rejects(small.one('select 1'), isUnavailable)
  })
})

test('a missing server is unavailable, not a crash', async () => {
  const nowhere = createPool({ url: 'postgres://x:x@127.0.0.1:1/x', max: 1, onError: () => {} })
  const message = 'no connection: connect ECONNREFUSED 127.0.0.1:1'
  await assert.rejects(nowhere.one('select 1'), { name: 'DatabaseUnavailable', message })
  await assert.rejects(
    transaction(nowhere, async () => {}),
    isUnavailable,
  )
  await nowhere.close()
})

test('options in the address are kept, after ours', async () => {
  const url = `${database.url}?options=-c%20work_mem%3D7MB`
  const tuned = database.createPool({ url, lockTimeoutMs: 1_500 })
  const row = await tuned.one(
    `select current_setting('work_mem') as memory, current_setting('lock_timeout') as lock`,
  )
  assert.deepEqual(row, { memory: '7MB', lock: '1500ms' })
})

test('a statement whose result changed shape fails once, and then works again', async () => {
  const single = database.createPool({ max: 1 })
  await statement(single, 'create table shapes (a int)')
  await statement(single, 'insert into shapes values (1)')
  assert.deepEqual(await single.many('select * from shapes'), [{ a: 1 }])
  await statement(single, `alter table shapes add column b text default 'b'`)
  await assert.rejects(
    single.many('select * from shapes'),
    (error) => isUnavailable(error) && sqlState(error) === '0A000',
  )
  assert.deepEqual(await single.many('select * from shapes'), [{ a: 1, b: 'b' }])
})

for (const preparedStatements of ['on', 'pooler', 'off'] as const) {
  test(`a statement that would run for ever is ended by the database, with ${preparedStatements}`, async () => {
    const limited = database.createPool({ max: 1, statementTimeoutMs: 100, preparedStatements })
    await assert.rejects(limited.one('select pg_sleep(60)'), { code: '57014' })
    assert.deepEqual(await limited.one('select 1 as one'), { one: 1 })
    await assert.rejects(statement(limited, 'select pg_sleep(60)'), { code: '57014' })
  })
}

const pidOf = (one: Pool) => one.one<{ pid: number }>('select pg_backend_pid() as pid')

test('a connection is not used again that was left within a transaction', async () => {
  const single = database.createPool({ max: 1 })
  const first = await pidOf(single)
  await single.lend(({ ask }) => ask({ text: 'begin' }))
  assert.notDeepEqual(await pidOf(single), first)
})

test('behind a pooler, one whose statement failed before it was parsed is not used again either', async () => {
  const pooled = database.createPool({ max: 1, preparedStatements: 'pooler' })
  // biome-ignore format: a table
  const queries: readonly (readonly [query: QueryConfig, isKept: boolean])[] = [
    [{ text: 'select 1 / 0' },                                        true],
    [{ text: 'select 1 / $1::int', values: [0], name: 'was_parsed' }, true],
    [{ text: 'select nothing', name: 'was_not_parsed' },              false],
  ]
  for (const [query, isKept] of queries) {
    const { pid } = await pidOf(pooled)
    await assert.rejects(pooled.lend(({ ask }) => ask(query)))
    assert.equal((await pidOf(pooled)).pid === pid, isKept, query.text)
  }
})

test('limits that PostgreSQL does not take are the error of a read, with what it says of them', async () => {
  const broken = database.createPool({ max: 1, preparedStatements: 'off', lockTimeoutMs: -2 })
  await assert.rejects(broken.one('select 1'), { code: '22023' })
})
