/**
 * Events that the ministry seals after they were abandoned or refused: transmissions whose answer was
 * lost.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { abandon, balanceOf, giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { IMPATIENT } from '../../../test/doubtful.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { until } from '../../../test/until.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Before `sealTurnsUp`; longer than a call of this world waits. */
const LATE_MS = 600_000
const ITEMS = [{ linea: 1, cantidad: 1 }]

let world: World
before(async () => {
  world = await createWorld(IMPATIENT)
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const sell = async (): Promise<string> => (await world.issue(SALE)).body.codigoGeneracion

async function sealTurnsUp(code: string): Promise<void> {
  await until('the simulator sealed the late sending', async () => {
    await world.mh.endDelays()
    return (await world.mh.ledger()).some(
      (row) => row.codigoGeneracion === code && row.selloRecibido,
    )
  })
}

/** The first transmission arrives late; later ones fail with `then`. */
async function lateFaults(service: 'recepciondte' | 'anulardte', then: object): Promise<void> {
  await world.mh.fault({ service, kind: 'delay', delayMs: LATE_MS, times: 1 })
  await world.mh.fault({ service, kind: 'status', status: 503, ...then })
}

async function work(): Promise<void> {
  await world.advance(MINUTE_MS)
  await transmitDue(world.deps)
}

const estadosOf = async (code: string): Promise<string[]> =>
  (await world.query(code)).body.historial.map((h: { estado: string }) => h.estado)

test('an abandoned return that is sealed late counts again, and its repeat gets the seal', async () => {
  const codigo = await sell()
  const idempotencyKey = 'given up too early'
  await lateFaults('recepciondte', {})
  const waiting = await giveBack(world, codigo, ITEMS, { idempotencyKey })
  assert.equal(waiting.status, 202, waiting.text)
  const { codigoGeneracion: code } = waiting.body
  assert.equal((await abandon(world, codigo, code)).status, 200)
  assert.deepEqual(await balanceOf(world, codigo), [[2, 0, 2]])

  await sealTurnsUp(code)
  await world.mh.clearFaults()
  await work()

  assert.deepEqual(await estadosOf(code), ['firmado', 'abandonado', 'sellado'])
  assert.deepEqual(await balanceOf(world, codigo), [[2, 1, 1]])
  const repeat = await giveBack(world, codigo, ITEMS, { idempotencyKey })
  assert.equal(repeat.status, 200, repeat.text)
  assert.equal(repeat.body.codigoGeneracion, code)
  assert.equal(outcomeOf(await abandon(world, codigo, code)), '422 validation_failed evento')
})

test('a return rejected after an unanswered sending says so, and its late seal is recorded', async () => {
  const codigo = await sell()
  await lateFaults('recepciondte', {
    kind: 'reject',
    status: undefined,
    codigoMsg: '020',
    times: 1,
  })
  const refused = await giveBack(world, codigo, ITEMS)
  assert.equal(outcomeOf(refused), '422 mh_rejected')
  assert.match(refused.body.error.message, /Hacienda aún puede sellarlo/)
  const { codigoGeneracion: code } = refused.body.error.details

  await sealTurnsUp(code)
  await work()

  const { body } = await world.query(code)
  assert.equal(body.estado, 'sellado')
  assert.match(body.historial.at(-1).motivo, /envío anterior/)
  assert.deepEqual(await balanceOf(world, codigo), [[2, 1, 1]])
})

test('an invalidation abandoned for another and sealed late cancels the document, and the other is abandoned', async () => {
  const codigo = await sell()
  await lateFaults('anulardte', {})
  await invalidate(world, codigo)
  const otherwise = { ...RESCISION, motivo: 'Otro motivo' }
  const other = await invalidate(world, codigo, otherwise, { idempotencyKey: 'the other' })
  assert.equal(outcomeOf(other), '502 mh_unreachable')
  const [second, first] = (await world.query(codigo)).body.eventos
  assert.deepEqual([second.estado, first.estado], ['firmado', 'abandonado'])

  await sealTurnsUp(first.codigoGeneracion)
  await work()
  await world.mh.clearFaults()
  await work()

  const { body } = await world.query(codigo)
  assert.equal(body.estado, 'invalidado')
  assert.deepEqual(
    body.eventos.map(({ estado }: { estado: string }) => estado),
    ['abandonado', 'sellado'],
  )
  const repeat = await invalidate(world, codigo, otherwise, { idempotencyKey: 'the other' })
  assert.equal(repeat.body.yaEstabaInvalidado, true, repeat.text)
})

test('an abandoned event is queried at growing intervals for a day, and never sent', async () => {
  const codigo = await sell()
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  const { body } = await giveBack(world, codigo, ITEMS)
  await abandon(world, codigo, body.codigoGeneracion)
  await world.mh.clearFaults()
  const timesSent = async () =>
    (await world.mh.ledger()).find((row) => row.codigoGeneracion === body.codigoGeneracion)
      ?.timesReceived
  const sent = await timesSent()

  let asked = 0
  for (let at = 0; at < 26 * HOUR_MS; at += 5 * MINUTE_MS) {
    await world.advance(5 * MINUTE_MS)
    asked += await transmitDue(world.deps)
  }
  assert.ok(asked > 15 && asked < 60, `${asked} times`)
  assert.equal(await timesSent(), sent)
  assert.deepEqual(await balanceOf(world, codigo), [[2, 0, 2]])
})

test('a return repeated two days later, when its key is free again, gets the same event', async () => {
  const codigo = await sell()
  const idempotencyKey = 'repeated late'
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const waiting = await giveBack(world, codigo, ITEMS, { idempotencyKey })
  await world.mh.clearFaults()
  await work()
  assert.equal((await world.query(waiting.body.codigoGeneracion)).body.estado, 'sellado')
  await world.advance(48 * HOUR_MS)

  const repeat = await giveBack(world, codigo, ITEMS, { idempotencyKey })
  assert.equal(repeat.status, 200, repeat.text)
  assert.equal(repeat.body.codigoGeneracion, waiting.body.codigoGeneracion)
  assert.equal(repeat.headers['idempotency-replayed'], 'true')
  assert.deepEqual(await balanceOf(world, codigo), [[2, 1, 1]])
  const own = await giveBack(world, codigo, ITEMS, { idempotencyKey: 'another one' })
  assert.notEqual(own.body.codigoGeneracion, waiting.body.codigoGeneracion)
})
