import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEED } from '../../../fiscal/test/seed.ts'
import { PATIENT } from '../races/numbers.ts'
import type { Fault } from '../simulator-control.ts'
import { createWorld, type World } from '../world.ts'
import { createDice } from './dice.ts'
import { assertSound, sweep, transmitAhead } from './examine.ts'
import {
  answered,
  assertEveryCallEnds,
  type Call,
  type Load,
  repeatUnanswered,
  startLoad,
} from './load.ts'
import { post, type Running, startProcess } from './process.ts'

/** Of two processes each: twice as many are killed. More rounds: SELLO_CRASH_ROUNDS. Other instants and faults: SEED. What the machine does meanwhile is its own. */
const ROUNDS = Number(process.env.SELLO_CRASH_ROUNDS ?? 6)
const CALLERS = 8
const LATENCY_MS = 15
/** A process is killed so many answers after its load began, and so much later. */
const ANSWERED_MAX = 24
const AFTERWARDS_MS_MAX = 60

// biome-ignore format: a table
const FAULTS: readonly Fault[] = [
  { service: 'recepciondte', kind: 'drop_answer',           times: 2 },
  { service: 'recepciondte', kind: 'delay', delayMs: 150,   times: 6 },
  { service: 'recepciondte', kind: 'status', status: 500,   times: 4 },
  { service: 'consultadte',  kind: 'html',                  times: 2 },
  { service: '*',            kind: 'expired_token',         times: 1 },
]

/** The promise of the whole: whatever is killed and whenever, what was answered stands, once. */
test('two processes killed at random instants under load, again and again, lose and double nothing', {
  timeout: 300_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  const world = await createWorld({ ...PATIENT, simulator: { latencyMs: LATENCY_MS } })
  t.after(() => world.close())
  const calls: Call[] = []
  async function killInFlight(load: Load, victim: Running): Promise<void> {
    await answered(load, dice.between(0, ANSWERED_MAX))
    await sleep(dice.between(0, AFTERWARDS_MS_MAX))
    await victim.kill()
  }
  let interrupted = 0

  const start = () => Promise.all([startWarm(world), startWarm(world)])
  let running = await start()
  t.after(() => Promise.all(running.map((each) => each.kill())))
  for (let round = 0; round < ROUNDS; round++) {
    await world.mh.fault(dice.pick(FAULTS))
    const loads = running.map((each) => startLoad(world, each, CALLERS))
    await Promise.all([
      // Every other round the sweep is among the living: it takes what they are still at.
      ...(round % 2 === 1 ? [sleep(dice.between(5, 200)).then(() => transmitAhead(world))] : []),
      ...loads.map((load, at) => killInFlight(load, running[at] as Running)),
    ])
    await Promise.all(loads.map((load) => load.finish()))
    await world.mh.clearFaults()

    running = await start()
    const ofRound = loads.flatMap((load) => load.calls)
    interrupted += await repeatUnanswered(world, running[0], ofRound)
    await sweep(world)
    await assertSound(world)
    calls.push(...ofRound)
  }

  await assertEveryCallEnds(world, running[1], calls)
  await assertSound(world)
  t.diagnostic(`${calls.length} calls, ${interrupted} cut off by ${ROUNDS * 2} kills`)
  assert.ok(interrupted > 0, 'some calls were cut off')
})

/** A process that has its session with the ministry, and its code compiled: it is in full flight at once. */
async function startWarm(world: World): Promise<Running> {
  const running = await startProcess(world)
  const first = await post(running, world.company, randomUUID())
  assert.equal(first?.status, 200, first?.text)
  return running
}
