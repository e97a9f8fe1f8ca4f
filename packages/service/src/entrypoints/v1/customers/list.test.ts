/** The list of customers: pages, filters, cursors. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callCustomers, storedId } from '../../../../test/customers.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const NOMBRES = [
  'Almacén Ñandú',
  'Bodega',
  'Café',
  'Droguería',
  'Electrónica',
  'Farmacia',
  'Granja',
]

let world: World
before(async () => {
  world = await createWorld()
  for (const [i, nombre] of NOMBRES.entries()) {
    const numDocumento = `0614010190${String(1000 + i)}`
    await storedId(world, { nombre, numDocumento, externalId: `E-${i}` })
  }
})
after(() => world.close())

const list = (query = '', key = world.company.key) =>
  callCustomers(world, { path: query === '' ? '' : `?${query}`, key })
const nombres = (body: { customers: { nombre: string }[] }) =>
  body.customers.map(({ nombre }) => nombre)

test('customers come newest first, and the pages have each exactly once', async () => {
  const whole = await list()
  assert.deepEqual(nombres(whole.body), NOMBRES.toReversed())
  assert.equal(whole.body.siguiente, null)
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const page = await list(`limit=3${cursor === null ? '' : `&cursor=${cursor}`}`)
    walked.push(...nombres(page.body))
    cursor = page.body.siguiente
    await storedId(world, { nombre: `Nuevo ${walked.length}` }) // meanwhile
  } while (cursor !== null)
  assert.deepEqual(walked, NOMBRES.toReversed())
})

// biome-ignore format: a table
const FILTERS: readonly (readonly [query: string, found: readonly string[]])[] = [
  ['numDocumento=06140101901002',     ['Café']],
  ['numDocumento=0614-010190-100-2',  ['Café']],
  ['numDocumento=0614',               []],
  ['externalId=E-1',                  ['Bodega']],
  ['nombre=%C3%B1AND%C3%BA',          ['Almacén Ñandú']],
  ['nombre=droguer',                  ['Droguería']],
  ['nombre=%25',                      []],
  ['nombre=caf&externalId=E-1',       []],
  ['activo=true&externalId=E-1',      ['Bodega']],
  ['activo=false',                    []],
]

for (const [query, found] of FILTERS) {
  test(`the list filtered by ${query} has ${found.length}`, async () => {
    assert.deepEqual(nombres((await list(query)).body), found)
  })
}

test('a deactivated customer is only in the list of deactivated ones', async () => {
  const customerId = await storedId(world, { nombre: 'Zapatería' })
  await callCustomers(world, { method: 'DELETE', path: `/${customerId}` })
  assert.deepEqual(nombres((await list('activo=false')).body), ['Zapatería'])
  assert.deepEqual(nombres((await list('nombre=zapat')).body), [])
})

test('a cursor only works for its own list', async () => {
  const other = await world.addCompany()
  const { body } = await list('limit=1')
  const altered = `${body.siguiente.slice(0, -2)}${body.siguiente.endsWith('AA') ? 'BB' : 'AA'}`
  for (const reply of [
    await list(`cursor=${body.siguiente}`, other.key),
    await list(`cursor=${body.siguiente}&nombre=a`),
    await list(`cursor=${altered}`),
    await list('cursor=x'),
  ]) {
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error.details.field, 'cursor')
  }
})

test('a company sees its own customers, with a key of either environment', async () => {
  const other = await world.addCompany()
  assert.deepEqual((await list('', other.key)).body.customers, [])
})

for (const query of [
  'activo=si',
  'limit=0',
  'limit=x',
  'orden=nombre',
  'nombre=a&nombre=b',
  'nombre=%00',
]) {
  test(`the list with ${query} is 400 and names it`, async () => {
    const reply = await list(query)
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error.details.field, query.split('=')[0])
  })
}
