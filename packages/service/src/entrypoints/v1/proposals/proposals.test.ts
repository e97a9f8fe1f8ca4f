import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DIRECCION, storedId } from '../../../../test/customers.ts'
import { callProposals, propose } from '../../../../test/proposals.ts'
import { atOnce } from '../../../../test/races/numbers.ts'
import { createWorld, SALE, type World } from '../../../../test/world.ts'
import { DAY_MS } from '../../../base/time/durations.ts'
import { PENDING_OF_KEY_MAX } from '../../../ledger/proposals/store.ts'
import { sweepClaims } from '../../jobs/claims.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const fresh = async () => (await world.addCompany()).key
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  `${status} ${body.error?.code}`

test('a proposal is checked and kept, with its totals and where it is issued, and takes no number', async () => {
  const spent = await world.numbersSpent()
  const made = await propose(world)
  assert.equal(made.estado, 'pendiente')
  assert.equal(made.totales.totalPagar, 11.3)
  assert.equal(made.referencia, `propuesta-${made.id}`)
  assert.ok(world.company.key.apiKey.startsWith(`${made.llave.keyId}.`), made.llave.keyId)
  assert.ok(made.consola.endsWith(`/${world.company.nit}/pruebas/propuestas/${made.id}`))

  const { body } = await callProposals(world, 'GET', `/${made.id}`)
  const { peticion, documento, ...shown } = body
  assert.deepEqual(shown, made)
  assert.deepEqual(peticion, { ...SALE, referencia: made.referencia })
  assert.equal(documento.resumen.totalPagar, 11.3)
  assert.equal(await world.numbersSpent(), spent)
  assert.deepEqual(await world.deps.pool.many('select 1 from documents'), [])
})

test('a type without items is proposed as it was asked', async () => {
  const supplier = {
    ...{ numDocumento: '0614-121285-001-7', nrc: '765432-1', codActividad: '46900' },
    nombre: 'PROVEEDORA FICTICIA, S.A. DE C.V.',
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
  }
  const documento = {
    ...{ tipoDocumento: '03', numeroDocumento: '001234', tipoGeneracion: 1 },
    ...{ fechaEmision: '2026-10-01', monto: 1000 },
  }
  const body = { tipoDte: '07', receptor: supplier, retencion: { documentos: [documento] } }
  const made = await propose(world, body)
  const { peticion } = (await callProposals(world, 'GET', `/${made.id}`)).body
  assert.deepEqual(peticion, { ...body, referencia: made.referencia })
})

test('a proposal names its buyer by what is known of it', async () => {
  const ana = { nombre: 'Ana Paz', tipoDocumento: '13', numDocumento: '00016297-5' }
  // biome-ignore format: a table
  const buyers = [
    [SALE,                                          null],
    [{ ...SALE, receptor: { nombre: 'Ana Paz' } },  { nombre: 'Ana Paz', numDocumento: null }],
    [{ ...SALE, receptor: ana },                    { nombre: 'Ana Paz', numDocumento: '000162975' }],
    [{ ...SALE, receptor: { ...ana, nombre: undefined } }, { nombre: null, numDocumento: '000162975' }],
  ] as const
  for (const [body, receptor] of buyers) {
    assert.deepEqual((await propose(world, body)).receptor, receptor)
  }
})

test('a key that may not sign can propose, within its own types and amount', async () => {
  const { nit } = world.company
  const key = await world.mintKey(nit, { passphrase: null, tiposDte: ['01'], amountMax: 20 })
  await propose(world, SALE, key)
  const dear = { ...SALE, items: [{ descripcion: 'Café', cantidad: 3, precioUni: 10 }] }
  const wrong = await callProposals(world, 'POST', '', { body: dear, key })
  assert.equal(codeOf(wrong), '429 amount_limit')
  const other = { ...SALE, tipoDte: '03' }
  const foreign = await callProposals(world, 'POST', '', { body: other, key })
  assert.equal(codeOf(foreign), '403 dte_type_not_allowed')
  const reader = await world.mintKey(nit, { scopes: ['query'] })
  const refused = await callProposals(world, 'POST', '', { body: SALE, key: reader })
  assert.equal(codeOf(refused), '403 forbidden_scope')
})

test('a reference of the caller’s own, a correction and a sale that the rules refuse are not proposed', async () => {
  const code = '11111111-1111-4111-8111-111111111111'
  for (const [more, expected] of [
    [{ referencia: 'mía' }, '400 invalid_request'],
    [{ corrige: code }, '400 invalid_request'],
    [{ receptor: { customerId: code } }, '404 not_found'],
    [{ formaPago: '77' }, '422 validation_failed'],
  ] as const) {
    const reply = await callProposals(world, 'POST', '', { body: { ...SALE, ...more } })
    assert.equal(codeOf(reply), expected)
  }
})

test('no program issues or reserves under the reference of a proposal', async () => {
  const key = await fresh()
  const { id, referencia } = await propose(world, SALE, key)
  const other = { ...SALE, items: [{ descripcion: 'Otra', cantidad: 1, precioUni: 20 }] }
  for (const taken of [referencia, referencia.toUpperCase().replace('PROPUESTA', 'propuesta')]) {
    const body = { ...other, referencia: taken }
    assert.equal(codeOf(await world.issue(body, { key })), '400 invalid_request')
    const reserving = await world.inject({
      method: 'POST',
      url: '/v1/dte/prepare',
      headers: { 'x-service-key': key.apiKey, 'idempotency-key': `reserva ${taken}` },
      payload: body,
    })
    assert.equal(codeOf(reserving), '400 invalid_request')
  }
  assert.equal((await callProposals(world, 'GET', `/${id}`, { key })).body.estado, 'pendiente')
  // What only begins like it is the caller's own.
  assert.equal((await world.issue({ ...other, referencia: 'propuesta-17' }, { key })).status, 200)
})

test('what is stored of a product is put into the request: a later price changes nothing', async () => {
  const { apiKey } = world.company.key
  const call = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    world.inject({ method, url, headers: { 'x-service-key': apiKey }, payload })
  const product = {
    codigo: 'CAFE',
    descripcion: 'Café',
    tipoItem: 1,
    uniMedida: 59,
    precioConIva: 10,
  }
  const { body } = await call('POST', '/v1/products', product)
  const items = [{ productId: body.productId, cantidad: 1 }]
  const made = await propose(world, { tipoDte: '01', items })
  await call('PATCH', `/v1/products/${body.productId}`, { precioConIva: 99 })
  const read = (await callProposals(world, 'GET', `/${made.id}`)).body
  assert.equal(read.peticion.items[0].productId, undefined)
  assert.equal(read.totales.totalPagar, made.totales.totalPagar)
  const checked = await world.inject({
    method: 'POST',
    url: '/v1/dte/validate',
    headers: { 'x-service-key': apiKey },
    payload: read.peticion,
  })
  assert.equal(checked.body.totales.totalPagar, made.totales.totalPagar, checked.text)
})

test('what is stored of a customer is put into the request, and what is not known of it is left out', async () => {
  const nombre = 'Ana Paz'
  const customerId = await storedId(world, { nombre, correo: 'ana@example.com' })
  const made = await propose(world, { ...SALE, receptor: { customerId } })
  const { peticion } = (await callProposals(world, 'GET', `/${made.id}`)).body
  const receptor = { nombre, correo: 'ana@example.com' }
  assert.deepEqual(peticion, { ...SALE, receptor, referencia: made.referencia })
})

test('of a stored customer a proposal has what its type takes', async () => {
  const ana = { nombre: 'Ana Pérez', numDocumento: '01234567-8', direccion: DIRECCION }
  const customerId = await storedId(world, { ...ana, nrc: '98765' })
  const { items } = SALE
  const made = await propose(world, { tipoDte: '14', receptor: { customerId }, items })
  const { receptor } = (await callProposals(world, 'GET', `/${made.id}`)).body.peticion
  assert.equal(receptor.nombre, ana.nombre)
  assert.ok(!('nrc' in receptor), JSON.stringify(receptor))
})

test('a repeat with its Idempotency-Key makes no second one', async () => {
  const key = await fresh()
  const options = { key, body: SALE, idempotencyKey: 'propuesta 1' }
  const [first, again] = [
    await callProposals(world, 'POST', '', options),
    await callProposals(world, 'POST', '', options),
  ]
  assert.equal(again.text, first.text)
  const { body } = await callProposals(world, 'GET', '', { key })
  assert.equal(body.propuestas.length, 1)
})

test('at most a hundred of a key wait, also of those that come at once; a discarded one makes place', async () => {
  const key = await fresh()
  for (let n = 0; n < PENDING_OF_KEY_MAX - 5; n += 1) await propose(world, SALE, key)
  const replies = await atOnce(12, () => callProposals(world, 'POST', '', { body: SALE, key }))
  const made = replies.filter(({ status }) => status === 201)
  assert.equal(made.length, 5)
  for (const reply of replies) {
    if (reply.status !== 201)
      assert.equal(reply.body.error.details.issues[0].rule, 'propuesta.maximo')
  }
  const gone = await callProposals(world, 'DELETE', `/${made[0]?.body.id}`, { key })
  assert.equal(gone.body.estado, 'descartada')
  await propose(world, SALE, key)
  const pages: string[] = []
  for (let cursor = ''; ; ) {
    const path = `?estado=pendiente&limit=40${cursor}`
    const { body } = await callProposals(world, 'GET', path, { key })
    pages.push(...body.propuestas.map((one: { id: string }) => one.id))
    if (body.siguiente === null) break
    cursor = `&cursor=${encodeURIComponent(body.siguiente)}`
  }
  assert.equal(new Set(pages).size, PENDING_OF_KEY_MAX)
  assert.ok(!pages.includes(made[0]?.body.id))
})

test('at most two hundred of a company wait, of all its keys', async () => {
  const { nit, key } = await world.addCompany()
  const { id } = await propose(world, SALE, key)
  const others = `
    insert into proposals (company_id, proposal_id, ambiente, key_id, tipo_dte, summary, content, created_at, expires_at)
    select company_id, gen_random_uuid(), ambiente, 'k' || n % 2, tipo_dte, summary, content, created_at, expires_at
      from proposals, generate_series(1, 198) as n where proposal_id = $1 returning 1`
  assert.equal((await world.deps.pool.many(others, [id])).length, 198)
  await propose(world, SALE, key)
  const other = await world.mintKey(nit, { passphrase: null })
  const { status, body } = await callProposals(world, 'POST', '', { body: SALE, key: other })
  const message =
    'ya hay 200 propuestas de la empresa en espera: alguien debe emitirlas o descartarlas en la consola.'
  assert.deepEqual(
    [status, body.error.message, body.error.details.issues],
    [
      422,
      `La propuesta no se guardó: ${message}`,
      [{ field: 'propuesta', rule: 'propuesta.maximo', message }],
    ],
  )
})

test('one that is too large is refused', async () => {
  const items = Array.from({ length: 1_200 }, () => ({
    ...{ descripcion: 'Café de altura, tostado y molido. '.repeat(4), cantidad: 1, precioUni: 0.1 },
  }))
  const reply = await callProposals(world, 'POST', '', { body: { ...SALE, items } })
  const message = 'la venta y su documento pasan de 256 KB: pártala.'
  assert.deepEqual(
    [reply.status, reply.body.error?.details.issues],
    [422, [{ field: 'propuesta', rule: 'propuesta.tamano', message }]],
  )
})

test('another company’s proposal and another environment’s are answered like none', async () => {
  const [owner, other] = [await world.addCompany(), await world.addCompany()]
  const { id } = await propose(world, SALE, owner.key)
  const absent = '0f0f0f0f-0000-4000-8000-000000000000'
  for (const method of ['GET', 'DELETE'] as const) {
    const [theirs, none] = [id, absent].map((one) =>
      callProposals(world, method, `/${one}`, { key: other.key }),
    )
    assert.equal((await theirs)?.text, (await none)?.text)
    assert.equal((await theirs)?.status, 404)
  }
  assert.deepEqual((await callProposals(world, 'GET', '', { key: other.key })).body, {
    propuestas: [],
    siguiente: null,
  })
  await world.deps.pool.many(`update proposals set ambiente = '01' where proposal_id = $1`, [id])
  assert.equal((await callProposals(world, 'GET', `/${id}`, { key: owner.key })).status, 404)
})

test('nothing of the buyer is readable in the table', async () => {
  const nombre = 'Compradora Inconfundible'
  await propose(world, { ...SALE, receptor: { nombre } })
  const rows = await world.deps.pool.many<{ summary: Buffer; content: Buffer }>(
    'select summary, content from proposals',
  )
  assert.ok(
    rows.every(({ summary, content }) => !summary.includes(nombre) && !content.includes(nombre)),
  )
})

test('one expires after 7 days, and is deleted after 30', async () => {
  const { id } = await propose(world)
  await world.advance(7 * DAY_MS)
  assert.equal((await callProposals(world, 'GET', `/${id}`)).body.estado, 'vencida')
  await sweepClaims(world.deps)
  assert.equal((await callProposals(world, 'GET', `/${id}`)).status, 200)
  await world.advance(23 * DAY_MS)
  await sweepClaims(world.deps)
  assert.equal((await callProposals(world, 'GET', `/${id}`)).status, 404)
})
