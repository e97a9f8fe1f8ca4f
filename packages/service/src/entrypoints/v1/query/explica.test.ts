/** `?explica=totales`: how each total of a stored document was computed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { invalidate } from '../../../../test/corrections.ts'
import { prepare } from '../../../../test/prepared.ts'
import { createWorld, type Reply, type World } from '../../../../test/world.ts'
import { releaseExpired } from '../../jobs/reservations.ts'

const EXAMPLES = new URL('../../../../../fiscal/examples/', import.meta.url)
const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.request.json`, EXAMPLES), 'utf8'))

const VENTA_03 = {
  ...example('03/sencillo'),
  items: [{ descripcion: 'Servicio', cantidad: 3, precioUni: 33.33333333 }],
}

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

function explain(codigoGeneracion: string, query = 'explica=totales'): Promise<Reply> {
  return world.inject({
    method: 'GET',
    url: `/v1/dte/${codigoGeneracion}?${query}`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
}

async function issued(body: object): Promise<string> {
  const reply = await world.issue(body)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.codigoGeneracion
}

const note = async (tipoDte: '05' | '06') =>
  issued({
    tipoDte,
    documentosRelacionados: [{ codigoGeneracion: await issued(VENTA_03) }],
    items: [{ descripcion: 'Ajuste', cantidad: 1, precioUni: 7.77 }],
  })

// biome-ignore format: a table
const OF_TYPES: Readonly<Record<string, () => Promise<string>>> = {
  '01': () => issued(example('01/retencion')),
  '03': () => issued(VENTA_03),
  '05': () => note('05'),
  '06': () => note('06'),
  '11': () => issued(example('11/bienes')),
  '14': () => issued(example('14/servicio-con-retencion')),
}

for (const [tipoDte, make] of Object.entries(OF_TYPES)) {
  test(`every total of a ${tipoDte} is explained and ends in the value that the document states`, async () => {
    const codigoGeneracion = await make()
    const { status, body, text } = await explain(codigoGeneracion)
    assert.equal(status, 200, text)
    const { explicacion, documento } = body
    const totals = Object.entries(documento.resumen).filter(isTotal)
    assert.ok(totals.length > 3)
    for (const [importe, value] of totals) {
      const rows = explicacion.totales.filter((row: Row) => row.importe === importe)
      assert.equal(rows.length, 1, `${importe} is explained ${rows.length} times`)
      assert.equal(Number(rows[0].enDocumento), value, importe)
      assert.ok(rows[0].formula.length > 0)
      assert.match(rows[0].fuente, /^docs\/sources\.md#/)
    }
    assert.deepEqual(
      explicacion.lineas.map((linea: { numItem: number }) => linea.numItem),
      documento.cuerpoDocumento.map((linea: { numItem: number }) => linea.numItem),
    )
  })
}

interface Row {
  readonly importe: string
}

/** Members that are counts or codes, not amounts. */
const NO_TOTALS = ['condicionOperacion']
const isTotal = ([name, value]: [string, unknown]) =>
  typeof value === 'number' && !NO_TOTALS.includes(name)

test('a rounding shows the unrounded value', async () => {
  const { body } = await explain(await issued(VENTA_03))
  const total = body.explicacion.totales.find((row: Row) => row.importe === 'totalGravada')
  assert.deepEqual(total.redondeo, { decimales: 2, exacto: '99.99999999' })
  assert.equal(total.valor, '100')
  assert.deepEqual(total.entradas, [
    { nombre: 'Σ ventaGravada', valor: '99.99999999', lineas: [1] },
  ])
})

test('a large document gets the same explanation', async () => {
  const items = Array.from({ length: 400 }, (_, i) => ({
    descripcion: `Artículo número ${i} de un pedido largo`,
    cantidad: 1 + (i % 3),
    precioUni: 1.25,
  }))
  const { body } = await explain(await issued({ tipoDte: '01', items }))
  assert.equal(body.explicacion.lineas.length, 400)
  const total = body.explicacion.totales.find((row: Row) => row.importe === 'totalPagar')
  assert.equal(Number(total.enDocumento), body.totales.totalPagar)
})

test('without the parameter there is no explanation, and another value is 400 and named', async () => {
  const codigoGeneracion = await issued(VENTA_03)
  assert.ok(!('explicacion' in (await world.query(codigoGeneracion)).body))
  for (const query of ['explica=lineas', 'explica=', 'explica=totales&explica=totales']) {
    const reply = await explain(codigoGeneracion, query)
    assert.equal(reply.status, 400, query)
    assert.equal(reply.body.error.details.field, 'explica')
  }
})

test('an event has no totals to explain, nor has a released reservation', async () => {
  const event = await invalidate(world, await issued(VENTA_03))
  assert.equal(event.status, 200, event.text)
  const reserved = await prepare(world)
  const codes = [event.body.evento.codigoGeneracion, reserved.body.codigoGeneracion]
  assert.notEqual((await explain(codes[1])).body.explicacion, null, 'while it is reserved')
  await world.advance(15 * 60_000)
  await releaseExpired(world.deps)
  for (const [code, estado] of [
    [codes[0], 'sellado'],
    [codes[1], 'liberado'],
  ]) {
    const { explicacion, ...plain } = (await explain(code)).body
    assert.deepEqual([plain.estado, explicacion], [estado, null])
    assert.equal(plain.documento === null, estado === 'liberado', 'its number may be another’s')
    assert.deepEqual((await world.query(code)).body, plain, 'else it says the same')
  }
})

test('a document of another company is 404 with the parameter as without', async () => {
  const other = await world.addCompany()
  const codigoGeneracion = await issued(VENTA_03)
  const foreign = await world.inject({
    method: 'GET',
    url: `/v1/dte/${codigoGeneracion}?explica=totales`,
    headers: { 'x-service-key': other.key.apiKey },
  })
  assert.equal(foreign.status, 404)
})
