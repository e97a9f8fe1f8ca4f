/** Sales that were refused while their first transmission was still under way. */
import assert from 'node:assert/strict'
import { systemClock } from '../src/base/clock.ts'
import { outcomeOf } from './notas.ts'
import { until } from './until.ts'
import { SALE, type World, type WorldOptions } from './world.ts'

/** After the call was answered: the ministry seals once `sealTurnsUp` lets it. */
const LATE_MS = 600_000
export const IMPATIENT: WorldOptions = {
  mh: { timeoutMs: 700, budgetMs: 20_000 },
  // Only the timeout matters; the other values are pauses between queries, of which a twentieth is enough.
  sleep: (ms, signal) => systemClock.sleep(signal ? ms : ms / 20, signal),
}

export const ORIGINAL = {
  ...SALE,
  items: [{ descripcion: 'Original', cantidad: 1, precioUni: 11.3 }],
}
export const OTHER = { ...SALE, items: [{ descripcion: 'Otra', cantidad: 1, precioUni: 891 }] }

/** The first transmission has no answer, and each retry is refused, until the faults are cleared. */
export async function lateFaults(world: World, delayMs: number): Promise<void> {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs, times: 1 })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020' })
}

export async function doubtful(
  world: World,
  body: object = ORIGINAL,
  idempotencyKey = world.deps.random.uuid(),
) {
  await lateFaults(world, LATE_MS)
  const reply = await world.issue(body, { idempotencyKey })
  assert.equal(outcomeOf(reply), '422 mh_rejected', reply.text)
  await world.mh.clearFaults()
  return { reply, idempotencyKey, code: reply.body.error.details.codigoGeneracion as string }
}

export const sealedRows = async (world: World) =>
  (await world.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')

export async function sealTurnsUp(world: World, code: string): Promise<void> {
  await until('the simulator sealed the late transmission', async () => {
    await world.mh.endDelays()
    return (await sealedRows(world)).some((row) => row.codigoGeneracion === code)
  })
}
