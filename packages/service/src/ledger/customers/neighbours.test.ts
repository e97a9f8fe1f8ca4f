import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, watch } from '../../../test/neighbours.ts'
import { at, COMPANIES, dataKeyOf, fillTwoCompanies, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import { readCustomer } from './check.ts'
import type { NewCustomer } from './customer.ts'
import { findCustomer, findTwin, listCustomers } from './find.ts'
import { createCustomer, deactivateCustomer, updateCustomer } from './store.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const ownerOf = (company: string) => ({ companyId: idOf(company), dataKey: dataKeyOf(company) })
const UNO = ownerOf('uno')

const customer = (externalId: string | null, nombre: string, document: string): NewCustomer => {
  const [tipoDocumento = '', numDocumento = ''] = document.split(' ')
  const request = { externalId, nombre, tipoDocumento, numDocumento }
  return readCustomer(request as Parameters<typeof readCustomer>[0]).customer
}
/** Each with its id, in both companies. */
const CUSTOMERS = {
  a: customer('x1', 'Ana María', '37 1'),
  b: customer('x2', 'Beto', '03 1'),
  c: customer(null, 'Carla', '37 01'),
  d: customer(null, 'Dora', '37 A-1'),
  gone: customer('x3', 'Eva', '37 9'),
}
const storing = (id: string, now = NOW) => ({
  pool,
  clock: { now: () => now, sleep: async () => {} },
  random: { ...systemRandom, uuid: () => idOf(id) },
})

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  for (const company of COMPANIES) {
    for (const [id, one] of Object.entries(CUSTOMERS)) {
      await transaction(pool, (tx) => createCustomer(tx, storing(id), ownerOf(company), one))
    }
    await deactivateCustomer(storing('x'), ownerOf(company), idOf('gone'))
  }
  changesOf = await watch(pool, ['customers'])
})

const create = (company: string, one: NewCustomer) =>
  transaction(pool, (tx) => createCustomer(tx, storing('new', at(1)), ownerOf(company), one))

/** What each call changes, of all customers of two companies. */
const CALLS: Readonly<Record<string, readonly [() => Promise<unknown>, readonly string[]]>> = {
  'createCustomer of another document': [
    () => create('uno', customer(null, 'Nueva', '37 2')),
    ['+ customers uno new'],
  ],
  'createCustomer of one that is there': [
    async () => {
      const { stored, created } = await create('uno', CUSTOMERS.a)
      assert.deepEqual([namesIn(stored.customerId), created], ['a', false])
    },
    [],
  ],
  'createCustomer of one that was deactivated': [
    () => create('uno', CUSTOMERS.gone),
    ['+ customers uno new'],
  ],
  updateCustomer: [
    () =>
      updateCustomer(storing('x', at(1)), UNO, {
        customerId: idOf('c'),
        patch: { nombre: 'Carlota' },
      }),
    ['customers uno c: nombre receptor searched updated_at'],
  ],
  'updateCustomer to what it says': [
    () => updateCustomer(storing('x', at(1)), UNO, { customerId: idOf('c'), patch: {} }),
    [],
  ],
  'updateCustomer of none': [
    () => updateCustomer(storing('x', at(1)), UNO, { customerId: idOf('z'), patch: {} }),
    [],
  ],
  deactivateCustomer: [
    () => deactivateCustomer(storing('x', at(1)), UNO, idOf('a')),
    ['customers uno a: activo updated_at'],
  ],
  'deactivateCustomer again': [
    () => deactivateCustomer(storing('x', at(1)), UNO, idOf('gone')),
    [],
  ],
}

for (const [call, [act, changes]] of Object.entries(CALLS)) {
  test(`${call} changes its own rows and no neighbour’s`, async () => {
    assert.deepEqual(await changesOf(act), changes)
  })
}

test('a customer is read with its data, of its company alone', async () => {
  assert.deepEqual(await findCustomer(pool, UNO, idOf('b')), {
    ...{ customerId: idOf('b'), activo: true, createdAt: NOW, updatedAt: NOW, ...CUSTOMERS.b },
  })
  assert.equal((await findCustomer(pool, UNO, idOf('gone')))?.activo, false)
  assert.equal(await findCustomer(pool, ownerOf('tres'), idOf('b')), null)
})

test('a twin is the active customer of the company with the same externalId or the same document', async () => {
  // biome-ignore format: a table
  const twins: readonly (readonly [externalId: string | null, document: string, twin: string | null])[] = [
    ['x1',  '02 7',   'a'],
    [null,  '37 1',   'a'],
    [null,  '03 1',   'b'],
    ['x2',  '02 1',   'b'],
    [null,  '02 1',   null],
    ['x3',  '02 7',   null],
    [null,  '37 9',   null],
    [null,  '37 02',  null],
  ]
  for (const [externalId, document, twin] of twins) {
    const wanted = customer(externalId, 'x', document)
    const found = await findTwin(pool, UNO, wanted)
    assert.equal(found && namesIn(found.customerId), twin, `${externalId} ${document}`)
    assert.equal(await findTwin(pool, ownerOf('tres'), wanted), null)
  }
})

test('customers are listed newest first, by each filter and page by page', async () => {
  const none = { activo: true, numDocumento: null, externalId: null, nombre: null }
  const list = async (filters: object, below: bigint | null = null, limit = 9) => {
    const query = { companyId: UNO.companyId, buscar: null, below, limit }
    const { rows, last } = await listCustomers(pool, { ...query, filters: { ...none, ...filters } })
    return { ids: rows.map(({ customerId }) => namesIn(customerId)).join(' '), last }
  }
  // biome-ignore format: a table
  const filters: readonly (readonly [filters: object, ids: string])[] = [
    [{},                          'd c b a'],
    [{ activo: false },           'gone'],
    [{ numDocumento: '1' },       'b a'],
    [{ numDocumento: '0-1' },     'c'],
    [{ numDocumento: 'A-1' },     'd'],
    [{ numDocumento: '9' },       ''],
    [{ externalId: 'x1' },        'a'],
    [{ externalId: 'x3' },        ''],
    [{ nombre: 'A MAR' },         'a'],
    [{ nombre: 'AR', externalId: 'x1' }, 'a'],
    [{ nombre: 'ar' },            'c a'],
    [{ nombre: '' },              'd c b a'],
  ]
  for (const [one, ids] of filters) {
    assert.deepEqual(await list(one), { ids, last: null }, JSON.stringify(one))
  }
  const first = await list({}, null, 3)
  assert.equal(first.ids, 'd c b')
  assert.deepEqual(await list({}, first.last, 3), { ids: 'a', last: null })
  assert.deepEqual(await list({}, null, 4), { ids: 'd c b a', last: null })
})
