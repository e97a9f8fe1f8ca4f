/** What a process asks at its start about a pooler, and what then holds behind it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noteSkipped, without } from '../../../../../scripts/test-tools.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type PgBouncer, startPgBouncer, tracksStatements } from '../../../test/pgbouncer.ts'
import { createPool } from './pool.ts'
import { assertPoolerFits, PoolerRefused } from './pooler.ts'
import { statement, transaction } from './tx.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

test('every setting fits a direct connection, also one whose address has options of its own', async () => {
  const url = new URL(database.url)
  url.searchParams.set('options', '-c lock_timeout=9000')
  for (const preparedStatements of ['on', 'pooler', 'off'] as const) {
    await assertPoolerFits({ url: url.href, preparedStatements })
  }
})

test('a database that is not there is no pooler that does not fit', async () => {
  const nowhere = { url: 'postgres://x:x@127.0.0.1:1/x', preparedStatements: 'on' } as const
  await assert.rejects(assertPoolerFits(nowhere), { code: 'ECONNREFUSED' })
})

const TOO_OLD = 'the installed PgBouncer is older than 1.21'

describe('behind PgBouncer', { skip: without(import.meta.url, 'pgbouncer') }, () => {
  let tracking: PgBouncer | null = null
  let old: PgBouncer | null = null
  before(async () => {
    const isNew = tracksStatements()
    tracking = isNew ? await startPgBouncer(database.url, ['max_prepared_statements = 100']) : null
    // As every one before 1.21.
    old = await startPgBouncer(database.url, isNew ? ['max_prepared_statements = 0'] : [])
  })
  after(async () => {
    await tracking?.stop()
    await old?.stop()
  })

  test('only off fits one that tracks no statements', async () => {
    const { url = '' } = old ?? {}
    await assertPoolerFits({ url, preparedStatements: 'off' })
    for (const [preparedStatements, message] of [
      ['on', 'the pooler refused the startup options'],
      ['pooler', 'the pooler tracks no prepared statements'],
    ] as const)
      await assert.rejects(assertPoolerFits({ url, preparedStatements }), {
        ...{ name: 'PoolerRefused', setting: preparedStatements, message },
      })
  })

  test('one that keeps the startup options to itself does not fit on', async () => {
    const silent = await startPgBouncer(database.url, ['ignore_startup_parameters = options'])
    try {
      const { url } = silent
      await assert.rejects(assertPoolerFits({ url, preparedStatements: 'on' }), {
        ...{ name: 'PoolerRefused', setting: 'on' },
        message: 'the limits of the connection did not arrive',
      })
    } finally {
      await silent.stop()
    }
  })

  test('with pooler a statement stays prepared, and each transaction has its limits', async (t) => {
    if (tracking === null) return t.skip(noteSkipped(import.meta.url, TOO_OLD))
    const { url } = tracking
    await assertPoolerFits({ url, preparedStatements: 'pooler' })
    await assert.rejects(assertPoolerFits({ url, preparedStatements: 'on' }), PoolerRefused)
    const pool = createPool({ url, max: 8, preparedStatements: 'pooler', onError: () => {} })
    const seen = await Promise.all(
      Array.from({ length: 40 }, () =>
        transaction(pool, (tx) =>
          tx.one(
            `select current_setting('lock_timeout') as lock,
                    (select count(*) > 0 from pg_prepared_statements where name like 'PGBOUNCER%') as prepared`,
          ),
        ),
      ),
    )
    await pool.close()
    assert.deepEqual(seen, Array(40).fill({ lock: '2s', prepared: true }))
  })

  test('a statement that failed before it was parsed works at the next attempt, and those beside it too', async (t) => {
    if (tracking === null) return t.skip(noteSkipped(import.meta.url, TOO_OLD))
    const { url } = tracking
    const pool = createPool({ url, max: 1, preparedStatements: 'pooler', onError: () => {} })
    const find = () => pool.many('select id from later where id = $1', [1])
    await assert.rejects(find(), { code: '42P01' })
    await assert.rejects(find(), { code: '42P01' }) // and not 08P01: the name is already in use
    await statement(pool, 'create table later (id int primary key)')
    assert.deepEqual(await find(), [])
    await pool.close()
  })
})
