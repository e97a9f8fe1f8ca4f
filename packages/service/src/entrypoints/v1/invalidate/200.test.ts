import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { createPrinter } from '@sello/paper'
import { invalidate, RESCISION } from '../../../../test/corrections.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const eventsAtMinistry = async (target: string) => {
  const rows = await world.mh.ledger()
  return rows.filter(({ jws, numeroControl }) => {
    if (numeroControl !== null) return false
    const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()
    return payload.includes(target)
  })
}

test('a sealed document is invalidated: the answer has the event’s seal, and the document is invalidado', async () => {
  const { body: issued } = await world.issue()
  const { codigoGeneracion } = issued
  const reply = await invalidate(world, codigoGeneracion)

  assert.equal(reply.status, 200, reply.text)
  const { evento, documento, archivoJson, ...rest } = reply.body
  assert.equal(rest.estado, 'invalidado')
  assert.equal(rest.codigoGeneracion, codigoGeneracion)
  assert.equal(rest.numeroControl, issued.numeroControl)
  assert.match(evento.selloRecibido, /^[0-9A-Z]{40}$/)
  assert.notEqual(evento.codigoGeneracion, codigoGeneracion)
  assert.equal(evento.tipoAnulacion, 2)
  assert.equal(documento.documento.selloRecibido, issued.selloRecibido)
  assert.equal(JSON.parse(archivoJson).selloRecibido, evento.selloRecibido)

  const { body: queried } = await world.query(codigoGeneracion)
  assert.equal(queried.estado, 'invalidado')
  assert.equal(queried.selloRecibido, issued.selloRecibido)
  assert.equal(queried.disponible, null)
  assert.deepEqual(
    queried.eventos.map((e: { codigoGeneracion: string; estado: string }) => [
      e.codigoGeneracion,
      e.estado,
    ]),
    [[evento.codigoGeneracion, 'sellado']],
  )
  const [row] = await eventsAtMinistry(codigoGeneracion)
  assert.equal(row?.selloRecibido, evento.selloRecibido)
})

test('a repeat with the same key gets the first answer, with another body none; with another key there is nothing left to cancel', async () => {
  const { body: issued } = await world.issue()
  const idempotencyKey = world.deps.random.uuid()
  const first = await invalidate(world, issued.codigoGeneracion, RESCISION, { idempotencyKey })
  const repeat = await invalidate(world, issued.codigoGeneracion, RESCISION, { idempotencyKey })
  const other = await invalidate(world, issued.codigoGeneracion)

  assert.equal(repeat.status, 200)
  assert.equal(repeat.headers['idempotency-replayed'], 'true')
  for (const { headers } of [first, other]) assert.equal(headers['idempotency-replayed'], undefined)
  assert.equal(repeat.text, first.text)
  assert.deepEqual(other.body, {
    estado: 'invalidado',
    codigoGeneracion: issued.codigoGeneracion,
    numeroControl: issued.numeroControl,
    yaEstabaInvalidado: true,
  })
  const changed = { ...RESCISION, motivo: 'Otro' }
  const reused = await invalidate(world, issued.codigoGeneracion, changed, { idempotencyKey })
  assert.deepEqual([reused.status, reused.body.error.code], [422, 'idempotency_key_reuse'])
  assert.equal((await eventsAtMinistry(issued.codigoGeneracion)).length, 1)
})

test('a document is replaced by one of the same type that is sealed', async () => {
  const { body: issued } = await world.issue()
  const { body: replacement } = await world.issue()
  const asked = {
    ...RESCISION,
    tipoAnulacion: 1,
    motivo: 'El precio estaba mal',
    codigoGeneracionReemplazo: replacement.codigoGeneracion,
  }
  const reply = await invalidate(world, issued.codigoGeneracion, asked)

  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.documento.documento.codigoGeneracionR, replacement.codigoGeneracion)
})

const fileOf = async (codigoGeneracion: string, kind: string) => {
  const url = `/v1/dte/${codigoGeneracion}/file?kind=${kind}`
  const headers = { 'x-service-key': world.company.key.apiKey }
  const reply = await world.app.inject({ method: 'GET', url, headers })
  assert.equal(reply.statusCode, 200, reply.payload)
  return reply.rawPayload
}

test('the event is answered and downloaded with its page, and the document is printed as invalidated', async () => {
  const { body: issued } = await world.issue()
  const standing = await fileOf(issued.codigoGeneracion, 'pdf')
  const { body } = await invalidate(world, issued.codigoGeneracion)
  const page = Buffer.from(body.representacionGrafica, 'base64')
  assert.equal(page.toString('latin1', 0, 5), '%PDF-')
  assert.ok(page.equals(await fileOf(body.evento.codigoGeneracion, 'pdf')))
  const marked = await fileOf(issued.codigoGeneracion, 'pdf')
  assert.ok(!marked.equals(standing))
  const printer = createPrinter()
  const payload = Buffer.from(issued.jws.split('.')[1] ?? '', 'base64url').toString()
  const { selloRecibido, fhProcesamiento } = issued
  const drawn = printer.letter({
    documento: JSON.parse(payload),
    selloRecibido,
    fhProcesamiento,
    invalidado: {
      codigoGeneracion: body.evento.codigoGeneracion,
      fhProcesamiento: body.evento.fhProcesamiento,
    },
  })
  assert.ok(marked.equals(drawn))
})
