import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import { CommitUnknown, isUniqueViolation } from './errors.ts'
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

test('with the last statement everything stands, once, and the work goes on to its result', async () => {
  const before = commits.length
  const result = await transaction(pool, async (tx) => {
    await insert(tx, 1)
    await tx.last(INSERT, [2])
    return 'done'
  })
  assert.equal(result, 'done')
  assert.equal(commits.length, before + 1)
  assert.deepEqual(await ids(), [1, 2])
})

test('a last statement that fails undoes everything, and its connection serves again', async () => {
  const { pid } = await pool.one<{ pid: number }>('select pg_backend_pid() as pid')
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 3)
    await tx.last(INSERT, [1])
  })
  await assert.rejects(attempt, (error) => isUniqueViolation(error, 'things_pkey'))
  assert.deepEqual(await ids(), [1, 2])
  assert.deepEqual(await pool.one('select pg_backend_pid() as pid'), { pid })
})

test('what only the commit refuses is refused, and nothing stands', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 4)
    await tx.last('insert into late values ($1), ($1)', [1])
  })
  await assert.rejects(attempt, (error) => isUniqueViolation(error, 'late_id'))
  assert.deepEqual(await ids(), [1, 2])
})

test('an earlier error that was swallowed does not pass as a commit', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 1).catch(() => {})
    await tx.last(INSERT, [5])
  })
  await assert.rejects(attempt, { code: '25P02' })
  assert.deepEqual(await ids(), [1, 2])
})

test('nothing is asked after the last statement, and it does not stand alone', async () => {
  const after = transaction(pool, async (tx) => {
    await insert(tx, 6)
    await tx.last(INSERT, [7])
    await insert(tx, 8)
  })
  await assert.rejects(after, /^Error: bug: a Tx was used after its transaction/)
  assert.deepEqual(await ids(), [1, 2, 6, 7], 'what was committed before the mistake stands')

  await assert.rejects(
    transaction(pool, (tx) => tx.last(INSERT, [9])),
    /^Error: bug: not the last of several statements/,
  )
})

test('where the answer to the last statement is lost, so is whether it stands', async () => {
  const attempt = transaction(pool, async (tx) => {
    await insert(tx, 10)
    await tx.last('select pg_terminate_backend(pg_backend_pid())')
  })
  await assert.rejects(attempt, CommitUnknown)
  assert.deepEqual(await ids(), [1, 2, 6, 7])
})

test('behind a pooler it is the same', async () => {
  const pooled = database.createPool({ max: 1, preparedStatements: false })
  await transaction(pooled, async (tx) => {
    await insert(tx, 11)
    await tx.last(INSERT, [12])
  })
  assert.deepEqual(await ids(), [1, 2, 6, 7, 11, 12])
})
