/** On a cluster each table has one place, and what is unique over companies is kept so by something else. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { onOnePostgreSQL } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { FIND_UNIQUES } from './distribute.ts'
import { FORMER_TRIGGERS, TABLES, UNIQUE_OVER_COMPANIES } from './tables.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

async function namesIn(sql: string, ...values: readonly unknown[]): Promise<readonly string[]> {
  const rows = await pool.many<{ name: string }>(sql, values)
  return rows.map(({ name }) => name).toSorted()
}

test('each table has one place: what is of a company is spread over the machines, companies first', async () => {
  const all = await namesIn(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  assert.deepEqual(Object.values(TABLES).flat().toSorted(), all)
  const ofCompanies = await namesIn(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'company_id' and table_name not like 'request_log\\_%'`,
  )
  const directories = ['company_nits', 'key_companies']
  assert.deepEqual([...TABLES.distributed, ...directories].toSorted(), ofCompanies)
  assert.equal(TABLES.distributed[0], 'companies')
  assert.deepEqual(TABLES.reference.toSorted(), [...directories, 'ministry_outages', 'people'])
})

test(
  'what keeps each unique index over companies is told, and which triggers no cluster has',
  onOnePostgreSQL('it has neither'),
  async () => {
    const uniques = await namesIn(FIND_UNIQUES, TABLES.distributed)
    assert.deepEqual(Object.keys(UNIQUE_OVER_COMPANIES).toSorted(), uniques)
    for (const [name, keeps] of Object.entries(UNIQUE_OVER_COMPANIES)) assert.ok(keeps, name)
    const triggers = await namesIn(
      `select tgname as name from pg_trigger where not tgisinternal and tgrelid::regclass::text = any ($1)`,
      TABLES.distributed,
    )
    assert.deepEqual(FORMER_TRIGGERS.toSorted(), triggers)
  },
)
