import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmptyDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { isCoordinator } from './cluster.ts'

test('one PostgreSQL is no coordinator, and who has asked it leaves no connection', async (t) => {
  const { url, createPool, drop } = await createEmptyDatabase()
  t.after(drop)
  assert.equal(await isCoordinator({ url, preparedStatements: 'off', onError: () => {} }), false)
  const pool = createPool({ max: 1 })
  await until('it has gone', async () => {
    const { others } = await pool.one<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return others === 0
  })
})
