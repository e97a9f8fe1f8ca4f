import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { CommitUnknown, isLockTimeout, isUnavailable, isUniqueViolation } from './errors.ts'
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
const kill = (pid: number) => pool.one('select pg_terminate_backend($1)', [pid])
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

test('a Tx does nothing once its transaction is over', async () => {
  let escaped: Tx | undefined
  await transaction(pool, async (tx) => {
    escaped = tx
  })
  await assert.rejects(async () => escaped?.run('select 1'), /bug: a Tx was used after/)
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
    await insert(tx, 7)
  })
  await assert.rejects(attempt, isUnavailable)
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
  await assert.rejects(cut, CommitUnknown)
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
  await assert.rejects(attempt, (error) => error instanceof CommitUnknown)
})
