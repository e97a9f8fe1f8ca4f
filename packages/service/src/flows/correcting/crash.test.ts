import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { RESCISION } from '../../../test/corrections.ts'
import { transmitAhead } from '../../../test/crash/examine.ts'
import { post, remove, startProcess } from '../../../test/crash/process.ts'
import { PATIENT } from '../../../test/races/numbers.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld(PATIENT)
let running = await startProcess(world)
afterEach(() => world.mh.clearFaults())
after(async () => {
  await running.stop()
  await world.close()
})

const CALLS = {
  invalidate: RESCISION,
  return: { items: [{ linea: 1, cantidad: 1 }] },
} as const

const SILENCE = { service: '*', kind: 'status', status: 503 } as const

async function sold(route: keyof typeof CALLS) {
  const { body } = await world.issue()
  const { codigoGeneracion: codigo } = body
  return { codigo, call: { path: `/v1/dte/${codigo}/${route}`, body: CALLS[route] } }
}

const estadosOf = async (idempotencyKey: string) =>
  (
    await world.deps.pool.many<{ estado: string }>(
      'select estado from events where idempotency_key = $1',
      [idempotencyKey],
    )
  ).map(({ estado }) => estado)

/** Codes of the events about a document that the ministry received. */
async function codesAtMinistry(codigo: string): Promise<ReadonlySet<string>> {
  const rows = (await world.mh.ledger()).filter(({ jws, numeroControl }) => {
    const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()
    return numeroControl === null && payload.includes(`"${codigo}"`)
  })
  return new Set(rows.map(({ codigoGeneracion }) => codigoGeneracion))
}

// biome-ignore format: a table
const CRASHES = [
  // the call      killed                it left      after the job
  ['invalidate',  'inside commit 1',    [],           []],
  ['invalidate',  'before its commit',  [],           []],
  ['invalidate',  'after commit 1',     ['firmado'],  ['firmado']],
  ['invalidate',  'after the seal',     ['firmado'],  ['sellado']],
  ['invalidate',  'after commit 2',     ['sellado'],  ['sellado']],
  ['return',      'inside commit 1',    [],           []],
  ['return',      'before its commit',  [],           []],
  ['return',      'after commit 1',     ['firmado'],  ['sellado']],
  ['return',      'after the seal',     ['firmado'],  ['sellado']],
  ['return',      'after commit 2',     ['sellado'],  ['sellado']],
] as const

for (const [route, instant, left, swept] of CRASHES) {
  test(`a process killed ${instant} of ${route} leaves one event to its repeat`, async () => {
    const { codigo, call } = await sold(route)
    const idempotencyKey = `${route} ${instant}`
    await running.arm(instant)

    const died = await post(running, world.company, idempotencyKey, call)
    assert.equal(died, null, 'it died unanswered')
    assert.deepEqual(await estadosOf(idempotencyKey), left)
    running = await startProcess(world)
    await transmitAhead(world)
    assert.deepEqual(await estadosOf(idempotencyKey), swept)

    const repeat = await post(running, world.company, idempotencyKey, call)
    assert.equal(repeat?.status, 200, repeat?.text)
    assert.deepEqual(await estadosOf(idempotencyKey), ['sellado'])
    assert.equal((await codesAtMinistry(codigo)).size, 1, 'the ministry knows one event')
  })
}

// biome-ignore format: a table
const REPEATS = [
  // the call      killed               it left      after the job
  ['invalidate',  'before it asks',    ['firmado'], ['firmado']],
  ['invalidate',  'after it asked',    ['firmado'], ['sellado']], // and sent the same bytes
  ['return',      'before it asks',    ['firmado'], ['sellado']],
  ['return',      'after it asked',    ['firmado'], ['sellado']],
] as const

for (const [route, instant, left, swept] of REPEATS) {
  test(`a process killed ${instant} of the repeat of ${route} leaves the event of the first call`, async () => {
    const { codigo, call } = await sold(route)
    const idempotencyKey = `repeat of ${route} ${instant}`
    await world.mh.fault(SILENCE)
    const first = await post(running, world.company, idempotencyKey, call)
    assert.equal(first?.status, route === 'return' ? 202 : 502, first?.text)
    await world.mh.clearFaults()
    await running.arm(instant)

    assert.equal(await post(running, world.company, idempotencyKey, call), null)
    assert.deepEqual(await estadosOf(idempotencyKey), left)
    running = await startProcess(world)
    await transmitAhead(world)
    assert.deepEqual(await estadosOf(idempotencyKey), swept)

    const last = await post(running, world.company, idempotencyKey, call)
    assert.equal(last?.status, 200, last?.text)
    assert.equal((await codesAtMinistry(codigo)).size, 1, 'the ministry knows one event')
  })
}

for (const instant of ['before it asks', 'after it asked'] as const) {
  test(`a process killed ${instant} of abandoning a return leaves it counting`, async () => {
    const { codigo, call } = await sold('return')
    const idempotencyKey = `given up ${instant}`
    await world.mh.fault(SILENCE)
    const first = await post(running, world.company, idempotencyKey, call)
    await world.mh.clearFaults()
    const { codigoGeneracion: evento } = JSON.parse(first?.text ?? '')
    const path = `/v1/dte/${codigo}/return/${evento}`
    await running.arm(instant)

    assert.equal(await remove(running, world.company, path), null)
    assert.deepEqual(await estadosOf(idempotencyKey), ['firmado'])
    running = await startProcess(world)
    const held = await remove(running, world.company, path)
    assert.equal(held?.status, 409, 'the lease of the dead process holds')
    await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
    await transmitAhead(world) // it ends the lease without reaching the ministry
    await world.mh.clearFaults()

    const again = await remove(running, world.company, path)
    assert.equal(again?.status, 200, again?.text)
    assert.deepEqual(await estadosOf(idempotencyKey), ['abandonado'])
  })
}
