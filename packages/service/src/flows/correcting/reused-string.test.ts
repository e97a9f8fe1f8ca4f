/** After 24 hours an Idempotency-Key is another call's, also where the event that was signed under it still waits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveBack } from '../../../test/corrections.ts'
import { PATIENT } from '../../../test/races/numbers.ts'
import { until } from '../../../test/until.ts'
import { withoutWarnings } from '../../../test/warnings.ts'
import { createWorld, SALE } from '../../../test/world.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const HOUR_MS = 3_600_000
/** Until `endDelays`. */
const LATE_MS = 600_000

test('the verdict of a return does not answer the sale that was issued under its string a day later', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const { codigoGeneracion: codigo } = (await world.issue()).body
  const idempotencyKey = 'cierre diario'
  const items = [{ linea: 1, cantidad: 1 }]
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const waiting = await giveBack(world, codigo, items, { idempotencyKey })
  assert.equal(waiting.status, 202, waiting.text)
  await world.mh.clearFaults()
  await world.advance(25 * HOUR_MS)

  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: LATE_MS, times: 1 })
  const sale = world.issue(SALE, { idempotencyKey })
  await until('the sale is with the ministry', async () => (await world.mh.faults()).length === 0)
  await transmitDue(world.deps)
  assert.equal((await world.query(waiting.body.codigoGeneracion)).body.estado, 'sellado')
  await world.mh.endDelays()

  const issued = await sale
  assert.equal(issued.status, 200, issued.text)
  const repeat = await world.issue(SALE, { idempotencyKey })
  assert.equal(repeat.headers['idempotency-replayed'], 'true')
  assert.equal(withoutWarnings(repeat.text), withoutWarnings(issued.text))
})
