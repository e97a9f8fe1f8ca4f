import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { combined, idOf, namesIn, put, watch } from '../../../test/neighbours.ts'
import { at, COMPANIES, fillTwoCompanies, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import {
  createProduct,
  deactivateProduct,
  findActiveProducts,
  findProduct,
  listProducts,
  updateProduct,
} from './store.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const UNO = idOf('uno')
const storing = (now: Date) => ({
  pool,
  clock: { now: () => now, sleep: async () => {} },
  random: { ...systemRandom, uuid: () => idOf('new') },
})

/** An id that ends with a `-` is that of a deactivated product, which another one has the code of. */
const IDS = ['a', 'b', 'a-', 'c-'] as const
const NAMES = { a: 'Café molido', b: 'Té', 'a-': 'Café en grano', 'c-': 'Mate' }

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  await put(
    pool,
    'products',
    combined({ company: COMPANIES, id: IDS }).map(({ company, id }) => ({
      ...{ company_id: idOf(company), product_id: idOf(id), codigo: id.slice(0, 1) },
      ...{ descripcion: NAMES[id], precio_uni: 2, tipo_item: 1, uni_medida: 59 },
      ...{ activo: !id.endsWith('-'), created_at: NOW, updated_at: NOW },
    })),
  )
  changesOf = await watch(pool, ['products'])
})

const A = {
  ...{ codigo: 'a', descripcion: 'Café molido', precioUni: 2, uniMedida: 59 },
  ...({ tipoItem: 1 } as const),
}
const create = (request: Parameters<typeof createProduct>[3]) =>
  transaction(pool, (tx) => createProduct(tx, storing(at(1)), UNO, request))
const update = (id: string, patch: Parameters<typeof updateProduct>[2]['patch']) =>
  updateProduct(storing(at(1)), UNO, { productId: idOf(id), patch })
const TAKEN = { code: 'validation_failed', message: /código a\. Cámbielo con PATCH/ }

/** What each call changes, of all products of two companies. */
const CALLS: Readonly<Record<string, readonly [() => Promise<unknown>, readonly string[]]>> = {
  'createProduct of another code': [() => create({ ...A, codigo: 'z' }), ['+ products uno new']],
  'createProduct without a code': [
    () => create({ descripcion: 'Café molido', precioUni: 2 }),
    ['+ products uno new'],
  ],
  'createProduct of a code that is free again': [
    () => create({ ...A, codigo: 'c' }),
    ['+ products uno new'],
  ],
  'createProduct of one that is there': [
    async () => {
      const { stored, created } = await create(A)
      assert.deepEqual([namesIn(stored.productId), created], ['a', false])
    },
    [],
  ],
  'createProduct of a code that another has': [
    () => assert.rejects(create({ ...A, precioUni: 3 }), TAKEN),
    [],
  ],
  updateProduct: [
    () => update('b', { precioUni: 3, precioConIva: 3.39 }),
    ['products uno b: precio_con_iva precio_uni searched updated_at'],
  ],
  'updateProduct to a code that another has': [
    () => assert.rejects(update('b', { codigo: 'a' }), TAKEN),
    [],
  ],
  'updateProduct of none': [() => update('z', { precioUni: 3 }), []],
  deactivateProduct: [
    () => deactivateProduct(storing(at(1)), UNO, idOf('a')),
    ['products uno a: activo updated_at'],
  ],
  'deactivateProduct again': [() => deactivateProduct(storing(at(1)), UNO, idOf('a-')), []],
  'deactivateProduct of none': [() => deactivateProduct(storing(at(1)), UNO, idOf('z')), []],
}

for (const [call, [act, changes]] of Object.entries(CALLS)) {
  test(`${call} changes its own rows and no neighbour’s`, async () => {
    assert.deepEqual(await changesOf(act), changes)
  })
}

test('a product is read whole, of its company alone, and for a sale only while it is active', async () => {
  assert.deepEqual(await findProduct(pool, UNO, idOf('a')), {
    ...{ productId: idOf('a'), activo: true, codigo: 'a', descripcion: 'Café molido' },
    ...{ precioUni: 2, precioConIva: null, tipoItem: 1, uniMedida: 59, tipoVenta: null },
    ...{ tributos: null, createdAt: NOW, updatedAt: NOW },
  })
  assert.equal((await findProduct(pool, UNO, idOf('a-')))?.activo, false)
  assert.equal(await findProduct(pool, idOf('tres'), idOf('a')), null)
  const active = await findActiveProducts(pool, UNO, ['a', 'a-', 'z'].map(idOf))
  assert.deepEqual(
    active.map(({ productId }) => namesIn(productId)),
    ['a'],
  )
  assert.deepEqual(await findActiveProducts(pool, idOf('tres'), [idOf('a')]), [])
})

test('products are listed newest first, by each filter and page by page', async () => {
  const none = { activo: true, codigo: null, descripcion: null }
  const list = async (filters: object, below: bigint | null = null, limit = 9) => {
    const query = { companyId: UNO, buscar: null, below, limit }
    const { rows, last } = await listProducts(pool, { ...query, filters: { ...none, ...filters } })
    return { ids: rows.map(({ productId }) => namesIn(productId)).join(' '), last }
  }
  // biome-ignore format: a table
  const filters: readonly (readonly [filters: object, ids: string])[] = [
    [{},                                     'b a'],
    [{ activo: false },                      'c- a-'],
    [{ codigo: 'a' },                        'a'],
    [{ codigo: 'A' },                        ''],
    [{ activo: false, codigo: 'a' },         'a-'],
    [{ descripcion: 'CAFÉ' },                'a'],
    [{ descripcion: 'mol', codigo: 'b' },    ''],
    [{ descripcion: '' },                    'b a'],
  ]
  for (const [one, ids] of filters) {
    assert.deepEqual(await list(one), { ids, last: null }, JSON.stringify(one))
  }
  const first = await list({}, null, 1)
  assert.equal(first.ids, 'b')
  assert.deepEqual(await list({}, first.last, 1), { ids: 'a', last: null })
})
