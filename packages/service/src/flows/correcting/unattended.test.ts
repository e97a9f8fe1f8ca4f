/**
 * Signed events whose caller never repeats: the job queries them, resends where it may, and finally abandons them.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { abandon, balanceOf, giveBack, invalidate } from '../../../test/corrections.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ITEMS = [{ linea: 1, cantidad: 1 }]

let world: World
before(async () => {
  world = await createWorld()
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const sell = async (): Promise<string> => (await world.issue(SALE)).body.codigoGeneracion

/** A return that got no answer. */
async function waiting(codigo: string, idempotencyKey = world.deps.random.uuid()): Promise<string> {
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const { status, text, body } = await giveBack(world, codigo, ITEMS, { idempotencyKey })
  assert.equal(status, 202, text)
  return body.codigoGeneracion
}

/** Advances the time with the job running, spaced like its retries. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += HOUR_MS) {
    await world.advance(Math.min(HOUR_MS, ms - at))
    await transmitDue(world.deps)
  }
}

const estadoOf = async (code: string): Promise<string> => (await world.query(code)).body.estado

async function timesSent(code: string): Promise<number> {
  const row = (await world.mh.ledger()).find(({ codigoGeneracion }) => codigoGeneracion === code)
  return row?.timesReceived ?? 0
}

test('an unanswered return counts for 72 hours, is then queried a last time and abandoned', async () => {
  const codigo = await sell()
  const code = await waiting(codigo)
  await pass(72 * HOUR_MS - MINUTE_MS)
  assert.equal(await estadoOf(code), 'firmado')
  assert.deepEqual(await balanceOf(world, codigo), [[2, 1, 1]])
  const sent = await timesSent(code)

  await world.mh.clearFaults()
  await pass(11 * MINUTE_MS)
  assert.equal(await estadoOf(code), 'abandonado')
  assert.deepEqual(await balanceOf(world, codigo), [[2, 0, 2]])
  assert.equal(await timesSent(code), sent, 'past the 72 hours it is not sent any more')
  const [retorno] = (await world.query(codigo)).body.retornos
  assert.deepEqual([retorno.codigoGeneracion, retorno.estado], [code, 'abandonado'])
  const free = await invalidate(world, codigo)
  assert.equal(free.status, 200, free.text)
})

test('the last query finds the seal of a return whose answers were all lost', async () => {
  const codigo = await sell()
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 3 })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  const { body } = await giveBack(world, codigo, ITEMS)
  await pass(72 * HOUR_MS)
  assert.equal(await estadoOf(body.codigoGeneracion), 'firmado')
  await world.mh.clearFaults()
  await pass(11 * MINUTE_MS)

  assert.equal(await estadoOf(body.codigoGeneracion), 'sellado')
  assert.deepEqual(await balanceOf(world, codigo), [[2, 1, 1]])
  const refused = await abandon(world, codigo, body.codigoGeneracion)
  assert.equal(outcomeOf(refused), '422 validation_failed evento')
  const message = `El evento de retorno ${body.codigoGeneracion} está sellado: ya no se abandona.`
  assert.equal(refused.body.error.message, message)
  assert.deepEqual(refused.body.error.details.issues, [
    { field: 'evento', rule: 'sellado', message },
  ])
})

test('while the ministry does not answer the last query nothing is abandoned, for days', async () => {
  const codigo = await sell()
  const code = await waiting(codigo)
  await pass(100 * HOUR_MS)

  assert.equal(await estadoOf(code), 'firmado')
  assert.deepEqual(await balanceOf(world, codigo), [[2, 1, 1]])
  const asked = await abandon(world, codigo, code)
  assert.equal(outcomeOf(asked), '502 mh_unreachable')
  assert.match(asked.body.error.message, new RegExp(`si tiene el evento ${code}: sigue firmado`))
  assert.deepEqual(asked.body.error.details.evento, { codigoGeneracion: code })
})

test('after the job abandoned the return the same call registers another', async () => {
  const codigo = await sell()
  const first = await waiting(codigo, 'after days')
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  await pass(73 * HOUR_MS)
  await world.mh.clearFaults()
  assert.equal(await estadoOf(first), 'abandonado')

  const again = await giveBack(world, codigo, ITEMS, { idempotencyKey: 'after days' })
  assert.equal(again.status, 200, again.text)
  assert.notEqual(again.body.codigoGeneracion, first)
  assert.deepEqual(await balanceOf(world, codigo), [[2, 1, 1]])
})

test('a repeat whose event another call has in hand is told since when', async () => {
  const codigo = await sell()
  const options = { idempotencyKey: 'in hand' }
  const code = await waiting(codigo, options.idempotencyKey)
  await world.mh.clearFaults()
  const hold = (until: string) =>
    world.deps.pool.many(
      `update events set lease_until = ${until}, retry_at = ${until} where codigo_generacion = $1`,
      [code],
    )
  await hold(`'infinity'`)
  await world.advance(2 * MINUTE_MS)
  const held = await giveBack(world, codigo, ITEMS, options)
  assert.equal(outcomeOf(held), '409 idempotency_in_flight')
  const { message, details } = held.body.error
  assert.equal(details.codigoGeneracion, code)
  assert.equal(Math.floor(details.enVueloSegundos / 60), 2)
  assert.match(message, new RegExp(`^Otra petición tiene en curso un evento de ${code}\\. `))
  await hold(`'-infinity'`)
  assert.equal((await giveBack(world, codigo, ITEMS, options)).status, 200)
})

test('DELETE takes only the codes of a document and of its own return, and no body', async () => {
  const [codigo, other] = [await sell(), await sell()]
  const code = await waiting(codigo)
  await world.mh.clearFaults()

  assert.equal(outcomeOf(await abandon(world, other, code)), '404 not_found evento')
  const missing = await abandon(world, codigo, other)
  assert.equal(outcomeOf(missing), '404 not_found evento')
  assert.equal(
    missing.body.error.message,
    'El documento no tiene un evento de retorno con ese código.',
  )
  assert.equal(outcomeOf(await abandon(world, codigo, 'x')), '400 invalid_request evento')
  assert.equal(outcomeOf(await abandon(world, 'x', code)), '400 invalid_request codigoGeneracion')
  assert.equal(await estadoOf(code), 'firmado')
  assert.equal((await abandon(world, codigo, code)).status, 200)
  assert.equal((await abandon(world, codigo, code)).status, 200)
})

test('without calls an invalidation is queried and never sent', async () => {
  const [learned, left] = [await sell(), await sell()]
  await world.mh.fault({ service: 'anulardte', kind: 'drop_answer', times: 3 })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  assert.equal((await invalidate(world, learned)).status, 502)
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'anulardte', kind: 'status', status: 503 })
  assert.equal((await invalidate(world, left)).status, 502)
  await world.mh.clearFaults()
  const [pending] = (await world.query(left)).body.eventos
  const sent = await timesSent(pending.codigoGeneracion)

  await pass(23 * HOUR_MS)
  assert.equal((await world.query(learned)).body.estado, 'invalidado')
  assert.equal((await world.query(left)).body.eventos[0].estado, 'firmado')
  await pass(2 * HOUR_MS)
  const { body } = await world.query(left)
  assert.deepEqual([body.estado, body.eventos[0].estado], ['sellado', 'abandonado'])
  assert.equal(await timesSent(pending.codigoGeneracion), sent)
})
