import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { balanceOf, giveBack, invalidate } from '../../../../test/corrections.ts'
import { outcomeOf, sealed } from '../../../../test/notas.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

let world: World
let codigo: string
before(async () => {
  world = await createWorld({ now: new Date('2026-11-30T18:00:00Z') })
  const { body } = await world.issue({
    tipoDte: '01',
    items: [
      { descripcion: 'Café', cantidad: 10, precioUni: 3.33 },
      { descripcion: 'Depósito de envase', cantidad: 1, noGravado: 2 },
    ],
  })
  codigo = body.codigoGeneracion
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const CAFE = { linea: 1, cantidad: 1 }

// biome-ignore format: a table
const ITEMS: readonly (readonly [string, readonly object[], string])[] = [
  ['none',                           [],                                            '400 invalid_request items'],
  ['no line',                        [{ cantidad: 1 }],                             '400 invalid_request items[0].linea'],
  ['line zero',                      [{ linea: 0, cantidad: 1 }],                   '400 invalid_request items[0].linea'],
  ['half a line',                    [{ linea: 1.5, cantidad: 1 }],                 '400 invalid_request items[0].linea'],
  ['neither form',                   [{ linea: 1 }],                                '400 invalid_request items[0]'],
  ['both forms',                     [{ linea: 1, cantidad: 1, noGravado: 1 }],     '400 invalid_request items[0]'],
  ['a line twice',                   [CAFE, CAFE],                                  '400 invalid_request items[1].linea'],
  ['nothing of it',                  [{ linea: 1, cantidad: 0 }],                   '400 invalid_request items[0].cantidad'],
  ['less than nothing',              [{ linea: 1, cantidad: -1 }],                  '400 invalid_request items[0].cantidad'],
  ['nine decimals',                  [{ linea: 1, cantidad: 0.123456789 }],         '400 invalid_request items[0].cantidad'],
  ['no charge',                      [{ linea: 2, noGravado: 0 }],                  '400 invalid_request items[0].noGravado'],
  ['a line as text',                 [{ linea: '1', cantidad: 1 }],                 '400 invalid_request items[0].linea'],
  ['an amount as text',              [{ linea: 1, cantidad: '1' }],                 '400 invalid_request items[0].cantidad'],
  ['no amount, in so many words',    [{ linea: 1, cantidad: null }],                '400 invalid_request items[0]'],
  ['a charge of nine decimals',      [{ linea: 2, noGravado: 0.123456789 }],        '400 invalid_request items[0].noGravado'],
  ['a billionth',                    [{ linea: 1, cantidad: 1e-9 }],                '400 invalid_request items[0].cantidad'],
  ['more than can be held',          [{ linea: 1, cantidad: 1e21 }],                '400 invalid_request items[0].cantidad'],
  ['a line past the last',           [{ linea: 2001, cantidad: 1 }],                '400 invalid_request items[0].linea'],
  ['a charge twice',                 [{ linea: 2, noGravado: 1 }, { linea: 2, noGravado: 1 }], '400 invalid_request items[1].linea'],
  ['a stranger',                     [{ ...CAFE, precioUni: 1 }],                   '400 invalid_request items[0].precioUni'],
  ['a line that there is not',       [{ linea: 3, cantidad: 1 }],                   '422 validation_failed items[0].linea'],
  ['a charge with the wrong sign',   [{ linea: 2, noGravado: -1 }],                 '422 validation_failed items[0].noGravado'],
  ['units of a charge',              [{ linea: 2, cantidad: 1 }],                   '422 validation_failed items[0].cantidad'],
  ['a charge of units',              [{ linea: 1, noGravado: 1 }],                  '422 validation_failed items[0].noGravado'],
  ['more than was charged',          [{ linea: 2, noGravado: 2.01 }],               '422 return_exceeds_available'],
  ['more than was sold',             [{ linea: 1, cantidad: 10.00000001 }],         '422 return_exceeds_available'],
]

for (const [what, items, expected] of ITEMS) {
  test(`items ${what}: ${expected}`, async () => {
    const reply = await giveBack(world, codigo, items)
    assert.equal(outcomeOf(reply), expected, reply.text)
  })
}

test('after these refusals nothing is signed and everything is available', async () => {
  assert.deepEqual(await world.deps.pool.many('select 1 from events'), [])
  assert.deepEqual(await balanceOf(world, codigo), [
    [10, 0, 10],
    [0, 0, 0],
  ])
})

test('a charge is returned by itself, with its sign', async () => {
  const reply = await giveBack(world, codigo, [{ linea: 2, noGravado: 1.25 }])
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.body.disponible[1].noGravado, {
    vendido: 2,
    devuelto: 1.25,
    disponible: 0.75,
  })
  const [{ lineas }] = (await world.query(codigo)).body.retornos
  assert.deepEqual(lineas, [{ linea: 2, noGravado: 1.25 }])
})

// biome-ignore format: a table
const DATES: readonly (readonly [string, string, RegExp])[] = [
  ['2026-11-29', '422 return_window_closed fechaEvento', /^fechaEvento 2026-11-29 es anterior al documento, que es del 2026-11-30; corríjala\. No se firmó nada\.$/],
  ['2026-12-01', '422 return_window_closed fechaEvento', /^fechaEvento 2026-12-01 todavía no llega; use la de hoy\. No se firmó nada\.$/],
  ['2026-02-30', '400 invalid_request fechaEvento',      /fechaEvento/],
  ['30/11/2026', '400 invalid_request fechaEvento',      /fechaEvento/],
]

for (const [fechaEvento, expected, said] of DATES) {
  test(`a return dated ${fechaEvento}: ${expected}`, async () => {
    const reply = await giveBack(world, codigo, [CAFE], { fechaEvento })
    assert.equal(outcomeOf(reply), expected, reply.text)
    assert.match(reply.body.error.message, said)
  })
}

test('only 01, 11 and 14 can be returned, only if sealed, and only our own', async () => {
  const other = await world.addCompany()
  const { body: foreign } = await world.issue(undefined, { key: other.key })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const { body: refused } = await world.issue()
  const { body: cancelled } = await world.issue()
  await invalidate(world, cancelled.codigoGeneracion)
  const key = await world.mintKey(world.company.nit, { tiposDte: ['03'] })

  const of = async (code: string, options = {}) =>
    outcomeOf(await giveBack(world, code, [CAFE], options))
  assert.equal(await of('x'), '400 invalid_request codigoGeneracion')
  assert.equal(await of(ABSENT), '404 not_found')
  assert.equal(await of(foreign.codigoGeneracion), '404 not_found')
  const credit = await giveBack(world, await sealed(world), [CAFE])
  assert.deepEqual(
    [credit.body.error.code, credit.body.error.details.allowed],
    ['return_type_not_allowed', ['01', '11', '14']],
  )
  assert.match(credit.body.error.message, /^Un documento de tipo 03 no admite devoluciones; /)
  const rejected = refused.error.details.codigoGeneracion
  assert.equal(await of(rejected), '422 validation_failed codigoGeneracion')
  assert.equal(await of(cancelled.codigoGeneracion), '422 validation_failed codigoGeneracion')
  assert.equal(await of(codigo, { key }), '403 dte_type_not_allowed')
})

test('the window closes after the last second of its last day', async () => {
  const edge = await createWorld({ now: new Date('2026-12-01T03:00:00Z') }) // 30 November there
  try {
    const { body } = await edge.issue({
      tipoDte: '01',
      items: [{ descripcion: 'Café', cantidad: 10, precioUni: 3.33 }],
    })
    const last = new Date('2027-03-01T05:59:55Z') // 28 February, 23:59:55
    await edge.advance(last.getTime() - edge.deps.clock.now().getTime())
    const before = await giveBack(edge, body.codigoGeneracion, [CAFE])
    await edge.advance(10_000)
    const after = await giveBack(edge, body.codigoGeneracion, [CAFE])

    assert.equal(before.status, 200, before.text)
    const { code, message, details } = after.body.error
    assert.deepEqual(
      [code, message, details],
      [
        'return_window_closed',
        'El plazo para devolver este documento terminó el 2027-02-28. No se firmó nada.',
        { field: 'fechaEvento', desde: '2026-11-30', hasta: '2027-02-28' },
      ],
    )
  } finally {
    await edge.close()
  }
})

test('the file of an event is served by its own code, and has no ticket form', async () => {
  const { body } = await giveBack(world, codigo, [CAFE])
  const file = (search: string) =>
    world.inject({
      method: 'GET',
      url: `/v1/dte/${body.codigoGeneracion}/file${search}`,
      headers: { 'x-service-key': world.company.key.apiKey },
    })
  const json = await file('')
  assert.equal(json.text, body.archivoJson)
  assert.equal(JSON.parse((await file('?raw=true')).text).jws, body.jws)
  const page = await world.app.inject({
    method: 'GET',
    url: `/v1/dte/${body.codigoGeneracion}/file?kind=pdf`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.ok(page.rawPayload.equals(Buffer.from(body.representacionGrafica, 'base64')))
  const ticket = await file('?kind=ticket')
  const message = 'un evento no tiene tiquete; pida kind=pdf.'
  const details = { field: 'kind', issues: [{ field: 'kind', message }] }
  const error = { code: 'invalid_request', message: `kind: ${message}`, details }
  assert.deepEqual([ticket.status, ticket.body], [400, { error }])
})

test('an event that the ministry rejected has no page', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const { body } = await giveBack(world, codigo, [CAFE])
  const reply = await world.inject({
    method: 'GET',
    url: `/v1/dte/${body.error.details.codigoGeneracion}/file?kind=pdf`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.equal(reply.status, 404)
  assert.deepEqual(reply.body.error, {
    ...{ code: 'return_pdf_unavailable', details: {} },
    message:
      'El evento está rechazado: nunca existió para Hacienda y no tiene hoja. Pida ?raw=true.',
  })
})

test('a retention that the last lines cannot state is refused with the line, and nothing is signed', async () => {
  const { body: sale } = await world.issue({
    tipoDte: '01',
    receptor: { nombre: 'ANA', numDocumento: '00016297-5' },
    items: [{ descripcion: 'Dulce', cantidad: 200, precioUni: 0.565 }], // half a cent retained of each
    aplicarRetencionIva: true,
  })
  const of = (cantidad: number) => giveBack(world, sale.codigoGeneracion, [{ linea: 1, cantidad }])
  const withACent: string[] = []
  for (let i = 0; i < 6; i++) {
    const { status, body, text } = await of(1)
    assert.equal(status, 200, text)
    if (JSON.parse(body.archivoJson).resumen.ivaRete > 0) withACent.push(body.codigoGeneracion)
  }
  assert.equal(withACent.length, 3)
  for (const evento of withACent) assert.equal((await invalidate(world, evento)).status, 200)

  const countEvents = () => world.deps.pool.many('select 1 from events')
  const before = await countEvents()
  const refused = await of(197)
  assert.equal(outcomeOf(refused), '422 validation_failed items[0].cantidad')
  assert.match(refused.body.error.message, /línea 1 ivaRete no puede pasar de 0\.99/)
  assert.deepEqual(await countEvents(), before)
  for (const cantidad of [98, 99]) assert.equal((await of(cantidad)).status, 200)
})
