/** Documents whose receptor is a stored customer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callCustomers, DIRECCION, EMPRESA_CLIENTE, storedId } from '../../../test/customers.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'

const ABSENT = '00000000-0000-4000-8000-00000000abcd'

let world: World
let empresa: string
before(async () => {
  world = await createWorld()
  empresa = await storedId(world, EMPRESA_CLIENTE)
})
after(() => world.close())

const issue = (tipoDte: string, receptor: object, more: object = {}) =>
  world.issue({ tipoDte, receptor, items: SALE.items, ...more })

test('a 03 is issued to a stored customer, completed as if it had been written out', async () => {
  const reply = await issue('03', { customerId: empresa })
  assert.equal(reply.status, 200, reply.text)
  const { receptor } = reply.body.documento
  assert.equal(receptor.nit, '06140202901024')
  assert.equal(receptor.nrc, '1234567')
  assert.deepEqual(receptor.direccion, DIRECCION)
  assert.equal(receptor.correo, EMPRESA_CLIENTE.correo)
  assert.ok(!reply.text.includes('customerId'), 'nothing of it is in the document')
})

test('the request’s members win over stored ones, even null', async () => {
  const reply = await issue('03', {
    customerId: empresa,
    correo: 'sucursal@ferreteria.com.sv',
    telefono: null,
    codActividad: '47190',
  })
  assert.equal(reply.status, 200, reply.text)
  const { receptor } = reply.body.documento
  assert.equal(receptor.correo, 'sucursal@ferreteria.com.sv')
  assert.equal(receptor.telefono, null)
  assert.equal(receptor.codActividad, '47190')
  assert.match(receptor.descActividad, /otros productos|comercios/i)
  assert.equal(receptor.nombre, EMPRESA_CLIENTE.nombre)
})

test('a stored activity’s text is not combined with another code', async () => {
  const customerId = await storedId(world, {
    ...EMPRESA_CLIENTE,
    numDocumento: '06140202901031',
    descActividad: 'Palabras propias',
  })
  const own = await issue('03', { customerId })
  assert.equal(own.body.documento.receptor.descActividad, 'Palabras propias')
  const other = await issue('03', { customerId, codActividad: '47190' })
  assert.notEqual(other.body.documento.receptor.descActividad, 'Palabras propias')
})

test('one customer serves every type it can be the receptor of, with only that type’s members', async () => {
  const customerId = await storedId(world, {
    nombre: 'Ana Pérez',
    numDocumento: '01234567-8',
    nrc: '98765',
    direccion: DIRECCION,
    codPais: 'SV',
    correo: 'ana@example.com',
  })
  const factura = await issue('01', { customerId })
  assert.equal(factura.status, 200, factura.text)
  assert.equal(factura.body.documento.receptor.tipoDocumento, '13')
  const compra = await issue('14', { customerId })
  assert.equal(compra.status, 200, compra.text)
  assert.equal(compra.body.documento.receptor.numDocumento, '012345678')
  assert.ok(!('nrc' in compra.body.documento.receptor))
})

test('an export is issued to a stored customer, and still needs the members of its type', async () => {
  const exportacion = { tipoItemExpor: 2 }
  const customerId = await storedId(world, {
    nombre: 'Importer Inc.',
    numDocumento: '98-7654321',
    codPais: 'US',
    complemento: '1 Main Street',
    tipoPersona: 2,
    descActividad: 'Retail trade',
  })
  const without = await issue('11', { customerId }, { exportacion })
  assert.equal(without.status, 422, without.text)
  assert.deepEqual(
    without.body.error.details.issues.map(({ field }: { field: string }) => field),
    ['receptor.correo'],
  )
  const reply = await issue('11', { customerId, correo: 'a@example.com' }, { exportacion })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.documento.receptor.numDocumento, '98-7654321')
  const bare = await issue('11', { nombre: 'Importer Inc.' }, { exportacion })
  assert.equal(bare.status, 400, 'without a customer the shape asks for all of it')
})

test('a customer that is unknown, another company’s or deactivated gets the same 404, and spends nothing', async () => {
  const other = await world.addCompany()
  const foreign = await storedId(world, { nombre: 'Ajeno' }, other.key)
  const gone = await storedId(world, { nombre: 'Cerrado' })
  await callCustomers(world, { method: 'DELETE', path: `/${gone}` })
  const spent = await world.numbersSpent()
  const replies = await Promise.all(
    [ABSENT, foreign, gone].map((customerId) => issue('01', { customerId })),
  )
  for (const reply of replies) {
    assert.equal(reply.status, 404)
    assert.equal(reply.body.error.code, 'not_found')
    assert.deepEqual(reply.body.error.details, { field: 'receptor.customerId' })
    assert.equal(
      reply.body.error.message,
      'receptor.customerId: no hay un cliente activo con ese customerId en esta empresa.',
    )
    assert.equal(reply.text, replies[0]?.text)
  }
  assert.equal(await world.numbersSpent(), spent)
})

test('a sale that asks for the mail of a buyer without an address is refused by that, with all else', async () => {
  const fieldsOf = async (more: object) => {
    const { body } = await issue('01', { nombre: 'Ana Pérez' }, more)
    return body.error?.details.issues.map(({ field }: { field: string }) => field)
  }
  const entrega = { correo: true }
  assert.deepEqual(await fieldsOf({ entrega }), ['entrega.correo'])
  assert.deepEqual(await fieldsOf({ entrega, formaPago: '77' }), ['formaPago', 'entrega.correo'])
})

test('a repeat gets the first answer, even if the customer has changed', async () => {
  const customerId = await storedId(world, { nombre: 'Pasajero' })
  const idempotencyKey = 'repetida-con-cliente'
  const body = { ...SALE, receptor: { customerId } }
  const first = await world.issue(body, { idempotencyKey })
  await callCustomers(world, { method: 'DELETE', path: `/${customerId}` })
  const again = await world.issue(body, { idempotencyKey })
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotency-replayed'], 'true')
})

for (const customerId of ['uno', 1]) {
  test(`a customerId that is ${JSON.stringify(customerId)} is 400 and named`, async () => {
    const reply = await issue('01', { customerId })
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error.details.field, 'receptor.customerId')
  })
}
