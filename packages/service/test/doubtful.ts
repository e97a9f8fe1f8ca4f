/** Sales that were refused while their first transmission was still under way. */
import assert from 'node:assert/strict'
import { outcomeOf } from './notas.ts'
import { until } from './until.ts'
import { SALE, type World } from './world.ts'

/** The ministry seals so late, after the call was answered, for a world with these limits. */
const LATE_MS = 4_000
export const IMPATIENT = { timeoutMs: 700, budgetMs: 1_600 }

export const ORIGINAL = {
  ...SALE,
  items: [{ descripcion: 'Original', cantidad: 1, precioUni: 11.3 }],
}
export const OTHER = { ...SALE, items: [{ descripcion: 'Otra', cantidad: 1, precioUni: 891 }] }

/** The first transmission has no answer, and its retry is refused. */
export async function lateFaults(world: World, delayMs: number): Promise<void> {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs, times: 1 })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
}

export async function doubtful(
  world: World,
  body: object = ORIGINAL,
  idempotencyKey = world.deps.random.uuid(),
) {
  await lateFaults(world, LATE_MS)
  const reply = await world.issue(body, { idempotencyKey })
  assert.equal(outcomeOf(reply), '422 mh_rejected', reply.text)
  return { reply, idempotencyKey, code: reply.body.error.details.codigoGeneracion as string }
}

export const sealedRows = async (world: World) =>
  (await world.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')

export async function sealTurnsUp(world: World, code: string): Promise<void> {
  await until('the simulator sealed the late transmission', async () =>
    (await sealedRows(world)).some((row) => row.codigoGeneracion === code),
  )
}
