import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { isUnavailable } from './errors.ts'
import { statement, transaction } from './tx.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool({ max: 1 })
await statement(pool, 'create table things (id int primary key)')
const INSERT = 'insert into things values ($1)'
const all = () => pool.many('select id from things order by id')

test('statements sent at once are in one transaction, the first one too', async () => {
  const rows = await transaction(pool, (tx) =>
    Promise.all([1, 2, 3].map(() => tx.one('select pg_current_xact_id()::text as id'))),
  )
  assert.deepEqual(rows, Array(3).fill(rows[0]))
})

test('a transaction whose first statement is its only one rolls back and commits', async () => {
  const undone = transaction(pool, async (tx) => {
    await tx.run(INSERT, [1])
    throw new Error('no')
  })
  await assert.rejects(undone, /^Error: no$/)
  assert.deepEqual(await all(), [])
  await transaction(pool, (tx) => tx.run(INSERT, [1]))
  assert.deepEqual(await all(), [{ id: 1 }])
})

test('a failing first statement throws its own error, and its connection is usable again', async () => {
  for (const [sql, values, state] of [
    [INSERT, [1], '23505'],
    ['select no syntax (', [], '42601'],
    ['select $1::int', ['x'], '22P02'],
  ] as const) {
    const { pid } = await pool.one<{ pid: number }>('select pg_backend_pid() as pid')
    await assert.rejects(
      transaction(pool, (tx) => tx.run(sql, values)),
      { code: state },
    )
    assert.deepEqual(await pool.one('select pg_backend_pid() as pid'), { pid })
  }
})

test('a statement that could not be parsed after BEGIN is prepared again at the next attempt', async () => {
  const single = database.createPool({ max: 1 })
  const sql = 'select id from later where id = $1'
  const find = () => transaction(single, (tx) => tx.many(sql, [1]))
  await assert.rejects(find(), { code: '42P01' })
  await assert.rejects(find(), { code: '42P01' }) // and not 26000: there is no such prepared statement
  await statement(single, 'create table later (id int primary key)')
  assert.deepEqual(await find(), [])
})

test('a statement after a failed first one does not run outside the transaction', async () => {
  const attempt = transaction(pool, async (tx) => {
    const first = tx.run(INSERT, [1])
    const second = tx.run(INSERT, [2])
    await assert.rejects(first, { code: '23505' })
    await assert.rejects(second, { code: '25P02' })
    throw new Error('no')
  })
  await assert.rejects(attempt, /^Error: no$/)
  assert.deepEqual(await all(), [{ id: 1 }])
})

test('a value that cannot be sent is a bug, not an unavailable database', async () => {
  const circular: { self?: object } = {}
  circular.self = circular
  const attempt = transaction(pool, (tx) => tx.run('select $1::jsonb', [circular]))
  await assert.rejects(attempt, (error) => error instanceof TypeError && !isUnavailable(error))
  assert.deepEqual(await all(), [{ id: 1 }])
})

test('a transaction without statements sends nothing and commits nothing', async () => {
  let commits = 0
  const watched = database.createPool({
    max: 1,
    afterCommit: () => {
      commits += 1
    },
  })
  assert.equal(await transaction(watched, async () => 'done'), 'done')
  assert.equal(commits, 0)
  await transaction(watched, (tx) => tx.run(INSERT, [3]))
  assert.equal(commits, 1)
})

test('a first statement is prepared once, like any other', async () => {
  const single = database.createPool({ max: 1 })
  const sql = 'select $1::int + 1 as n'
  for (const n of [1, 2]) await transaction(single, (tx) => tx.one(sql, [n]))
  await single.one(sql, [3])
  const { n } = await single.one<{ n: bigint }>(
    'select count(*) as n from pg_prepared_statements where statement = $1',
    [sql],
  )
  assert.equal(n, 1n)
})

test('a prepared statement is described once for each connection, and its rows are the same', async () => {
  const single = database.createPool({ max: 1 })
  const sql = 'select $1::int as n, null::text as nothing, $2::bigint as long'
  let described = 0
  await single.lend(async ({ client }) => {
    const { connection } = client as unknown as { connection: { describe(portal: object): void } }
    const describe = connection.describe.bind(connection)
    connection.describe = (portal) => {
      described += 1
      describe(portal)
    }
  })
  for (const n of [1, 2, 3]) {
    assert.deepEqual(await single.one(sql, [n, 5n]), { n, nothing: null, long: 5n })
  }
  assert.equal(described, 1)

  // So is a statement that returns no rows, at any place in a transaction.
  await transaction(single, async (tx) => {
    await tx.one(sql, [4, 5n])
    await tx.commitWith({ sql: INSERT, values: [20] })
  })
  await transaction(single, (tx) => tx.run(INSERT, [21]))
  assert.equal(described, 2)
})

test('the stack of a statement’s error shows its caller', async () => {
  async function asking() {
    await pool.one('select 1 / $1::int as n', [0])
  }
  await assert.rejects(asking(), (error: Error) => {
    assert.match(error.stack ?? '', /asking/)
    return true
  })
})

test('a statement whose columns have changed fails once, and is then read with the new columns', async () => {
  const single = database.createPool({ max: 1 })
  await statement(single, 'create table growing (a int)')
  await statement(single, 'insert into growing values (1)')
  assert.deepEqual(await single.many('select * from growing'), [{ a: 1 }])
  await statement(single, `alter table growing add column b text default 'b'`)
  await assert.rejects(single.many('select * from growing'), { code: '0A000' })
  assert.deepEqual(await single.many('select * from growing'), [{ a: 1, b: 'b' }])
})

test('an unreadable value fails its statement, and the next statement succeeds', async () => {
  const { n } = await pool.one<{ n: bigint }>('select count(*) as n from things')
  const attempt = transaction(pool, async (tx) => {
    await tx.run(INSERT, [30])
    await tx.one(`select '{{1,2},{3,4}}'::bigint[] as rows`)
  })
  await assert.rejects(attempt, SyntaxError)
  assert.deepEqual(await pool.one('select count(*) as n from things'), { n })
})
