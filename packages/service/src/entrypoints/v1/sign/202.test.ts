import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { prepare, sign } from '../../../../test/prepared.ts'
import { until } from '../../../../test/until.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { releaseExpired } from '../../jobs/reservations.ts'
import { transmitDue } from '../../jobs/transmit.ts'

const MINUTE_MS = 60_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('an unanswered document is transmitted by the job, and its number is never released', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  const prepared = await prepare(world)
  const options = { idempotencyKey: 'sin respuesta' }

  const reply = await sign(world, prepared, options)

  assert.equal(reply.status, 202, reply.text)
  assert.equal(reply.body.estado, 'contingencia')
  assert.equal(reply.body.numeroControl, prepared.body.numeroControl)
  await world.mh.clearFaults()
  await world.advance(20 * MINUTE_MS)
  assert.equal(await releaseExpired(world.deps), 0)
  await transmitDue(world.deps)
  const { body } = await world.query(prepared.body.codigoGeneracion)
  assert.equal(body.estado, 'sellado')
  assert.equal(body.jws, reply.body.jws)
  assert.equal((await sign(world, prepared, options)).text, reply.text)
})

test('while the first call runs, another with its key is refused, naming its document', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 500, times: 1 })
  const prepared = await prepare(world)
  const options = { idempotencyKey: 'en vuelo' }
  const running = sign(world, prepared, options)
  await untilSigned(prepared.body.codigoGeneracion)

  const second = await sign(world, prepared, options)

  assert.equal(second.status, 409, second.text)
  assert.equal(second.body.error.code, 'idempotency_in_flight')
  assert.equal(second.body.error.details.codigoGeneracion, prepared.body.codigoGeneracion)
  assert.equal((await running).status, 200)
})

async function untilSigned(codigoGeneracion: string): Promise<void> {
  await until('it is signed', async () => {
    const { estado } = await world.deps.pool.one<{ estado: string }>(
      'select estado from documents where codigo_generacion = $1',
      [codigoGeneracion],
    )
    return estado !== 'reservado'
  })
}
