import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { facturas, readOperaciones, report } from '../../../../test/operaciones.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { recoverDue } from '../../../flows/transmitting/recover.ts'
import { eventStore } from '../../../ledger/events/event-store.ts'

let world: World
before(async () => {
  const now = new Date('2026-10-05T16:15:30Z')
  world = await createWorld({ now, mh: { timeoutMs: 500, budgetMs: 1_500 } })
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

test('an event is sealed, listed and read', async () => {
  const reply = await report(world, [
    { tipoDocumento: '02', desde: '1201', hasta: '1237', total: 180 },
    { tipoDocumento: '02', desde: '1238', hasta: '1240', precioUni: 2.5, tipoVenta: 'exenta' },
  ])
  assert.equal(reply.status, 200, reply.text)
  const { body } = reply
  assert.equal(body.estado, 'sellado')
  assert.match(body.selloRecibido, /^[0-9A-Z]{40}$/)
  const totales = {
    totalGravada: 180,
    totalExenta: 7.5,
    totalNoSuj: 0,
    totalIva: 23.4,
    total: 210.9,
  }
  assert.deepEqual(body.totales, totales)
  assert.equal(JSON.parse(body.archivoJson).selloRecibido, body.selloRecibido)

  const { body: listed } = await readOperaciones(world)
  assert.equal(listed.operaciones[0].codigoGeneracion, body.codigoGeneracion)
  const { status, body: read } = await readOperaciones(world, `/${body.codigoGeneracion}`)
  assert.equal(status, 200)
  assert.deepEqual(
    [read.estado, read.jws, read.archivoJson, read.totales, read.motivo],
    ['sellado', body.jws, body.archivoJson, totales, null],
  )
  assert.deepEqual(read.eventos, [])
  const headers = { 'x-service-key': world.company.key.apiKey }
  for (const [search, explained] of [
    ['', undefined],
    ['?explica=totales', null],
  ] as const) {
    const url = `/v1/dte/${body.codigoGeneracion}${search}`
    const { body: queried } = await world.inject({ method: 'GET', url, headers })
    const { tipoEvento, documentoRelacionado, receptor, eventos, explicacion } = queried
    assert.deepEqual(
      { tipoEvento, documentoRelacionado, receptor, eventos, explicacion },
      {
        ...{ tipoEvento: 'operaciones', documentoRelacionado: null, receptor: null },
        ...{ eventos: [], explicacion: explained },
      },
    )
  }
})

test('a repeat gets the first answer, and another body is refused', async () => {
  const idempotencyKey = 'repeat'
  const first = await report(world, [facturas('R1', 'R5')], { idempotencyKey })
  const again = await report(world, [facturas('R1', 'R5')], { idempotencyKey })
  assert.deepEqual(again.body, first.body)
  assert.equal(first.headers['idempotency-replayed'], undefined)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  const other = await report(world, [facturas('R6')], { idempotencyKey })
  assert.deepEqual([other.status, other.body.error.code], [422, 'idempotency_key_reuse'])
})

test('pages follow each other, newest first', async () => {
  for (const n of [1, 2, 3]) await report(world, [facturas(`P${n}`)])
  const { body: all } = await readOperaciones(world, '?limit=100')
  const { body: first } = await readOperaciones(world, '?limit=2')
  const { body: second } = await readOperaciones(world, `?limit=100&cursor=${first.siguiente}`)
  assert.deepEqual([...first.operaciones, ...second.operaciones], all.operaciones)
  assert.equal(second.siguiente, null)
})

test('without an answer it counts, and the same call is sealed with the same bytes', async () => {
  const idempotencyKey = 'silence'
  await world.mh.fault({ service: 'recepciondte', kind: 'silence' })
  const first = await report(world, [facturas('S1')], { idempotencyKey })
  assert.deepEqual([first.status, first.body.estado], [202, 'firmado'], first.text)
  await world.mh.clearFaults()
  const rival = await report(world, [facturas('S1')])
  assert.equal(rival.body.error.details.issues[0].rule, 'MF-17-una-vez')
  await world.advance(3_600_000)
  const again = await report(world, [facturas('S1')], { idempotencyKey })
  assert.deepEqual([again.status, again.body.jws], [200, first.body.jws], again.text)
  assert.equal(again.headers['idempotency-replayed'], undefined)
})

test('the job brings what nobody repeats', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  const { body } = await report(world, [facturas('J1')])
  assert.equal(body.estado, 'firmado')
  await world.mh.clearFaults()
  await world.advance(3_600_000)
  await recoverDue(world.deps, eventStore)
  const { body: read } = await readOperaciones(world, `/${body.codigoGeneracion}`)
  assert.equal(read.estado, 'sellado')
  const told = await world.deps.pool.many<{ tipo: string }>(
    'select tipo from outbox where about = $1 union all select tipo from feed where about = $1',
    [body.codigoGeneracion],
  )
  assert.deepEqual(told, [{ tipo: 'operaciones.sellado' }])
})

test('of two calls that report one voucher, one is sealed', async () => {
  const replies = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => report(world, [facturas(`C${n}`, `C${n + 5}`)])),
  )
  const statuses = replies.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, 422, 422, 422, 422])
})

test('a voucher is reported once, also in another spelling of its number', async () => {
  const first = await report(world, [facturas('G-001', 'G-009')])
  assert.equal(first.status, 200, first.text)
  for (const spelled of ['G-1', 'g-001', 'G 001', 'G001', 'G.1', '\uff27-001']) {
    const { body } = await report(world, [facturas(spelled)])
    assert.equal(body.error?.details.issues[0].rule, 'MF-17-una-vez', spelled)
  }
  const voided = await report(world, [{ ...facturas('G-1'), anulaDe: first.body.codigoGeneracion }])
  assert.equal(voided.status, 200, voided.text)
})

test('vouchers are voided once, of the sealed event that reported them', async () => {
  const { body: reported } = await report(world, [facturas('V1', 'V9')])
  const anulaDe = reported.codigoGeneracion
  const voided = await report(world, [{ ...facturas('V3', 'V4'), anulaDe }])
  assert.equal(voided.status, 200, voided.text)
  const [line] = voided.body.documento.cuerpoDocumento
  assert.deepEqual([line.codigoGeneracionRef, line.ventaGravada], [anulaDe, 2])
  const again = await report(world, [{ ...facturas('V4'), anulaDe }])
  assert.equal(again.body.error.details.issues[0].rule, 'MF-17-una-vez')
  const alien = await report(world, [{ ...facturas('V10'), anulaDe }])
  assert.equal(alien.body.error.details.issues[0].field, 'items[0].anulaDe')
})
