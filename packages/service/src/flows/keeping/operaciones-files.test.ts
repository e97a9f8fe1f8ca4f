/** The files of special operations and of what cancels them, which are about no document. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { dense, readPdf } from '../../../../paper/test/read-pdf.ts'
import { giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { facturas, report } from '../../../test/operaciones.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { listStorage } from '../../admin.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'
import { copyDue } from './copy.ts'

const HOUR_MS = 3_600_000

let world: World
before(async () => {
  world = await createWorld({ now: new Date('2026-10-05T16:15:30Z') })
})
beforeEach(() => copyDue(world.deps)) // what an earlier test left
after(() => world.close())

type Company = Awaited<ReturnType<World['addCompany']>>

async function get(path: string, { key }: Pick<Company, 'key'>) {
  const headers = { 'x-service-key': key.apiKey }
  return world.app.inject({ method: 'GET', url: `/v1/${path}`, headers })
}

const file = (code: string, search: string, of: Pick<Company, 'key'>) =>
  get(`dte/${code}/file${search}`, of)

const saysInvalidado = (pdf: Uint8Array) =>
  readPdf(pdf).every((page) => page.dense.includes(dense('EVENTO INVALIDADO')))

test('its files can be downloaded in every form, and are those of the answer', async () => {
  const company = await world.addCompany()
  const { body } = await report(world, [facturas('A1', 'A9')], company)
  const code = body.codigoGeneracion

  const json = await file(code, '', company)
  assert.deepEqual([json.statusCode, json.payload], [200, body.archivoJson])
  assert.equal(json.headers['x-service-storage-source'], 'holding')
  const raw = await file(code, '?raw=true', company)
  assert.equal(raw.json().jws, body.jws)
  const pdf = await file(code, '?kind=pdf', company)
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  assert.equal(pdf.rawPayload.toString('base64'), body.representacionGrafica)
  const [page] = readPdf(pdf.rawPayload)
  for (const said of ['Evento de operaciones especiales', code, 'A1', 'A9', body.selloRecibido]) {
    assert.ok(page?.dense.includes(dense(said)), said)
  }
  const ticket = await file(code, '?kind=ticket', company)
  assert.equal(ticket.statusCode, 400, ticket.payload)
  const alien = await file(code, '', world.company)
  assert.equal(alien.statusCode, 404)
})

test('a query by its code tells it, and lists what cancels it', async () => {
  const company = await world.addCompany()
  const { body } = await report(world, [facturas('Q1')], company)
  const { body: cancelled } = await invalidate(world, body.codigoGeneracion, RESCISION, company)
  const query = async (code: string) => (await get(`dte/${code}`, company)).json()

  const event = await query(body.codigoGeneracion)
  assert.deepEqual(
    [event.tipoEvento, event.tipoDte, event.estado, event.documentoRelacionado, event.jws],
    ['operaciones', '17', 'invalidado', null, body.jws],
  )
  assert.deepEqual(
    event.eventos.map((one: { codigoGeneracion: string }) => one.codigoGeneracion),
    [cancelled.evento.codigoGeneracion],
  )
  const cancelling = await query(cancelled.evento.codigoGeneracion)
  assert.deepEqual([cancelling.tipoEvento, cancelling.estado], ['invalidacion', 'sellado'])
})

test('its files are stored under its code in its own month, and are served from there later', async () => {
  const company = await world.addCompany()
  const [destination] = await listStorage(world.admin, company.nit)
  const { body } = await report(world, [facturas('B1')], company)
  const code = body.codigoGeneracion
  const { documentos } = (await get('dte/holding', company)).json()
  assert.deepEqual(
    documentos.map((row: { codigoGeneracion: string; tipoDte: string }) => [
      row.codigoGeneracion,
      row.tipoDte,
    ]),
    [[code, '17']],
  )
  const pendientes = async () =>
    (await get('storage/status', company)).json().destinos[0].pendientes
  assert.equal(await pendientes(), 1)
  assert.equal(await copyDue(world.deps), 1)
  assert.equal(await pendientes(), 0)

  const path = join(destination?.location ?? '', 'DTE/pruebas/2026/10', code)
  assert.equal(await readFile(`${path}.json`, 'utf8'), body.archivoJson)
  assert.equal((await readFile(`${path}.pdf`)).toString('base64'), body.representacionGrafica)
  await world.advance(2 * HOUR_MS)
  await expireHolding(world.deps)
  const stored = await file(code, '', company)
  assert.deepEqual(
    [stored.payload, stored.headers['x-service-storage-source']],
    [body.archivoJson, 'managed'],
  )
})

test('what cancels it is stored beside it, and its stored page is replaced by one that says so', async () => {
  const company = await world.addCompany()
  const [destination] = await listStorage(world.admin, company.nit)
  const { body } = await report(world, [facturas('C1')], company)
  assert.equal(await copyDue(world.deps), 1)
  const { body: cancelled } = await invalidate(world, body.codigoGeneracion, RESCISION, company)
  assert.equal(await copyDue(world.deps), 2)

  const month = join(destination?.location ?? '', 'DTE/pruebas/2026/10')
  const end = join(month, cancelled.evento.codigoGeneracion)
  assert.equal(await readFile(`${end}.json`, 'utf8'), cancelled.archivoJson)
  const page = await readFile(join(month, `${body.codigoGeneracion}.pdf`))
  assert.ok(saysInvalidado(page))
  assert.ok(!saysInvalidado(Buffer.from(body.representacionGrafica, 'base64')))
  const now = await file(body.codigoGeneracion, '?kind=pdf', company)
  assert.ok(now.rawPayload.equals(page))
})

test('the page of a return that was invalidated says so too', async () => {
  const company = await world.addCompany()
  const { body: sold } = await world.issue(SALE, company)
  const { body } = await giveBack(
    world,
    sold.codigoGeneracion,
    [{ linea: 1, cantidad: 1 }],
    company,
  )
  await invalidate(world, body.codigoGeneracion, RESCISION, company)
  await copyDue(world.deps)
  const page = await file(body.codigoGeneracion, '?kind=pdf', company)
  assert.ok(saysInvalidado(page.rawPayload))
})

test('without a seal there is the signed text and a page that says that it is missing', async () => {
  const company = await world.addCompany()
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  const { body } = await report(world, [facturas('D1')], company)
  await world.mh.clearFaults()
  assert.equal(body.estado, 'firmado')
  const statusOf = async (search: string) =>
    (await file(body.codigoGeneracion, search, company)).statusCode
  assert.deepEqual(
    [await statusOf(''), await statusOf('?raw=true'), await statusOf('?kind=pdf')],
    [409, 200, 200],
  )
  assert.equal(await copyDue(world.deps), 0)
})

test('of a company without storage they are made again once the hour is over', async () => {
  const company = await world.addCompany()
  const { body } = await report(world, [facturas('E1')], company)
  await world.deps.pool.many(
    `delete from storage_destinations
      where company_id = (select company_id from companies where nit = $1)`,
    [company.nit],
  )
  await world.advance(2 * HOUR_MS)
  const { statusCode, payload, headers } = await file(body.codigoGeneracion, '', company)
  assert.deepEqual(
    [statusCode, payload, headers['x-service-storage-source']],
    [200, body.archivoJson, 'archive'],
  )
})

test('what Hacienda rejected, or never got, has its signed text and neither page nor file', async () => {
  const company = await world.addCompany()
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  const { body } = await report(world, [facturas('F1')], company)
  await world.mh.clearFaults()
  const code = body.codigoGeneracion
  for (const estado of ['rechazado', 'abandonado']) {
    await world.deps.pool.many('update events set estado = $2 where codigo_generacion = $1', [
      ...[code, estado],
    ])
    const codeOf = async (search: string) => {
      const reply = await file(code, search, company)
      return reply.statusCode === 200 ? 200 : reply.json().error.code
    }
    assert.deepEqual(
      [await codeOf(''), await codeOf('?kind=pdf'), await codeOf('?raw=true')],
      ['not_sealed', 'return_pdf_unavailable', 200],
      estado,
    )
  }
})
