import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mintLiveKey } from '../../../../test/live-key.ts'
import { until } from '../../../../test/until.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const ABSENT = '0F0F0F0F-0000-4000-8000-000000000000'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('a sealed document is answered in full: its state, its seal, its bytes and its history', async () => {
  const { body: issued } = await world.issue()
  const { status, body } = await world.query(issued.codigoGeneracion)

  assert.equal(status, 200)
  const { historial, motivo, receptor, contingencia, referencia, ...others } = body
  const { tipoEvento, documentoRelacionado, eventos, retornos, entregas, disponible, ...rest } =
    others
  const { archivoDte, archivoJson, representacionGrafica, advertencias, ...answered } = issued
  assert.deepEqual(advertencias, [])
  assert.ok(archivoDte && archivoJson && representacionGrafica)
  assert.deepEqual(rest, answered)
  assert.deepEqual([motivo, receptor, contingencia, referencia], [null, null, null, null])
  assert.deepEqual([tipoEvento, documentoRelacionado, eventos, retornos], [null, null, [], []])
  assert.deepEqual(entregas, [])
  assert.deepEqual(disponible, [
    { linea: 1, vendida: 2, devuelta: 0, disponible: 2, noGravado: null },
  ])
  assert.deepEqual(
    historial.map((h: { estado: string }) => h.estado),
    ['firmado', 'sellado'],
  )
  for (const { fecha } of historial) assert.equal(new Date(fecha).toISOString(), fecha)
})

test('a document’s query names its buyer', async () => {
  const receptor = { nombre: 'Ana Pérez', numDocumento: '12345678-4' }
  const { body: issued } = await world.issue({
    tipoDte: '01',
    receptor,
    items: [{ descripcion: 'Pan', cantidad: 1, precioUni: 1 }],
  })

  const { body } = await world.query(issued.codigoGeneracion)

  assert.deepEqual(body.receptor, { nombre: 'Ana Pérez', numDocumento: '123456784' })
})

test('while the ministry is silent the query answers the signed document', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 300, times: 1 })
  const running = world.issue()
  const code = await firmado()
  const { status, body } = await world.query(code)
  await running

  assert.equal(status, 200)
  assert.equal(body.estado, 'firmado')
  assert.equal(body.selloRecibido, null)
  assert.equal(body.documento.identificacion.codigoGeneracion, code)
})

test('a document of another company, or of another environment, is 404, like one that never existed', async () => {
  const { body } = await world.issue()
  const other = await world.addCompany()
  const live = await mintLiveKey(world, world.company.nit)
  const absent = await world.query(ABSENT)
  const foreign = await world.query(body.codigoGeneracion, other.key)
  const crossed = await world.query(body.codigoGeneracion, live)

  assert.equal(absent.status, 404)
  assert.equal(absent.body.error.code, 'not_found')
  for (const reply of [foreign, crossed]) {
    assert.equal(reply.status, 404)
    assert.equal(reply.text, absent.text)
  }
  assert.equal((await world.query(body.codigoGeneracion)).status, 200)
})

test('a code that is not a UUID is 400', async () => {
  const codes = [
    'x',
    '%20',
    '%00',
    'null',
    ABSENT.replaceAll('-', ''),
    `${ABSENT}0`,
    `{${ABSENT}}`,
    ABSENT.replace('0F', '0G'),
    `${ABSENT}%0A`,
    '%F0%9F%8D%95',
    "'%20or%20'1'='1",
    'x'.repeat(150),
  ]
  for (const code of codes) {
    const reply = await world.query(code)
    assert.equal(reply.status, 400, `${code}: ${reply.text}`)
    assert.equal(reply.body.error.code, 'invalid_request')
    assert.equal(reply.body.error.details.field, 'codigoGeneracion')
  }
})

test('an unknown query parameter is 400 and named', async () => {
  for (const [search, field] of [
    ['?estado=sellado', 'estado'],
    ['?a=1&a=2', 'a'],
    ['?__proto__=1', '__proto__'],
    ['?=1', '""'],
  ]) {
    const reply = await world.query(`${ABSENT}${search}`)
    assert.equal(reply.status, 400, `${search}: ${reply.text}`)
    assert.equal(reply.body.error.details.field, field)
  }
})

/** The code of the document that was signed and has no answer yet. */
function firmado(): Promise<string> {
  return until('a document is signed and has no answer', async () => {
    const [row] = await world.deps.pool.many<{ code: string }>(
      `select upper(codigo_generacion::text) as code from documents where estado = 'firmado'`,
    )
    return row?.code
  })
}
