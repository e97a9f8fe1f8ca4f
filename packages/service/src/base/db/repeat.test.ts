import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { repeatStatement } from './repeat.ts'
import { statement } from './tx.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

/** Marks rows, and says how many each statement marked. */
const MARK = `
  with marked as (
    update work set run = (select coalesce(max(run), 0) + 1 from work)
     where ctid = any (array(select ctid from work where run is null and n <= $1 limit $2))
    returning 1)
  select from marked`

async function runs(rows: number, signal?: AbortSignal): Promise<[number, readonly number[]]> {
  await statement(pool, 'drop table if exists work')
  await statement(
    pool,
    'create table work as select n, null::int as run from generate_series(1, 20000) n',
  )
  const done = await repeatStatement(pool, { sql: MARK, values: [rows] }, signal)
  const counts = await statement<{ n: bigint }>(
    pool,
    'select count(*) as n from work where run is not null group by run order by run',
  )
  return [done, counts.map(({ n }) => Number(n))]
}

test('a statement works on all rows, at most five thousand at a time', async () => {
  assert.deepEqual(await runs(0), [0, []])
  assert.deepEqual(await runs(4_999), [4_999, [4_999]])
  assert.deepEqual(await runs(5_000), [5_000, [5_000]])
  assert.deepEqual(await runs(12_001), [12_001, [5_000, 5_000, 2_001]])
})

test('a stop waits for one batch', async () => {
  assert.deepEqual(await runs(12_001, AbortSignal.abort()), [5_000, [5_000]])
})
