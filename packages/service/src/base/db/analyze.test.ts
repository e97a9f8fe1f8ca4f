import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmptyDatabase } from '../../../test/database.ts'
import { analyze } from './analyze.ts'
import { statement } from './tx.ts'

test('every table is counted, however long that takes', async (t) => {
  const database = await createEmptyDatabase()
  t.after(() => database.drop())
  const pool = database.createPool({ max: 1 })
  await statement(pool, 'create table counted as select 7 as n')
  await analyze(pool)
  assert.deepEqual(
    await pool.one("select reltuples from pg_class where oid = 'counted'::regclass"),
    { reltuples: 1 },
  )
  // Counting reads what is indexed, and so tells its limit.
  await statement(
    pool,
    `create function told(n int) returns int immutable language plpgsql as $$ begin
       if current_query() = 'analyze' then
         raise exception '%', current_setting('statement_timeout');
       end if;
       return n;
     end $$`,
  )
  await statement(pool, 'create index on counted (told(n))')
  await assert.rejects(analyze(pool), { message: '0' })
})
