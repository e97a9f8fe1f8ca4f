/** Two people who change different data of one company at once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { companyOf } from '../../src/flows/admin/admin.ts'
import { updateCompany } from '../../src/flows/admin/company.ts'
import { findCompanyData } from '../../src/ledger/companies/company.ts'
import { LOCK_WAITS } from '../citus.ts'
import { until } from '../until.ts'
import { createWorld, type World } from '../world.ts'
import { PATIENT } from './numbers.ts'

let world: World
let holder: pg.Client
before(async () => {
  world = await createWorld(PATIENT)
  holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
})
after(async () => {
  await holder.end()
  await world.close()
})

test('concurrent changes of one company are all kept', async () => {
  const { nit } = world.company
  const changes = [{ telefono: '22223333' }, { correo: 'a@example.com' }, { nrc: '1234567' }]
  // Both have begun before the first can commit.
  const { companyId } = await companyOf(world.admin, nit)
  await holder.query('begin')
  await holder.query('select 1 from companies where company_id = $1 for update', [companyId])
  const changing = Promise.all(changes.map((change) => updateCompany(world.admin, nit, change)))
  await until('every change waits', async () => (await waiting()) === changes.length)
  await holder.query('commit')
  await changing

  const { telefono, correo, nrc } = await findCompanyData(world.admin.pool, companyId)
  assert.deepEqual({ telefono, correo, nrc }, Object.assign({}, ...changes))
})

async function waiting(): Promise<number> {
  return (await world.deps.logPool.many(LOCK_WAITS)).length
}
