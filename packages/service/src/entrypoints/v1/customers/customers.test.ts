/** Storing, reading, changing and deactivating customers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  callCustomers,
  DIRECCION,
  EMPRESA_CLIENTE,
  storeCustomer,
  storedId,
} from '../../../../test/customers.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const ABSENT = '00000000-0000-4000-8000-00000000abcd'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** A NIT that no other test uses. */
let numbers = 0
const freshNit = () => `0614010190${String(++numbers).padStart(4, '0')}`

test('a customer is stored as documents write it, and read again as it was answered', async () => {
  const stored = await storeCustomer(world, { ...EMPRESA_CLIENTE, externalId: 'ERP-1' })
  assert.equal(stored.status, 201)
  assert.equal(stored.body.numDocumento, '06140202901024', 'without hyphens')
  assert.equal(stored.body.tipoDocumento, '36', 'known by its fourteen digits')
  assert.equal(stored.body.nrc, '1234567')
  assert.equal(stored.body.activo, true)
  assert.equal(stored.body.codPais, null)
  const read = await callCustomers(world, { path: `/${stored.body.customerId}` })
  assert.equal(read.text, stored.text)
})

test('customer data is stored encrypted, except for what lists show', async () => {
  const customerId = await storedId(world, {
    nombre: 'Sellada, S.A.',
    numDocumento: freshNit(),
    correo: 'secreto@example.com',
  })
  const { row } = await world.deps.pool.one<{ row: string }>(
    `select c::text as row from customers c where customer_id = $1`,
    [customerId],
  )
  assert.ok(row.includes('Sellada'))
  assert.ok(!row.includes(Buffer.from('secreto@example.com').toString('hex')))
})

test('repeated calls store a customer once, whichever came first', async () => {
  const body = { nombre: 'Repetida', numDocumento: freshNit(), externalId: 'ERP-2' }
  const replies = await Promise.all(Array.from({ length: 8 }, () => storeCustomer(world, body)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(7).fill(200), 201])
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
})

test('another customer with the same document or externalId is refused, naming the stored one', async () => {
  const numDocumento = freshNit()
  const body = { nombre: 'Primera', numDocumento, externalId: 'ERP-3' }
  const customerId = await storedId(world, body)
  const byDocument = await storeCustomer(world, { nombre: 'Segunda', numDocumento })
  assert.equal(byDocument.status, 409)
  assert.equal(byDocument.body.error.code, 'customer_exists')
  assert.deepEqual(byDocument.body.error.details, { field: 'numDocumento', customerId })
  const byWord = await storeCustomer(world, { nombre: 'Tercera', externalId: 'ERP-3' })
  assert.deepEqual(byWord.body.error.details, { field: 'externalId', customerId })
})

/** The request, the status, and the field in the refusal. */
// biome-ignore format: a table
const WRONG: readonly (readonly [what: string, body: unknown, status: number, field: string])[] = [
  ['no name',                    {},                                                            400, 'nombre'],
  ['a member that is not one',   { nombre: 'X', rfc: '1' },                                     400, 'rfc'],
  ['a number for a text',        { nombre: 'X', direccion: { ...DIRECCION, distrito: 14 } },    400, 'direccion.distrito'],
  ['half an address',            { nombre: 'X', direccion: { departamento: '06' } },            400, 'direccion.municipio'],
  ['a customerId of its own',    { nombre: 'X', customerId: ABSENT },                           400, 'customerId'],
  ['a NIT of thirteen digits',   { nombre: 'X', tipoDocumento: '36', numDocumento: '0614010190001' }, 422, 'numDocumento'],
  ['a DUI that does not exist',  { nombre: 'X', numDocumento: '01234567-0' },                   422, 'numDocumento'],
  ['a kind without its number',  { nombre: 'X', tipoDocumento: '13' },                          422, 'numDocumento'],
  ['an unknown kind',            { nombre: 'X', tipoDocumento: '99', numDocumento: '1' },       422, 'tipoDocumento'],
  ['an NRC with letters',        { nombre: 'X', nrc: '12A' },                                   422, 'nrc'],
  ['an unknown activity',        { nombre: 'X', codActividad: '00001' },                        422, 'codActividad'],
  ['an unknown department',      { nombre: 'X', direccion: { ...DIRECCION, departamento: '99' } }, 422, 'direccion.departamento'],
  ['a municipality elsewhere',   { nombre: 'X', direccion: { ...DIRECCION, municipio: '99' } }, 422, 'direccion.municipio'],
  ['a district elsewhere',       { nombre: 'X', direccion: { ...DIRECCION, distrito: '99' } },  422, 'direccion.distrito'],
  ['a mail that cannot arrive',  { nombre: 'X', correo: 'nadie@empresa' },                      422, 'correo'],
  ['an unknown country',         { nombre: 'X', codPais: 'ZZ' },                                422, 'codPais'],
  ['a control character',        { nombre: 'X\u0000Y' },                                        400, 'nombre'],
]

for (const [what, body, status, field] of WRONG) {
  test(`a customer with ${what} is not stored, and its field is named`, async () => {
    const reply = await storeCustomer(world, body)
    assert.equal(reply.status, status, reply.text)
    const { details } = reply.body.error
    const fields = (details.issues as { field: string }[]).map((issue) => issue.field)
    assert.ok(fields.includes(field), reply.text)
  })
}

test('every problem of a customer is reported at once', async () => {
  const reply = await storeCustomer(world, { nombre: 'X', nrc: 'A', correo: 'mal', codPais: 'ZZ' })
  assert.equal(reply.status, 400, 'the mail is too short to be one')
  const rules = await storeCustomer(world, { nombre: 'X', nrc: 'A', correo: 'mal@mal' })
  assert.equal(rules.status, 422)
  assert.equal(rules.body.error.details.issues.length, 2)
})

test('nine digits of a foreign document are not a DUI, and a foreign number keeps its hyphens', async () => {
  const reply = await storeCustomer(world, {
    nombre: 'Importer Inc.',
    numDocumento: '98-7654321',
    codPais: 'US',
    complemento: '1 Main Street',
    tipoPersona: 2,
    descActividad: 'Retail trade',
    correo: 'buyer@example.com',
  })
  assert.equal(reply.status, 201, reply.text)
  assert.equal(reply.body.tipoDocumento, '37')
  assert.equal(reply.body.numDocumento, '98-7654321')
})

test('a patch changes its members, removes those that are null, and leaves the rest', async () => {
  const customerId = await storedId(world, {
    ...EMPRESA_CLIENTE,
    numDocumento: freshNit(),
    externalId: 'ERP-4',
  })
  const reply = await callCustomers(world, {
    method: 'PATCH',
    path: `/${customerId}`,
    body: { telefono: null, direccion: { complemento: 'Avenida Sur 2' }, externalId: 'ERP-5' },
  })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.telefono, null)
  assert.deepEqual(reply.body.direccion, { ...DIRECCION, complemento: 'Avenida Sur 2' })
  assert.equal(reply.body.externalId, 'ERP-5')
  assert.equal(reply.body.correo, EMPRESA_CLIENTE.correo)
  assert.equal((await callCustomers(world, { path: `/${customerId}` })).text, reply.text)
})

test('a patch whose result could not be stored changes nothing', async () => {
  const customerId = await storedId(world, { nombre: 'Entera', direccion: DIRECCION })
  const before = await callCustomers(world, { path: `/${customerId}` })
  const patch = (body: unknown) =>
    callCustomers(world, { method: 'PATCH', path: `/${customerId}`, body })
  const noName = await patch({ nombre: null })
  assert.equal(noName.status, 400)
  assert.equal(noName.body.error.details.field, 'nombre')
  const half = await patch({ direccion: { distrito: null } })
  assert.equal(half.status, 400)
  assert.equal(half.body.error.details.field, 'direccion.distrito')
  const elsewhere = await patch({ direccion: { distrito: '99' } })
  assert.equal(elsewhere.status, 422)
  assert.equal(elsewhere.body.error.details.issues[0].field, 'direccion.distrito')
  const unknown = await patch({ direccion: { calle: 'X' } })
  assert.equal(unknown.status, 400)
  assert.equal(unknown.body.error.details.field, 'direccion.calle')
  assert.equal((await callCustomers(world, { path: `/${customerId}` })).text, before.text)
})

test('a patch cannot take the document of another customer', async () => {
  const numDocumento = freshNit()
  const taken = await storedId(world, { nombre: 'Dueña', numDocumento })
  const customerId = await storedId(world, { nombre: 'Otra', numDocumento: freshNit() })
  const path = `/${customerId}`
  const reply = await callCustomers(world, { method: 'PATCH', path, body: { numDocumento } })
  assert.equal(reply.status, 409)
  assert.deepEqual(reply.body.error.details, { field: 'numDocumento', customerId: taken })
})

test('concurrent patches of one customer are all kept', async () => {
  const customerId = await storedId(world, { nombre: 'Disputada' })
  const patches = [{ telefono: '22223333' }, { correo: 'a@example.com' }, { nrc: '1234' }]
  await Promise.all(
    patches.map((body) => callCustomers(world, { method: 'PATCH', path: `/${customerId}`, body })),
  )
  const { body } = await callCustomers(world, { path: `/${customerId}` })
  assert.deepEqual([body.telefono, body.correo, body.nrc], ['22223333', 'a@example.com', '1234'])
})

test('a deleted customer is deactivated, a repeat answers the same, and another may take its document', async () => {
  const numDocumento = freshNit()
  const customerId = await storedId(world, { nombre: 'Cerrada', numDocumento })
  const first = await callCustomers(world, { method: 'DELETE', path: `/${customerId}` })
  assert.equal(first.status, 200)
  assert.equal(first.body.activo, false)
  const again = await callCustomers(world, { method: 'DELETE', path: `/${customerId}` })
  assert.equal(again.text, first.text)
  assert.equal((await callCustomers(world, { path: `/${customerId}` })).text, first.text)
  await storedId(world, { nombre: 'Nueva', numDocumento })
  const back = { method: 'PATCH', path: `/${customerId}`, body: { activo: true } } as const
  assert.equal((await callCustomers(world, back)).status, 409, 'its document is another one’s now')
})

test('a deactivated customer can be reactivated', async () => {
  const customerId = await storedId(world, { nombre: 'De vuelta' })
  await callCustomers(world, { method: 'DELETE', path: `/${customerId}` })
  const back = { method: 'PATCH', path: `/${customerId}`, body: { activo: true } } as const
  assert.equal((await callCustomers(world, back)).body.activo, true)
})

test('a customer of another company is 404, like one that never existed', async () => {
  const other = await world.addCompany()
  const theirs = await storedId(world, { nombre: 'Ajena', numDocumento: freshNit() }, other.key)
  for (const call of [
    { method: 'GET' },
    { method: 'DELETE' },
    { method: 'PATCH', body: { nombre: 'Mía' } },
  ] as const) {
    const foreign = await callCustomers(world, { ...call, path: `/${theirs}` })
    const absent = await callCustomers(world, { ...call, path: `/${ABSENT}` })
    assert.equal(foreign.status, 404)
    assert.equal(foreign.text, absent.text)
  }
  const untouched = await callCustomers(world, { path: `/${theirs}`, key: other.key })
  assert.equal(untouched.body.nombre, 'Ajena')
  assert.equal(untouched.body.activo, true)
})

const WRITERS = [['catalog'], ['issue'], ['catalog', 'issue', 'download']] as const
const READERS = [['query'], ['query', 'download']] as const

test('the scope catalog or issue writes customers, and reading needs the scope query', async () => {
  for (const scopes of WRITERS) {
    const key = await world.mintKey(world.company.nit, { scopes: [...scopes] })
    const customerId = await storedId(world, { nombre: `De ${scopes}` }, key)
    const path = `/${customerId}`
    const patch = { method: 'PATCH', path, body: { telefono: '22223333' } } as const
    assert.equal((await callCustomers(world, { ...patch, key })).status, 200)
    assert.equal((await callCustomers(world, { method: 'DELETE', path, key })).status, 200)
    for (const call of [{ path }, {}]) {
      const { details, code } = (await callCustomers(world, { ...call, key })).body.error
      assert.deepEqual([code, details], ['forbidden_scope', { required: 'query', granted: scopes }])
    }
  }
  const customerId = await storedId(world, { nombre: 'De lectores' })
  const path = `/${customerId}`
  for (const scopes of READERS) {
    const key = await world.mintKey(world.company.nit, { scopes: [...scopes] })
    for (const call of [
      { method: 'POST', body: { nombre: 'No' } },
      { method: 'PATCH', path, body: {} },
      { method: 'DELETE', path },
    ] as const) {
      const { details, code } = (await callCustomers(world, { ...call, key })).body.error
      assert.deepEqual(
        [code, details],
        ['forbidden_scope', { required: 'catalog', granted: scopes }],
        call.method,
      )
    }
    assert.equal((await callCustomers(world, { path, key })).status, 200)
  }
})

test('a key with the scope catalog alone issues nothing, and its refused calls are not counted', async () => {
  const key = await world.mintKey(world.company.nit, { scopes: ['catalog'] })
  const issued = await world.issue(undefined, { key })
  assert.equal(`${issued.status} ${issued.body.error.code}`, '403 forbidden_scope')
  const stored = await callCustomers(world, { method: 'POST', body: { nombre: 'Contada' }, key })
  const [before, after] = [issued, stored].map(({ headers }) => headers['ratelimit-remaining'])
  assert.equal(Number(after), Number(before) - 1)
})

test('a customerId that is not a UUID is 400, and so is an unexpected body', async () => {
  const reply = await callCustomers(world, { path: '/uno' })
  assert.equal(reply.status, 400)
  assert.equal(reply.body.error.details.field, 'customerId')
  const noBody = await callCustomers(world, { method: 'POST' })
  assert.equal(noBody.status, 400)
  assert.equal(noBody.body.error.details.field, 'body')
  const withBody = { method: 'DELETE', path: `/${ABSENT}`, body: {} } as const
  assert.equal((await callCustomers(world, withBody)).status, 400)
})
