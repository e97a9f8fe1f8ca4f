/** A key's company is looked up for whoever presents it, and remembered only for whoever presented its right secret. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onOnePostgreSQL } from '../../../test/citus.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { createKeyCompanies } from './key-companies.ts'

const RIGHT = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const WRONG = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)]

let world: World
let keyId: string
let companyId: string
before(async () => {
  world = await createWorld()
  keyId = world.company.key.keyId
  const found = await world.deps.pool.one<{ company_id: string }>(
    'select company_id from api_keys where key_id = $1',
    [keyId],
  )
  companyId = found.company_id
})
after(() => world.close())

/** The pool, and how many rows were asked of it. */
function counted() {
  const { pool } = world.deps
  const seen = { reads: 0 }
  const maybeOne: typeof pool.maybeOne = (sql, values) => {
    seen.reads += 1
    return pool.maybeOne(sql, values)
  }
  return { db: { ...pool, maybeOne }, seen }
}

test('a known key is found with the hashes that were presented', async () => {
  const found = await createKeyCompanies().find(world.deps.pool, { keyId, hashes: RIGHT })
  assert.deepEqual(found, { companyId, keyId, hashes: RIGHT })
})

test('an unknown id and none at all find a neighbour, with hashes that are no key’s', async () => {
  for (const unknown of ['000000000000', 'zzzzzzzzzzzz', null]) {
    const found = await createKeyCompanies().find(world.deps.pool, {
      keyId: unknown,
      hashes: RIGHT,
    })
    assert.ok(found && found.keyId !== unknown)
    assert.deepEqual(found.hashes, [Buffer.alloc(0), Buffer.alloc(0)])
  }
})

test('it is remembered for the right secret alone: another secret is looked up each time', async () => {
  const companies = createKeyCompanies()
  const { db, seen } = counted()
  companies.remember({ keyId, hashes: RIGHT }, companyId)

  assert.deepEqual(await companies.find(db, { keyId, hashes: RIGHT }), {
    companyId,
    keyId,
    hashes: RIGHT,
  })
  assert.equal(seen.reads, 0)
  await companies.find(db, { keyId, hashes: WRONG })
  await companies.find(db, { keyId, hashes: WRONG })
  assert.equal(seen.reads, 2)

  companies.remember({ keyId: null, hashes: RIGHT }, companyId)
  const found = await companies.find(db, { keyId: null, hashes: RIGHT })
  assert.deepEqual(found?.hashes, [Buffer.alloc(0), Buffer.alloc(0)], 'what is no key is none')
  assert.equal(seen.reads, 3)
})

test('of twenty thousand keys those are known that called last', async () => {
  const companies = createKeyCompanies()
  const { db, seen } = counted()
  const presented = (n: number) => ({ keyId: `key${n}`, hashes: RIGHT })
  const isKnown = async (n: number) => {
    const before = seen.reads
    const found = await companies.find(db, presented(n))
    return seen.reads === before && found?.companyId === `company${n}`
  }
  const remember = (n: number) => companies.remember(presented(n), `company${n}`)
  for (let n = 1; n <= 20_000; n++) remember(n)
  assert.deepEqual([await isKnown(1), await isKnown(2), await isKnown(3)], [true, true, true])
  remember(1) // called again
  remember(20_001)
  assert.deepEqual(
    [await isKnown(1), await isKnown(2), await isKnown(3), await isKnown(20_001)],
    [true, false, true, true],
  )
})

test(
  'a process of the release before, which knows no directories, makes keys and companies that are found',
  onOnePostgreSQL('no earlier release ran there'),
  async () => {
    const { pool } = world.deps
    const copy = (table: string, as: object) =>
      statement(
        pool,
        `insert into ${table} select (jsonb_populate_record(t, $2)).* from ${table} t where company_id = $1 limit 1`,
        [companyId, JSON.stringify(as)],
      )
    await copy('api_keys', { key_id: 'oldrelease00' })
    await copy('companies', {
      company_id: '00000000-0000-4000-8000-000000000001',
      nit: '06140101909999',
    })

    const found = await createKeyCompanies().find(pool, { keyId: 'oldrelease00', hashes: RIGHT })
    assert.equal(found?.companyId, companyId)
    const { n } = await pool.one<{ n: bigint }>(
      `select count(*) as n from company_nits where nit = '06140101909999'`,
    )
    assert.equal(n, 1n)
  },
)
