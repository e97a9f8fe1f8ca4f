import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { abandon, balanceOf, giveBack, invalidate } from '../../../../test/corrections.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const sell = async (cantidad = 10) => {
  const items = [{ descripcion: 'Café', cantidad, precioUni: 3.33 }]
  const { status, text, body } = await world.issue({ tipoDte: '01', items })
  assert.equal(status, 200, text)
  return body.codigoGeneracion as string
}

test('a return is a sealed event, and the remaining units stay available', async () => {
  const codigo = await sell()
  const reply = await giveBack(world, codigo, [{ linea: 1, cantidad: 4 }])

  assert.equal(reply.status, 200, reply.text)
  const { body } = reply
  assert.equal(body.estado, 'sellado')
  assert.match(body.selloRecibido, /^[0-9A-Z]{40}$/)
  assert.equal(body.documentoRelacionado.codigoGeneracion, codigo)
  assert.equal(body.totales.totalPagar, 13.32)
  assert.deepEqual(body.disponible, [
    { linea: 1, vendida: 10, devuelta: 4, disponible: 6, noGravado: null },
  ])
  assert.equal(JSON.parse(body.archivoJson).selloRecibido, body.selloRecibido)

  const { body: queried } = await world.query(codigo)
  assert.equal(queried.estado, 'sellado')
  assert.deepEqual(queried.disponible, body.disponible)
  assert.deepEqual(queried.retornos, [
    {
      codigoGeneracion: body.codigoGeneracion,
      estado: 'sellado',
      fecha: body.fecEmi,
      selloRecibido: body.selloRecibido,
      totales: { totalGravada: 13.32, totalIva: body.totales.totalIva, totalPagar: 13.32 },
      lineas: [{ linea: 1, cantidad: 4 }],
    },
  ])
})

test('an event can be queried by its own code, as type 18', async () => {
  const codigo = await sell()
  const { body: event } = await giveBack(world, codigo, [{ linea: 1, cantidad: 1 }])
  const { status, body } = await world.query(event.codigoGeneracion)

  assert.equal(status, 200)
  assert.deepEqual(
    [body.tipoDte, body.tipoEvento, body.estado, body.numeroControl, body.jws],
    ['18', 'retorno', 'sellado', null, event.jws],
  )
  assert.equal(body.documentoRelacionado.codigoGeneracion, codigo)
})

test('everything can be returned in parts that add up to the document, and nothing more', async () => {
  const codigo = await sell()
  const parts = [3, 3, 4]
  let paid = 0
  for (const cantidad of parts) {
    const reply = await giveBack(world, codigo, [{ linea: 1, cantidad }])
    assert.equal(reply.status, 200, reply.text)
    paid += Math.round(reply.body.totales.totalPagar * 100)
  }
  assert.equal(paid, 3330)

  const more = await giveBack(world, codigo, [{ linea: 1, cantidad: 0.00000001 }])
  assert.equal(more.status, 422)
  assert.equal(more.body.error.code, 'return_exceeds_available')
  assert.deepEqual(more.body.error.details.lineas, [{ linea: 1, solicitado: 1e-8, disponible: 0 }])
})

test('what is left is said in the number that it has', async () => {
  const codigo = await sell()
  const refusal = async (cantidad: number) =>
    (await giveBack(world, codigo, [{ linea: 1, cantidad }])).body.error.message
  assert.match(await refusal(11), /^De la línea 1 quedan 10 por devolver y se piden 11\. /)
  assert.equal((await giveBack(world, codigo, [{ linea: 1, cantidad: 9 }])).status, 200)
  assert.match(await refusal(2), /^De la línea 1 queda 1 por devolver y se piden 2\. /)
  assert.equal((await giveBack(world, codigo, [{ linea: 1, cantidad: 0.5 }])).status, 200)
  assert.match(await refusal(1), /^De la línea 1 quedan 0\.5 por devolver y se pide 1\. /)
})

test('an unanswered return is signed and counts; its repeat queries first and never signs another', async () => {
  const codigo = await sell()
  const idempotencyKey = world.deps.random.uuid()
  const items = [{ linea: 1, cantidad: 4 }]
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  const first = await giveBack(world, codigo, items, { idempotencyKey })

  assert.equal(first.status, 202, first.text)
  assert.equal(first.body.estado, 'firmado')
  assert.deepEqual(await balanceOf(world, codigo), [[10, 4, 6]])

  const silent = await giveBack(world, codigo, items, { idempotencyKey })
  assert.equal(silent.status, 202, silent.text)
  assert.equal(silent.body.codigoGeneracion, first.body.codigoGeneracion)

  await world.mh.clearFaults()
  const sealed = await giveBack(world, codigo, items, { idempotencyKey })
  assert.equal(sealed.status, 200, sealed.text)
  assert.equal(sealed.body.codigoGeneracion, first.body.codigoGeneracion)
  assert.equal(sealed.body.jws, first.body.jws)
  for (const { headers } of [first, sealed]) {
    assert.equal(headers['idempotency-replayed'], undefined)
  }
  const again = await giveBack(world, codigo, items, { idempotencyKey })
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.text, sealed.text)
  const other = await giveBack(world, codigo, [{ linea: 1, cantidad: 3 }], { idempotencyKey })
  assert.deepEqual([other.status, other.body.error.code], [422, 'idempotency_key_reuse'])
  assert.deepEqual(await balanceOf(world, codigo), [[10, 4, 6]])
})

test('a sealed return whose answer was lost is found by its repeat', async () => {
  const codigo = await sell()
  const idempotencyKey = world.deps.random.uuid()
  const items = [{ linea: 1, cantidad: 1 }]
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 1 })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  const first = await giveBack(world, codigo, items, { idempotencyKey })
  assert.equal(first.status, 202, first.text)
  await world.mh.clearFaults()

  const repeat = await giveBack(world, codigo, items, { idempotencyKey })
  assert.equal(repeat.status, 200, repeat.text)
  const rows = (await world.mh.ledger()).filter(
    (row) => row.codigoGeneracion === first.body.codigoGeneracion,
  )
  // The retries in between sent the same bytes.
  assert.equal(new Set(rows.map(({ jws }) => jws)).size, 1)
  const held = rows.filter(({ estado }) => estado === 'PROCESADO')
  assert.deepEqual(
    held.map(({ selloRecibido }) => selloRecibido),
    [repeat.body.selloRecibido],
  )
})

test('a rejected return releases its units, and a repeat gets the same refusal', async () => {
  const codigo = await sell()
  const idempotencyKey = world.deps.random.uuid()
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const items = [{ linea: 1, cantidad: 4 }]
  const reply = await giveBack(world, codigo, items, { idempotencyKey })

  assert.equal(reply.status, 422, reply.text)
  assert.equal(reply.body.error.code, 'mh_rejected')
  assert.equal(reply.body.error.details.numeroControl, null)
  const { body: event } = await world.query(reply.body.error.details.codigoGeneracion)
  assert.deepEqual([event.estado, event.tipoDte], ['rechazado', '18'])
  assert.deepEqual(await balanceOf(world, codigo), [[10, 0, 10]])
  const again = await giveBack(world, codigo, items, { idempotencyKey })
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.text, reply.text)
})

test('a signed return can be abandoned: its units are available again, and a repeat gets the same answer', async () => {
  const codigo = await sell()
  const idempotencyKey = world.deps.random.uuid()
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  const items = [{ linea: 1, cantidad: 4 }]
  const { body } = await giveBack(world, codigo, items, { idempotencyKey })

  const given = await abandon(world, codigo, body.codigoGeneracion)
  assert.equal(given.status, 200, given.text)
  const expected = { codigoGeneracion: body.codigoGeneracion, estado: 'abandonado' }
  assert.deepEqual(given.body, expected)
  assert.deepEqual((await abandon(world, codigo, body.codigoGeneracion)).body, expected)
  assert.deepEqual(await balanceOf(world, codigo), [[10, 0, 10]])
  const repeat = await giveBack(world, codigo, items, { idempotencyKey })
  assert.equal(repeat.status, 422)
  assert.equal(repeat.body.error.code, 'validation_failed')
})

test('a return is not abandoned unless the ministry says that it does not hold it', async () => {
  const codigo = await sell()
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 1 })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  const { body } = await giveBack(world, codigo, [{ linea: 1, cantidad: 1 }])

  const silent = await abandon(world, codigo, body.codigoGeneracion)
  assert.equal(silent.status, 502, silent.text)
  assert.equal(silent.body.error.code, 'mh_unreachable')
  await world.mh.clearFaults()
  const sealed = await abandon(world, codigo, body.codigoGeneracion)
  assert.equal(sealed.status, 422)
  assert.deepEqual(await balanceOf(world, codigo), [[10, 1, 9]])
})

test('beside a return that was invalidated the others count', async () => {
  const codigo = await sell()
  const { body: gone } = await giveBack(world, codigo, [{ linea: 1, cantidad: 4 }])
  assert.equal((await giveBack(world, codigo, [{ linea: 1, cantidad: 3 }])).status, 200)
  assert.equal((await invalidate(world, gone.codigoGeneracion)).status, 200)
  assert.deepEqual(await balanceOf(world, codigo), [[10, 3, 7]])
})

test('an invalidated return releases its units', async () => {
  const codigo = await sell()
  const { body } = await giveBack(world, codigo, [{ linea: 1, cantidad: 4 }])
  const blocked = await invalidate(world, codigo)
  assert.equal(blocked.status, 409)
  assert.equal(blocked.body.error.code, 'has_return_events')
  assert.deepEqual(blocked.body.error.details.eventos, [body.codigoGeneracion])

  const reply = await invalidate(world, body.codigoGeneracion)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual([reply.body.tipoDte, reply.body.numeroControl], ['18', null])
  assert.deepEqual(await balanceOf(world, codigo), [[10, 0, 10]])
  const { body: queried } = await world.query(codigo)
  assert.equal(queried.retornos[0].estado, 'invalidado')
  assert.deepEqual(queried.eventos, [], 'that invalidation is the return’s')
  const free = await invalidate(world, codigo)
  assert.equal(free.status, 200, free.text)
  const { body: cancelled } = await world.query(codigo)
  const codesOf = (rows: readonly { codigoGeneracion: string }[]) =>
    rows.map(({ codigoGeneracion }) => codigoGeneracion)
  assert.deepEqual(codesOf(cancelled.eventos), [free.body.evento.codigoGeneracion])
  assert.deepEqual(codesOf(cancelled.retornos), [body.codigoGeneracion])
})
