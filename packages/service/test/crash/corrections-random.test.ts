import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEED } from '../../../fiscal/test/seed.ts'
import { RESCISION } from '../corrections.ts'
import { later } from '../embedded.ts'
import { sealedOf } from '../originals.ts'
import { PATIENT } from '../races/numbers.ts'
import type { Fault } from '../simulator-control.ts'
import { createWorld, type World } from '../world.ts'
import { createDice } from './dice.ts'
import { transmitAhead } from './examine.ts'
import { type Answer, post, type Running, startProcess } from './process.ts'

/**
 * SELLO_CRASH_ROUNDS sets the rounds, SEED the instants and faults. The machine's own timing is not reproducible.
 */
const ROUNDS = Number(process.env.SELLO_CRASH_ROUNDS ?? 2)
const CALLS = 12
const LATENCY_MS = 15
/** How long after its first call a process is killed. */
const KILLED_MS_MAX = 250
/** A repeat must wait while the dead process's lease lasts; the job ends that. */
const REPEATS_MAX = 6

// biome-ignore format: a table
const FAULTS: readonly Fault[] = [
  { service: 'recepciondte', kind: 'drop_answer',         times: 2 },
  { service: 'anulardte',    kind: 'drop_answer',         times: 2 },
  { service: 'recepciondte', kind: 'delay', delayMs: 100, times: 4 },
  { service: 'anulardte',    kind: 'status', status: 500, times: 3 },
  { service: 'consultadte',  kind: 'html',                times: 2 },
]

interface Call {
  readonly codigo: string
  readonly path: string
  readonly body: object
  readonly idempotencyKey: string
  answer: Answer | null
}

/** The promise of both routes: whatever is killed and whenever, one intention is one event. */
test('processes killed at random instants of corrections leave one event of each call, at the ministry too', {
  timeout: 300_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  const world = await createWorld({ ...PATIENT, simulator: { latencyMs: LATENCY_MS } })
  later(t, () => world.close())
  let running = await startProcess(world)
  later(t, () => running.kill())
  let interrupted = 0

  for (let round = 0; round < ROUNDS; round++) {
    const calls: Call[] = []
    for (let i = 0; i < CALLS; i++) {
      const codigo = await sealedOf(world, dice.pick(['01', '11', '14'] as const))
      const route = dice.pick(['return', 'invalidate'] as const)
      const body = route === 'return' ? { items: [{ linea: 1, cantidad: 1 }] } : RESCISION
      const path = `/v1/dte/${codigo}/${route}`
      calls.push({ codigo, path, body, idempotencyKey: `${round} ${codigo}`, answer: null })
    }
    await world.mh.fault(dice.pick(FAULTS))
    const sending = calls.map(async (call) => {
      await sleep(dice.between(0, KILLED_MS_MAX))
      call.answer = await post(running, world.company, call.idempotencyKey, call)
    })
    await sleep(dice.between(20, KILLED_MS_MAX))
    // In every other round the job works concurrently with the process.
    if (round % 2 === 1) void transmitAhead(world).catch(() => {})
    await running.kill()
    await Promise.all(sending)
    await world.mh.clearFaults()

    running = await startProcess(world)
    interrupted += calls.filter(({ answer }) => answer === null).length
    for (const call of calls) await assertEnds(world, running, call)
  }
  t.diagnostic(`${ROUNDS * CALLS} calls, ${interrupted} cut off by ${ROUNDS} kills`)
  assert.ok(interrupted > 0, 'some calls were cut off')
})

async function assertEnds(world: World, running: Running, call: Call): Promise<void> {
  let last = call.answer
  for (let i = 0; i < REPEATS_MAX && last?.status !== 200; i++) {
    await transmitAhead(world)
    last = await post(running, world.company, call.idempotencyKey, call)
  }
  assert.equal(last?.status, 200, last?.text)
  const repeat = await post(running, world.company, call.idempotencyKey, call)
  assert.equal(repeat?.status, 200, repeat?.text)

  const events = await world.deps.pool.many<{ code: string; estado: string; sello: string }>(
    `select upper(codigo_generacion::text) as code, estado, sello_recibido as sello
       from events where documento = $1`,
    [call.codigo],
  )
  const [event] = events
  assert.deepEqual([events.length, event?.estado], [1, 'sellado'])
  const sealed = (await world.mh.ledger()).filter(
    ({ selloRecibido, numeroControl, jws }) =>
      selloRecibido !== null &&
      numeroControl === null &&
      payloadOf(jws).includes(`"${call.codigo}"`),
  )
  assert.deepEqual(
    sealed.map(({ codigoGeneracion, selloRecibido }) => [codigoGeneracion, selloRecibido]),
    [[event?.code, event?.sello]],
  )
}

const payloadOf = (jws: string) => Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()
