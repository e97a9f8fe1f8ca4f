import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import {
  CommitUnknown,
  DatabaseUnavailable,
  isLockTimeout,
  isUnavailable,
  isUniqueViolation,
} from './errors.ts'
import { statement, type Tx, transaction } from './tx.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
await statement(pool, 'create table things (id int primary key, name text not null)')
await statement(
  pool,
  `create table pairs (a int, b int,
     constraint pairs_late unique (a, b) deferrable initially deferred)`,
)

const insert = (tx: Tx, id: number) =>
  tx.run('insert into things (id, name) values ($1, $2)', [id, `thing ${id}`])
const count = async (id: number) =>
  (await pool.one<{ n: bigint }>('select count(*) as n from things where id = $1', [id])).n
const kill = (pid: number) => pool.one('select pg_terminate_backend($1::int)', [pid])
const pidOf = async (tx: Tx) =>
  (await tx.one<{ pid: number }>('select pg_backend_pid() as pid')).pid

test('a transaction’s writes are committed, and run returns the number of affected rows', async () => {
  assert.equal(await transaction(pool, (tx) => insert(tx, 1)), 1)
  assert.equal(await count(1), 1n)
})

test('an error of the work rolls back everything and is rethrown unchanged', async () => {
  const error = new Error('no')
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 2)
    throw error
  })
  await assert.rejects(attempt, (thrown) => thrown === error)
  assert.equal(await count(2), 0n)
})

test('a swallowed SQL error does not pass as a commit', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 3)
    await insert(tx, 3).catch(() => {})
  })
  await assert.rejects(attempt, /^Error: bug: an SQL error was swallowed/)
  assert.equal(await count(3), 0n)
})

test('statements sent at once are in one transaction', async () => {
  const rows = await transaction(pool, (tx) =>
    Promise.all([1, 2, 3, 4, 5].map(() => tx.one('select pg_current_xact_id()::text as id'))),
  )
  assert.deepEqual(rows, Array(5).fill(rows[0]))
})

test('a statement that fails throws its own error, and its connection is usable again', async () => {
  const single = database.createPool({ max: 1 })
  const session = 'select pg_backend_pid() as pid'
  const before = await single.one(session)
  for (const [sql, values, code] of [
    ['insert into things (id, name) values (1, $1)', ['again'], '23505'],
    ['select no syntax (', [], '42601'],
    ['select $1::int', ['x'], '22P02'],
  ] as const) {
    await assert.rejects(
      transaction(single, (tx) => tx.run(sql, values)),
      { code },
    )
    assert.deepEqual(await single.one(session), before)
  }
})

test('a statement sent along with one that fails does not run outside the transaction', async () => {
  const attempt = transaction(pool, async (tx) => {
    const first = insert(tx, 1)
    const second = insert(tx, 20)
    await assert.rejects(first, { code: '23505' })
    await assert.rejects(second, { code: '25P02' })
    throw new Error('no')
  })
  await assert.rejects(attempt, /^Error: no$/)
  assert.equal(await count(20), 0n)
})

test('a statement that the failed work left behind does not run outside the transaction', async () => {
  const single = database.createPool({ max: 1 })
  let left: Promise<unknown> = Promise.resolve()
  const attempt = transaction(single, async (tx) => {
    left = assert.rejects(insert(tx, 21), /bug: a Tx was used after/)
    throw new Error('no')
  })
  await assert.rejects(attempt, /^Error: no$/)
  await left
  assert.equal(await count(21), 0n)
})

test('where BEGIN fails no statement runs, and the database is unavailable', async () => {
  const single = database.createPool({ max: 1 })
  const { pid } = await single.one<{ pid: number }>('select pg_backend_pid() as pid')
  const attempt = transaction(single, async (tx) => {
    await kill(pid)
    const first = insert(tx, 22)
    const second = insert(tx, 22)
    await assert.rejects(first, DatabaseUnavailable)
    await assert.rejects(second, DatabaseUnavailable)
    await tx.commitWith({ sql: `insert into things values (22, 'last')`, values: [] })
  })
  await assert.rejects(attempt, DatabaseUnavailable)
  assert.equal(await count(22), 0n)
  assert.notDeepEqual(await single.one('select pg_backend_pid() as pid'), { pid })
})

test('an error of BEGIN means an unavailable database, and nothing is stored', async () => {
  const broken = database.createPool({ max: 1, preparedStatements: 'off', lockTimeoutMs: -1 })
  const works: readonly ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => Promise.all([insert(tx, 22), insert(tx, 22)]),
    (tx) => insert(tx, 22).catch(() => {}),
    (tx) => tx.commitWith({ sql: `insert into things values (22, 'alone')`, values: [] }),
  ]
  const message = 'the transaction did not begin'
  for (const work of works)
    await assert.rejects(transaction(broken, work), { name: 'DatabaseUnavailable', message })
  assert.equal(await count(22), 0n)
})

test('a value that cannot be sent is a bug, not an unavailable database', async () => {
  const circular: { self?: object } = {}
  circular.self = circular
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 23)
    await tx.run('select $1::jsonb', [circular])
  })
  await assert.rejects(attempt, (error) => error instanceof TypeError && !isUnavailable(error))
  assert.equal(await count(23), 0n)
})

test('a value that cannot be read fails its statement, and its transaction', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 24)
    await tx.one(`select '{{1,2},{3,4}}'::bigint[] as rows`)
  })
  await assert.rejects(attempt, SyntaxError)
  assert.equal(await count(24), 0n)
})

test('a transaction without statements sends nothing and commits nothing', async () => {
  for (const preparedStatements of ['on', 'off'] as const) {
    let commits = 0
    const watched = database.createPool({
      preparedStatements,
      afterCommit: () => {
        commits += 1
      },
    })
    assert.equal(await transaction(watched, async () => 'done'), 'done')
    assert.equal(commits, 0)
    await transaction(watched, (tx) => tx.run('select 1'))
    assert.equal(commits, 1)
  }
})

test('a Tx does nothing once its transaction is over', async () => {
  const single = database.createPool({ max: 1 })
  const session = async () => [await single.one('select pg_backend_pid() as pid')]
  const before = await session()
  let escaped: Tx | undefined
  await transaction(single, async (tx) => {
    escaped = tx
  })
  await assert.rejects(async () => escaped?.run('select 1'), /bug: a Tx was used after/)
  const last = { sql: 'select 1', values: [] }
  await assert.rejects(async () => escaped?.commitWith(last), /bug: a Tx was used after/)
  // Nor did it begin anything: such a connection would not be used again.
  assert.deepEqual([...(await session()), ...(await session())], [...before, ...before])
})

test('a statement alone that fails is not rolled back as well: PostgreSQL has', async () => {
  const single = database.createPool({ max: 1 })
  const { pid } = await single.one<{ pid: number }>('select pg_backend_pid() as pid')
  await assert.rejects(statement(single, 'insert into things values (1, null)'), { code: '23502' })
  const activity = 'select query from pg_stat_activity where pid = $1'
  const { query } = await pool.one<{ query: string }>(activity, [pid])
  assert.doesNotMatch(query, /rollback/i)
})

test('a commit that is over listens to its connection no longer', async () => {
  const single = database.createPool({ max: 1 })
  const listeners = () => single.lend(async ({ client }) => client.listenerCount('notice'))
  const before = await listeners()
  await transaction(single, (tx) => tx.run('select 1'))
  await statement(single, 'select 1')
  assert.equal(await listeners(), before)
})

test('a unique violation is recognised by its constraint, at the statement and at the commit', async () => {
  await transaction(pool, (tx) => insert(tx, 4))
  const duplicate = await transaction(pool, (tx) => insert(tx, 4)).catch((error: unknown) => error)
  assert.ok(isUniqueViolation(duplicate))
  assert.ok(isUniqueViolation(duplicate, 'things_pkey'))
  assert.ok(!isUniqueViolation(duplicate, 'another_index'))
  assert.ok(!isUnavailable(duplicate))

  const late = transaction(pool, (tx) => tx.run('insert into pairs values (1, 1), (1, 1)'))
  await assert.rejects(late, (error) => isUniqueViolation(error, 'pairs_late'))
})

test('a wait for another transaction’s row ends after lock_timeout', async () => {
  const impatient = database.createPool({ lockTimeoutMs: 100 })
  await transaction(pool, async (tx) => {
    await insert(tx, 5)
    const second = transaction(impatient, (other) => insert(other, 5))
    await assert.rejects(second, (error) => isLockTimeout(error) && isUnavailable(error))
  })
  assert.equal(await count(5), 1n)
})

test('a statement that takes too long is cut off, and its connection is usable again', async () => {
  const single = database.createPool({ max: 1, statementTimeoutMs: 100 })
  await assert.rejects(single.one('select pg_sleep(5)'), isUnavailable)
  assert.deepEqual(await single.one('select 1 as n'), { n: 1 })
})

test('the limits hold on every connection without an extra statement', async () => {
  const limits = await pool.many<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout',
       'idle_in_transaction_session_timeout', 'synchronous_commit', 'TimeZone') order by name`,
  )
  assert.deepEqual(
    limits.map(({ setting }) => setting),
    ['UTC', '10000', '2000', '5000', 'on'],
  )
})

test('behind a pooler the limits hold inside each transaction, and nothing is prepared', async () => {
  const pooled = database.createPool({
    preparedStatements: 'off',
    synchronousCommit: 'off',
    max: 1,
  })
  const inside = await transaction(pooled, (tx) =>
    tx.one<{ lock: string; sync: string; prepared: bigint }>(
      `select current_setting('lock_timeout') as lock, current_setting('synchronous_commit') as sync,
              (select count(*) from pg_prepared_statements) as prepared where $1`,
      [true],
    ),
  )
  assert.deepEqual(inside, { lock: '2s', sync: 'off', prepared: 0n })
})

test('a connection that dies inside the work is reported as unavailable and not used again', async () => {
  const single = database.createPool({ max: 1 })
  const attempt = transaction(single, async (tx) => {
    await insert(tx, 6)
    await kill(await pidOf(tx))
    await assert.rejects(insert(tx, 7), isUnavailable)
    const message = 'the connection was lost before'
    await assert.rejects(insert(tx, 7), { name: 'DatabaseUnavailable', message })
    throw new Error('the work ends')
  })
  await assert.rejects(attempt, { message: 'the work ends' })
  assert.equal(await count(6), 0n)
  await transaction(single, (tx) => insert(tx, 8))
  assert.equal(await count(8), 1n)
})

test('a commit whose answer was lost says so', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 9)
    await kill(await pidOf(tx))
  })
  await assert.rejects(attempt, (error) => error instanceof CommitUnknown && isUnavailable(error))
})

test('a single statement commits; if its answer is lost the commit is unknown too', async () => {
  const commits: string[] = []
  const watched = database.createPool({ max: 1, afterCommit: () => commits.push('commit') })
  const rows = await statement(watched, 'insert into things values ($1, $2) returning id', [
    10,
    'x',
  ])
  assert.deepEqual(rows, [{ id: 10 }])
  assert.deepEqual(commits, ['commit'])

  const cut = statement(watched, 'select pg_terminate_backend(pg_backend_pid())')
  const message = 'the answer to a commit was lost'
  await assert.rejects(cut, { name: 'CommitUnknown', message })
  assert.deepEqual(commits, ['commit'])
})

test('a warning at the commit, as for a cancelled wait for the standby, leaves the commit unknown', async () => {
  await statement(
    pool,
    `create function warn() returns trigger language plpgsql as
       $$ begin raise warning 'not replicated'; return null; end $$`,
  )
  await statement(
    pool,
    `create constraint trigger late after insert on pairs deferrable initially deferred
       for each row execute function warn()`,
  )
  const attempt = transaction(pool, (tx) => tx.run('insert into pairs values (2, 2)'))
  await assert.rejects(attempt, { name: 'CommitUnknown', message: 'not replicated' })
})
