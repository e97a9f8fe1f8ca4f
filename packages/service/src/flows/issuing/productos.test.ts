/** Lines with a stored product: it fills in the members that they omit. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CONTRIBUYENTE, credito } from '../../../test/notas.ts'
import { prepare } from '../../../test/prepared.ts'
import { createWorld, type IssueOptions, SALE, type World } from '../../../test/world.ts'

const ABSENT = '00000000-0000-4000-8000-00000000dead'
let world: World
let productId = ''

before(async () => {
  world = await createWorld()
  productId = await store({
    codigo: 'CAFE-1',
    descripcion: 'Café de altura, 1 lb',
    precioUni: 5,
    precioConIva: 5.65,
    tipoItem: 1,
    uniMedida: 36,
    tipoVenta: 'gravada',
  })
})
after(() => world.close())

async function store(product: object, key = world.company.key): Promise<string> {
  const reply = await world.inject({
    method: 'POST',
    url: '/v1/products',
    headers: { 'x-service-key': key.apiKey, 'content-type': 'application/json' },
    payload: JSON.stringify(product),
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.productId
}

const lineOf = (reply: { body: { archivoDte: string } }) =>
  JSON.parse(reply.body.archivoDte).cuerpoDocumento[0]

test('a line takes its product at the price of its type, and its own members win', async () => {
  const sale = await world.issue({ ...SALE, items: [{ productId, cantidad: 2 }] })
  assert.equal(sale.status, 200, sale.text)
  const line = lineOf(sale)
  assert.deepEqual(
    [line.descripcion, line.codigo, line.precioUni, line.uniMedida, line.tipoItem],
    ['Café de altura, 1 lb', 'CAFE-1', 5.65, 36, 1],
  )
  const credit = await world.issue(
    credito({
      receptor: CONTRIBUYENTE,
      items: [{ productId: productId.toUpperCase(), cantidad: 1, codigo: null, uniMedida: 59 }],
    }),
  )
  assert.equal(credit.status, 200, credit.text)
  const own = lineOf(credit)
  assert.deepEqual([own.precioUni, own.codigo, own.uniMedida], [5, null, 59])
  const priced = await world.issue({ ...SALE, items: [{ productId, cantidad: 1, precioUni: 3 }] })
  assert.equal(lineOf(priced).precioUni, 3)
})

test('a product that is missing, deactivated or of another company is refused at its line, and no number is spent', async () => {
  const other = await world.addCompany()
  const theirs = await store({ descripcion: 'Ajeno', precioConIva: 1 }, other.key)
  const gone = await store({ descripcion: 'Retirado', precioConIva: 1 })
  await world.inject({
    method: 'DELETE',
    url: `/v1/products/${gone}`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  for (const named of [ABSENT, theirs, gone]) {
    const items = [...SALE.items, { productId: named, cantidad: 1 }]
    const reply = await world.issue({ ...SALE, items })
    const field = `items[${SALE.items.length}].productId`
    const { code, message, details } = reply.body.error
    assert.deepEqual([reply.status, code, details], [404, 'not_found', { field }])
    assert.equal(message, `${field}: no hay un producto activo con ese productId en esta empresa.`)
  }
})

test('prepare accepts a product too, and its document is complete', async () => {
  const reply = await world.inject({
    method: 'POST',
    url: '/v1/dte/prepare',
    headers: {
      'x-service-key': world.company.key.apiKey,
      'content-type': 'application/json',
      'idempotency-key': 'prepare-with-product',
    },
    payload: JSON.stringify({ ...SALE, items: [{ productId, cantidad: 4 }] }),
  })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.documento.cuerpoDocumento[0].descripcion, 'Café de altura, 1 lb')
})

test('a line without a product states what it sells, and a product’s problem names the product', async () => {
  const bare = await world.issue({ ...SALE, items: [{ cantidad: 1, precioUni: 1 }] })
  assert.deepEqual([bare.status, bare.body.error.details.field], [400, 'items[0].descripcion'])
  const typed = await world.issue({ ...SALE, items: [{ productId: 'CAFE-1', cantidad: 1 }] })
  assert.deepEqual([typed.status, typed.body.error.details.field], [400, 'items[0].productId'])

  const sinPrecio = await store({ descripcion: 'Sin IVA', precioUni: 1 })
  const priceless = await world.issue({ ...SALE, items: [{ productId: sinPrecio, cantidad: 1 }] })
  assert.equal(priceless.status, 422, priceless.text)
  assert.equal(priceless.body.error.details.issues[0].field, 'items[0].precioUni')
  const twice = Array(2).fill({ productId: sinPrecio, cantidad: 1 })
  const unpriced = await world.issue({ ...SALE, items: twice })
  const said = [priceless, unpriced].map(({ body }) => body.error.message)
  assert.match(said[0], /^El documento tiene un problema; no se gastó número\. /)
  assert.match(said[1], /^El documento tiene 2 problemas; no se gastó número\. /)

  const fuel = { descripcion: 'Diésel', precioConIva: 4, uniMedida: 59, tributos: ['D1'] }
  const byUnits = await store(fuel) // FOVIAL is per gallon
  const wrong = await world.issue({ ...SALE, items: [{ productId: byUnits, cantidad: 1 }] })
  assert.equal(wrong.status, 422, wrong.text)
  assert.equal(wrong.body.error.details.issues[0].field, 'items[0].productId')
})

test('a charge outside the base takes the product’s name and code, and no sale members', async () => {
  const fuel = { descripcion: 'Diésel', precioConIva: 4, uniMedida: 22, tributos: ['D1'] }
  const gallons = await store({ ...fuel, tipoVenta: 'gravada' })
  const charge = { productId: gallons, cantidad: 1, noGravado: 5 }
  const reply = await world.issue({ ...SALE, items: [...SALE.items, charge] })
  assert.equal(reply.status, 200, reply.text)
  const line = JSON.parse(reply.body.archivoDte).cuerpoDocumento.at(-1)
  assert.deepEqual(
    [line.descripcion, line.noGravado, line.precioUni, line.ventaGravada, line.tributos],
    ['Diésel', 5, 0, 0, null],
  )
})

test('a line with noGravado 0 is a sale of its product, at its price', async () => {
  const reply = await world.issue({ ...SALE, items: [{ productId, cantidad: 1, noGravado: 0 }] })
  assert.equal(reply.status, 200, reply.text)
  const { precioUni, ventaGravada, noGravado } = lineOf(reply)
  assert.deepEqual([precioUni, ventaGravada, noGravado], [5.65, 5.65, 0])
})

test('a repeat gets its first answer, whatever its key may issue and sign by now', async () => {
  const key = await world.mintKey(world.company.nit)
  const calls = {
    issue: (options: IssueOptions) => world.issue(SALE, options),
    prepare: (options: IssueOptions) => prepare(world, SALE, options),
  }
  const headers = { 'x-service-sign-key': '' }
  for (const [idempotencyKey, call] of Object.entries(calls)) {
    await world.deps.pool.many('update api_keys set amount_max = 100 where key_id = $1', [
      key.keyId,
    ])
    const first = await call({ key, idempotencyKey })
    assert.equal(first.status, 200, first.text)
    await world.deps.pool.many('update api_keys set amount_max = 1 where key_id = $1', [key.keyId])
    const again = await call({ key, idempotencyKey, headers })
    assert.equal(again.headers['idempotency-replayed'], 'true', again.text)
    assert.equal(again.text, first.text)
  }
})
