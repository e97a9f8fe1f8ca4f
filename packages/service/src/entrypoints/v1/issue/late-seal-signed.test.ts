/** A late seal that is recorded while its prepared replacement is being signed. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { LOCK_WAITS } from '../../../../test/citus.ts'
import { IMPATIENT, ORIGINAL, OTHER } from '../../../../test/doubtful.ts'
import { prepare, sign } from '../../../../test/prepared.ts'
import { until } from '../../../../test/until.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const MINUTE_MS = 60_000

let world: World
before(async () => {
  world = await createWorld(IMPATIENT)
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

test('a seal that is recorded between the query and the signature refuses the signature', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'silence', times: 1 })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const refused = await world.issue({ ...ORIGINAL, referencia: 'venta 6' })
  const code = refused.body.error.details.codigoGeneracion
  await world.advance(11 * MINUTE_MS)
  const prepared = await prepare(world, { ...OTHER, referencia: 'venta 6' })
  assert.equal(prepared.status, 200, prepared.text)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    `update documents set estado = 'sellado', sello_recibido = $2, fh_procesamiento = $3, rechazo = null,
            referencia = null
      where codigo_generacion = $1`,
    [code, '2026'.padEnd(40, 'A'), '22/11/2026 10:00:00'],
  )

  const signing = sign(world, prepared)
  // Not in the transaction of the holder, which would see the first answer again and again.
  const areWaiting = async () => (await world.deps.pool.many(LOCK_WAITS)).length > 0
  await until('the signature waits for the seal', areWaiting)
  await holder.query('commit')
  await holder.end()

  const signed = await signing
  assert.equal(signed.body.error?.details.motivo, 'ya_sellado', signed.text)
  assert.equal((await world.query(prepared.body.codigoGeneracion)).body.estado, 'reservado')
})
