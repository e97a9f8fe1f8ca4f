import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEED } from '../../../fiscal/test/seed.ts'
import { later } from '../embedded.ts'
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

/**
 * For each of two processes: twice as many are killed. SELLO_CRASH_ROUNDS sets the rounds, SEED the instants and
 * faults. The machine's own timing is not reproducible.
 */
const ROUNDS = Number(process.env.SELLO_CRASH_ROUNDS ?? 3)
const CALLERS = 8
const LATENCY_MS = 15
/** A process is killed this many answers after its load began, and this much later. */
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

/** The overall promise: whatever is killed and whenever, every answer remains true exactly once. */
test('two processes killed at random instants under load, again and again, lose and double nothing', {
  timeout: 300_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  const world = await createWorld({ ...PATIENT, simulator: { latencyMs: LATENCY_MS } })
  later(t, () => world.close())
  const calls: Call[] = []
  async function killInFlight(load: Load, victim: Running): Promise<void> {
    await answered(load, dice.between(0, ANSWERED_MAX))
    await sleep(dice.between(0, AFTERWARDS_MS_MAX))
    await victim.kill()
  }
  let interrupted = 0

  const start = () => Promise.all([startWarm(world), startWarm(world)])
  let running = await start()
  later(t, () => Promise.all(running.map((each) => each.kill())))
  for (let round = 0; round < ROUNDS; round++) {
    await world.mh.fault(dice.pick(FAULTS))
    const loads = running.map((each) => startLoad(world, each, CALLERS))
    await Promise.all([
      // In every other round the sweep runs in a living process, and takes documents still being issued.
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
