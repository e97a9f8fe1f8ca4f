/** An import of a customer that is changing elsewhere is refused by the field that identifies it, and stores nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { DatabaseUnavailable } from '../../base/db/errors.ts'
import { companyDataKey } from '../companies/data-key.ts'
import { identityOfRequest, upsertCustomer } from './upsert.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function owner() {
  const { pool, secrets } = world.deps
  const sql = 'select company_id as id from companies where nit = $1'
  const { id: companyId } = await pool.one<{ id: string }>(sql, [world.company.nit])
  return { companyId, dataKey: await companyDataKey(pool, secrets, companyId) }
}

const ANA = { nombre: 'Ana', tipoDocumento: '37', numDocumento: 'A-1', externalId: 'uno' }
const EVA = { nombre: 'Eva', tipoDocumento: '37', numDocumento: 'E-1', externalId: 'dos' }

test('a conflict is told by the member that another customer has', async () => {
  const of = await owner()
  for (const one of [ANA, EVA]) {
    assert.deepEqual(await upsertCustomer(world.deps, of, one), { kind: 'created' })
    assert.deepEqual(await upsertCustomer(world.deps, of, one), { kind: 'unchanged' })
  }
  const taken = await upsertCustomer(world.deps, of, { ...ANA, externalId: 'dos' })
  assert.ok(taken.kind === 'refused')
  const [problem] = taken.problems
  assert.equal(problem?.field, 'externalId')
  assert.match(problem?.message ?? '', /^Ya hay un cliente activo con ese externalId: /)
})

test('where the other customer is gone again the import says to repeat, by the document', async () => {
  const { pool } = world.deps
  let asked = 0
  const changing = {
    ...pool,
    // Who asks for the twin again after the conflict finds it gone.
    async many<Row>(sql: string, values?: readonly unknown[]) {
      asked += 1
      return asked === 1 ? pool.many<Row>(sql, values) : []
    },
  }
  const deps = { ...world.deps, pool: changing }
  const refused = await upsertCustomer(deps, await owner(), { ...ANA, externalId: 'dos' })
  assert.deepEqual(refused, {
    kind: 'refused',
    problems: [
      {
        field: 'numDocumento',
        message: 'El cliente está cambiando en otra petición. Repita en unos segundos.',
      },
    ],
  })
})

test('without a document or an externalId, of the wrong shape or against a rule, nothing is stored', async () => {
  const of = await owner()
  const count = async () =>
    (await world.deps.pool.one<{ n: bigint }>('select count(*) as n from customers')).n
  const before = await count()
  const refused = async (given: unknown) => {
    const result = await upsertCustomer(world.deps, of, given)
    assert.ok(result.kind === 'refused', JSON.stringify(given))
    return result.problems
  }
  assert.deepEqual(await refused({ nombre: 'Ana' }), [
    {
      field: 'numDocumento',
      message:
        'Falta numDocumento, o un externalId: sin ninguno de los dos, repetir la importación guardaría otro cliente.',
    },
  ])
  const fieldsOf = async (given: unknown) => (await refused(given)).map(({ field }) => field)
  assert.deepEqual((await fieldsOf({ ...ANA, nombre: 5, otro: 1 })).toSorted(), ['nombre', 'otro'])
  assert.deepEqual(await fieldsOf({ ...ANA, nombre: 'A\u0000na' }), ['nombre'])
  assert.deepEqual(await fieldsOf({ ...ANA, tipoDocumento: '13', numDocumento: '1' }), [
    'numDocumento',
  ])
  assert.equal(await count(), before)
})

test('a customer without a document is known again by its externalId, and what was not given stays', async () => {
  const of = await owner()
  const luz = { nombre: 'Luz', externalId: 'tres', correo: 'luz@example.com' }
  assert.deepEqual(await upsertCustomer(world.deps, of, luz), { kind: 'created' })
  const { correo: _, ...less } = luz
  assert.deepEqual(await upsertCustomer(world.deps, of, less), { kind: 'unchanged' })
  const renamed = { ...less, nombre: 'Luz María' }
  assert.deepEqual(await upsertCustomer(world.deps, of, renamed), { kind: 'updated' })
  assert.deepEqual(await upsertCustomer(world.deps, of, { ...luz, ...renamed }), {
    kind: 'unchanged',
  })
})

test('of a repeated line a document identifies the customer, else the externalId, and nothing else', () => {
  assert.equal(identityOfRequest(ANA), '37 A-1')
  assert.equal(identityOfRequest({ nombre: 'Ana', externalId: 'uno' }), 'uno')
  assert.equal(identityOfRequest({ nombre: 'Ana' }), null)
  assert.equal(identityOfRequest({ ...ANA, otro: 1 }), null)
})

test('a database that is away is no refusal of a customer: the import ends with it', async () => {
  const away = new DatabaseUnavailable('it is away')
  const pool = {
    ...world.deps.pool,
    many: () => Promise.reject(away),
    lend: () => Promise.reject(away),
  }
  await assert.rejects(upsertCustomer({ ...world.deps, pool }, await owner(), ANA), away)
})
