import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { CommitUnknown, isUnavailable, isUniqueViolation } from './errors.ts'
import { statement, type Tx, transaction } from './tx.ts'

const database = await createTestDatabase()
after(() => database.drop())
const commits: string[] = []
const pool = database.createPool({ max: 1, afterCommit: () => commits.push('commit') })
await statement(pool, 'create table things (id int primary key)')
await statement(
  pool,
  'create table late (id int, constraint late_id unique (id) deferrable initially deferred)',
)

const INSERT = 'insert into things values ($1)'
const insert = (tx: Tx, id: number) => tx.run(INSERT, [id])
const ids = async () =>
  (await pool.many<{ id: number }>('select id from things order by id')).map(({ id }) => id)

test('the last statement commits everything once, and the work continues with its result', async () => {
  const before = commits.length
  const result = await transaction(pool, async (tx) => {
    await insert(tx, 1)
    await tx.commitWith({ sql: INSERT, values: [2] })
    return 'done'
  })
  assert.equal(result, 'done')
  assert.equal(commits.length, before + 1)
  assert.deepEqual(await ids(), [1, 2])
})

test('a last statement that fails undoes everything, and its connection is usable again', async () => {
  const { pid } = await pool.one<{ pid: number }>('select pg_backend_pid() as pid')
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 3)
    await tx.commitWith({ sql: INSERT, values: [1] })
  })
  await assert.rejects(attempt, (error) => isUniqueViolation(error, 'things_pkey'))
  assert.deepEqual(await ids(), [1, 2])
  assert.deepEqual(await pool.one('select pg_backend_pid() as pid'), { pid })
})

test('an error raised only at the commit is reported, and nothing is stored', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 4)
    await tx.commitWith({ sql: 'insert into late values ($1), ($1)', values: [1] })
  })
  await assert.rejects(attempt, (error) => isUniqueViolation(error, 'late_id'))
  assert.deepEqual(await ids(), [1, 2])
})

test('an earlier error that was swallowed does not pass as a commit', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 1).catch(() => {})
    await tx.commitWith({ sql: INSERT, values: [5] })
  })
  await assert.rejects(attempt, { code: '25P02' })
  assert.deepEqual(await ids(), [1, 2])
})

test('a failed last statement that was swallowed does not pass as a commit', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 5)
    await tx.commitWith({ sql: INSERT, values: [1] }).catch(() => {})
  })
  await assert.rejects(attempt, (error) => isUniqueViolation(error, 'things_pkey'))
  assert.deepEqual(await ids(), [1, 2])
})

test('a value that cannot be sent undoes everything', async () => {
  const circular: { self?: object } = {}
  circular.self = circular
  for (const values of [[circular], [undefined]]) {
    const attempt = transaction(pool, async (tx) => {
      await insert(tx, 5)
      await tx.commitWith({ sql: INSERT, values })
    })
    await assert.rejects(attempt, (error) => error instanceof Error && !isUnavailable(error))
    assert.deepEqual(await ids(), [1, 2])
  }
})

test('no statement can follow the last one', async () => {
  const after = transaction(pool, async (tx) => {
    await insert(tx, 6)
    await tx.commitWith({ sql: INSERT, values: [7] })
    await insert(tx, 8)
  })
  await assert.rejects(after, /^Error: bug: a Tx was used after its transaction/)
  assert.deepEqual(await ids(), [1, 2, 6, 7], 'what was committed before the mistake stands')
})

test('alone it is its own transaction and returns its rows', async () => {
  const before = commits.length
  const rows = await transaction(pool, (tx) =>
    tx.commitWith({ sql: `${INSERT} returning id`, values: [9] }),
  )
  assert.deepEqual(rows, [{ id: 9 }])
  assert.equal(commits.length, before + 1)
  const again = transaction(pool, (tx) => tx.commitWith({ sql: INSERT, values: [9] }))
  await assert.rejects(again, (error) => isUniqueViolation(error, 'things_pkey'))
  assert.equal(commits.length, before + 1)
  assert.deepEqual(await ids(), [1, 2, 6, 7, 9])
})

test('a lost answer to the last statement leaves the commit unknown', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 10)
    await tx.commitWith({ sql: 'select pg_terminate_backend(pg_backend_pid())', values: [] })
  })
  await assert.rejects(attempt, CommitUnknown)
  assert.deepEqual(await ids(), [1, 2, 6, 7, 9])
})

test('so does a lost answer to its COMMIT', async () => {
  await statement(
    pool,
    `create function die() returns trigger language plpgsql as
       $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
  )
  await statement(
    pool,
    `create constraint trigger die after insert on late deferrable initially deferred
       for each row execute function die()`,
  )
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 10)
    await tx.commitWith({ sql: 'insert into late values (2)', values: [] })
  })
  await assert.rejects(attempt, CommitUnknown)
  assert.deepEqual(await ids(), [1, 2, 6, 7, 9])
})

test('so does a database that stops answering', async () => {
  const impatient = database.createPool({ max: 1, statementTimeoutMs: 100 })
  const attempt = transaction(impatient, async (tx) => {
    await tx.run('set local statement_timeout = 0')
    await insert(tx, 10)
    await tx.commitWith({ sql: 'select pg_sleep(7)', values: [] }) // longer than the pool waits
  })
  await assert.rejects(attempt, CommitUnknown)
  assert.deepEqual(await impatient.one('select 1 as n'), { n: 1 })
})

test('the same holds behind a pooler', async () => {
  const pooled = database.createPool({ max: 1, preparedStatements: 'off' })
  await transaction(pooled, async (tx) => {
    await insert(tx, 11)
    await tx.commitWith({ sql: INSERT, values: [12] })
  })
  assert.deepEqual(await ids(), [1, 2, 6, 7, 9, 11, 12])
})
