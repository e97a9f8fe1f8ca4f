/** Searching customers and products by the beginnings of their words, through the API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onOnePostgreSQL } from '../../../test/citus.ts'
import { callCustomers, storedId } from '../../../test/customers.ts'
import { createWorld, type World } from '../../../test/world.ts'
import type { MintedKey } from '../../admin.ts'
import { indexSearchWords } from '../../entrypoints/jobs/search-words.ts'
import { listCustomers } from '../customers/find.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

type Kind = 'customers' | 'products'

function find(kind: Kind, query: Readonly<Record<string, string>>, key: MintedKey) {
  return world.inject({
    method: 'GET',
    url: `/v1/${kind}?${new URLSearchParams(query)}`,
    headers: { 'x-service-key': key.apiKey },
  })
}

async function found(kind: Kind, buscar: string, key: MintedKey): Promise<readonly string[]> {
  const { status, body, text } = await find(kind, { buscar }, key)
  assert.equal(status, 200, text)
  return body[kind].map((row: { nombre?: string; descripcion?: string }) => {
    return row.nombre ?? row.descripcion
  })
}

async function storeProduct(product: object, { apiKey }: MintedKey): Promise<string> {
  const { status, body, text } = await world.inject({
    method: 'POST',
    url: '/v1/products',
    headers: { 'x-service-key': apiKey, 'content-type': 'application/json' },
    payload: JSON.stringify({ precioUni: 1, ...product }),
  })
  assert.equal(status, 201, text)
  return body.productId
}

// biome-ignore format: a table
const SEARCHES: readonly (readonly [buscar: string, found: readonly string[]])[] = [
  ['ñand',               ['Almacén Ñandú, S.A. de C.V.']],
  ['NANDU',              ['Almacén Ñandú, S.A. de C.V.']],
  ['almace\u0301n',      ['Almacén Ñandú, S.A. de C.V.']],
  ['nan alm',            ['Almacén Ñandú, S.A. de C.V.']],
  ['s.a.',               ['Almacén Ñandú, S.A. de C.V.']],
  ['acen',               []], // not the beginning
  ['fer',                ['Ferretería Peña', 'Fernando Peña-Lara']],
  ['peña fer',           ['Ferretería Peña', 'Fernando Peña-Lara']],
  ['lara',               ['Fernando Peña-Lara']],
  ['peña-lara',          ['Fernando Peña-Lara']],
  ['fer ferr',           ['Ferretería Peña']],
  ['0614-0202',          ['Ferretería Peña']],
  ['erp-7',              ['Ferretería Peña']],
  ['fer nadie',          []],
  ['100%',               ['Cien 100% algodón']],
  ['a%',                 ['Cien 100% algodón', 'Almacén Ñandú, S.A. de C.V.']],
  ["' or 1=1; --",       []],
  ['f\u0301\u0301\u0301\u0301er', ['Ferretería Peña', 'Fernando Peña-Lara']],
]

test('customers are found by the beginnings of their words, without accents, case and signs', async () => {
  const { key } = await world.addCompany()
  const other = await world.addCompany()
  await storedId(world, { nombre: 'Ferretería Ajena' }, other.key)
  await storedId(world, { nombre: 'Almacén Ñandú, S.A. de C.V.' }, key)
  await storedId(world, { nombre: 'Fernando Peña-Lara' }, key)
  await storedId(
    world,
    { nombre: 'Ferretería Peña', numDocumento: '0614-020290-102-4', externalId: 'ERP-7' },
    key,
  )
  await storedId(world, { nombre: 'Cien 100% algodón' }, key)
  for (const [buscar, nombres] of SEARCHES) {
    assert.deepEqual(await found('customers', buscar, key), nombres, buscar)
  }
})

// biome-ignore format: a table
const REFUSED = ['', ' ', '%', '_', '%_%', '\\', '\u0301', '\u0000', 'caf\u0000e', 'x'.repeat(101), 'x'.repeat(10_000), '😀', 'a b c d e f g h i']

test('a search without a letter, with a control character, or too long is 400', async () => {
  for (const kind of ['customers', 'products'] as const) {
    for (const buscar of REFUSED) {
      const { status, body, text } = await find(kind, { buscar }, world.company.key)
      assert.deepEqual([status, body.error.details.field], [400, 'buscar'], text.slice(0, 300))
    }
  }
})

test('products are found by their description and by their code, also a bar code', async () => {
  const { key } = await world.addCompany()
  await storeProduct({ descripcion: 'Café de altura', codigo: 'CAFE-ALT-1' }, key)
  await storeProduct({ descripcion: 'Té verde', codigo: '7501055310883' }, key)
  for (const [buscar, descripciones] of [
    ['cafe', ['Café de altura']],
    ['CAFE-ALT-1', ['Café de altura']],
    ['alt', ['Café de altura']],
    ['7501055310883', ['Té verde']],
    ['75010', ['Té verde']],
    ['1055', []],
  ] as const) {
    assert.deepEqual(await found('products', buscar, key), descripciones, buscar)
  }
})

test('the words follow every change, and a deactivated one is only found among those', async () => {
  const { key } = await world.addCompany()
  const customerId = await storedId(world, { nombre: 'Panadería Vieja' }, key)
  const path = `/${customerId}`
  await callCustomers(world, { method: 'PATCH', path, body: { nombre: 'Panadería Nueva' }, key })
  assert.deepEqual(await found('customers', 'vieja', key), [])
  assert.deepEqual(await found('customers', 'pan nueva', key), ['Panadería Nueva'])
  await callCustomers(world, { method: 'DELETE', path, key })
  assert.deepEqual(await found('customers', 'nueva', key), [])
  const gone = await find('customers', { buscar: 'nueva', activo: 'false' }, key)
  assert.equal(gone.body.customers.length, 1)
})

test('pages of a search have each row once, and their cursor is for that search', async () => {
  const { key } = await world.addCompany()
  const nombres = Array.from({ length: 7 }, (_, i) => `Tienda número ${i}`)
  for (const nombre of nombres) await storedId(world, { nombre }, key)
  await storedId(world, { nombre: 'Otra' }, key)
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const query = { buscar: 'tien num', limit: '3', ...(cursor === null ? {} : { cursor }) }
    const { body } = await find('customers', query, key)
    walked.push(...body.customers.map(({ nombre }: { nombre: string }) => nombre))
    cursor = body.siguiente
    await storedId(world, { nombre: `Tienda número ${10 + walked.length}` }, key) // meanwhile
  } while (cursor !== null)
  assert.deepEqual(walked, nombres.toReversed())

  const { body } = await find('customers', { buscar: 'tienda', limit: '1' }, key)
  const { siguiente } = body
  for (const more of [{}, { buscar: 'tien' }, { buscar: 'tienda', nombre: 'a' }]) {
    const reply = await find('customers', { ...more, cursor: siguiente }, key)
    assert.deepEqual([reply.status, reply.body.error.details.field], [400, 'cursor'])
  }
  const same = await find('customers', { buscar: ' TIENDA ', cursor: siguiente }, key)
  assert.equal(same.status, 200, 'written another way it is the same search')
})

test('rows that the last release wrote are found once the job has passed', async () => {
  const { key } = await world.addCompany()
  const { pool } = world.deps
  const customerId = await storedId(world, { nombre: 'Antes Indexada' }, key)
  await storeProduct({ descripcion: 'Harina' }, key)
  await pool.many('update customers set nombre = $2 where customer_id = $1', [
    customerId,
    'Después Escrita',
  ])
  await pool.many(`update products set searched = null where descripcion = 'Harina'`)
  await pool.many(`delete from search_words where word = 'harina'`)
  assert.deepEqual(await found('customers', 'escrita', key), [])
  assert.deepEqual(await found('products', 'har', key), [])

  assert.equal(await indexSearchWords(world.deps), 2)
  assert.deepEqual(await found('customers', 'escrita', key), ['Después Escrita'])
  assert.deepEqual(await found('customers', 'antes', key), [])
  assert.deepEqual(await found('products', 'har', key), ['Harina'])
  assert.equal(await indexSearchWords(world.deps), 0)
})

test('a stop waits for one batch of rows without words, and the next pass takes the others', async () => {
  const { key } = await world.addCompany()
  await storeProduct({ descripcion: 'Levadura' }, key)
  await world.deps.pool.many(
    `insert into products (company_id, product_id, descripcion, activo, created_at, updated_at)
     select company_id, gen_random_uuid(), descripcion, activo, created_at, updated_at
       from products, generate_series(1, 201) where descripcion = 'Levadura'`,
  )
  assert.equal(await indexSearchWords(world.deps, AbortSignal.abort()), 200)
  assert.equal(await indexSearchWords(world.deps), 1)
})

test('concurrent changes of one customer leave the words of its last name', async () => {
  const { key } = await world.addCompany()
  const customerId = await storedId(world, { nombre: 'Cero' }, key)
  const path = `/${customerId}`
  const nombres = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco']
  await Promise.all([
    ...nombres.map((nombre) =>
      callCustomers(world, { method: 'PATCH', path, body: { nombre }, key }),
    ),
    indexSearchWords(world.deps),
  ])
  const { body } = await callCustomers(world, { path, key })
  for (const nombre of ['Cero', ...nombres]) {
    const expected = nombre === body.nombre ? [nombre] : []
    assert.deepEqual(await found('customers', nombre, key), expected, nombre)
  }
})

/** Of 8 KiB. A page of rows, each by an index, and the range of a word. */
const BLOCKS_MAX = 300
/** The range of a word that all of 20,000 rows have. */
const BLOCKS_OF_ALL = 900

test(
  'a search among many touches the found ones only, with statistics or without',
  onOnePostgreSQL('its coordinator reads no block of a table'),
  async () => {
    const { key } = await world.addCompany()
    const { pool } = world.deps
    const rare = await storedId(world, { nombre: 'Zapatería Única' }, key)
    const { company_id: companyId } = await pool.one<{ company_id: string }>(
      'select company_id from customers where customer_id = $1',
      [rare],
    )
    await pool.many('alter table customers set (autovacuum_enabled = false)')
    await pool.many('alter table search_words set (autovacuum_enabled = false)')
    await pool.many(
      `insert into customers (company_id, customer_id, nombre, receptor, activo, created_at, updated_at, searched)
     select company_id, gen_random_uuid(), 'Cliente ' || n, receptor, true, created_at, updated_at,
            concat_ws(E'\\n', 'Cliente ' || n, '', '')
       from customers, generate_series(1, 20000) n where customer_id = $1`,
      [rare],
    )
    await pool.many(
      `insert into search_words select company_id, 'customer', w, position
       from customers, unnest(string_to_array(lower(nombre), ' ')) w where nombre like 'Cliente %'`,
    )
    const filters = { activo: true, numDocumento: null, externalId: null, nombre: null }
    const blocksOf = async (buscar: readonly string[]) => {
      let blocks = 0
      await listCustomers(
        {
          ...pool,
          many: async (sql: string, values: readonly unknown[] = []) => {
            const [plan] = await pool.many<Record<string, [{ Plan: Record<string, number> }]>>(
              `explain (analyze, buffers, format json) ${sql}`,
              values,
            )
            const { Plan } = plan?.['QUERY PLAN']?.[0] ?? { Plan: {} as Record<string, number> }
            blocks = (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
            return []
          },
        } as typeof pool,
        { companyId, filters, buscar, below: null, limit: 50 },
      )
      return blocks
    }
    for (const statistics of [false, true]) {
      if (statistics) await pool.many('analyze')
      for (const buscar of [['zapa'], ['cliente', '19999'], ['nadie']]) {
        const blocks = await blocksOf(buscar)
        const max = buscar.includes('cliente') ? BLOCKS_OF_ALL : BLOCKS_MAX
        assert.ok(
          blocks > 0 && blocks <= max,
          `${buscar}: ${blocks} blocks, statistics ${statistics}`,
        )
      }
    }
  },
)
