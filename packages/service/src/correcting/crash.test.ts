import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { RESCISION } from '../../test/corrections.ts'
import { transmitAhead } from '../../test/crash/examine.ts'
import { post, startProcess } from '../../test/crash/process.ts'
import { PATIENT } from '../../test/races/numbers.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld(PATIENT)
let running = await startProcess(world)
after(async () => {
  await running.stop()
  await world.close()
})

const CALLS = {
  invalidate: RESCISION,
  return: { items: [{ linea: 1, cantidad: 1 }] },
} as const

// biome-ignore format: a table
const CRASHES = [
  // the call      killed                it left      after the job
  ['invalidate',  'before its commit',  [],           []],
  ['invalidate',  'after commit 1',     ['firmado'],  ['firmado']],
  ['invalidate',  'after the seal',     ['firmado'],  ['sellado']],
  ['return',      'before its commit',  [],           []],
  ['return',      'after commit 1',     ['firmado'],  ['sellado']],
  ['return',      'after the seal',     ['firmado'],  ['sellado']],
] as const

for (const [route, instant, left, swept] of CRASHES) {
  test(`a process killed ${instant} of ${route} leaves one event to its repeat`, async () => {
    const { body: issued } = await world.issue()
    const path = `/v1/dte/${issued.codigoGeneracion}/${route}`
    const call = { path, body: CALLS[route] }
    const idempotencyKey = `${route} ${instant}`
    const estados = async () =>
      (
        await world.deps.pool.many<{ estado: string }>(
          'select estado from events where idempotency_key = $1',
          [idempotencyKey],
        )
      ).map(({ estado }) => estado)
    await running.arm(instant)

    assert.equal(
      await post(running, world.company, idempotencyKey, call),
      null,
      'it died unanswered',
    )
    assert.deepEqual(await estados(), left)
    running = await startProcess(world)
    await transmitAhead(world)
    assert.deepEqual(await estados(), swept)

    const repeat = await post(running, world.company, idempotencyKey, call)
    assert.equal(repeat?.status, 200, repeat?.text)
    assert.deepEqual(await estados(), ['sellado'])
    const codes = (await world.mh.ledger())
      .filter(({ jws, numeroControl }) => {
        const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()
        return numeroControl === null && payload.includes(`"${issued.codigoGeneracion}"`)
      })
      .map(({ codigoGeneracion }) => codigoGeneracion)
    assert.equal(new Set(codes).size, 1, 'the ministry knows one event')
  })
}
