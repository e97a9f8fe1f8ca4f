/**
 * A process that is stopped with calls in flight, and resumed much later. FROZEN_MS sets for how long; with more than 90
 * seconds the ministry's own times apply.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, post, type Running, startProcess } from '../crash/process.ts'
import type { Fault } from '../simulator-control.ts'
import { until } from '../until.ts'
import { createWorld, type World } from '../world.ts'

const FROZEN_MS = Number(process.env.FROZEN_MS ?? 6_000)
const IN_FLIGHT = 4
const REAL = { SELLO_MH_TIMEOUT_MS: '8000', SELLO_MH_BUDGET_MS: '40000' }
/** By then the other process's job has taken over what nobody answered, and sealed it. */
const IS_LONG = FROZEN_MS > 90_000
const SETTINGS = !IS_LONG ? { SELLO_MH_TIMEOUT_MS: '2000', SELLO_MH_BUDGET_MS: '5000' } : REAL

let world: World
let frozen: Running
let healthy: Running
before(async () => {
  world = await createWorld()
  ;[frozen, healthy] = await Promise.all([
    startProcess(world, SETTINGS),
    startProcess(world, SETTINGS),
  ])
})
after(async () => {
  await Promise.all([frozen?.stop(), healthy?.stop()])
  await world.close()
})

const sell = (process: Running) => post(process, world.company, randomUUID())

/** Sells one after the other until it is told to end. */
function sellThrough(process: Running): { end(): Promise<readonly (Answer | null)[]> } {
  const answers: (Answer | null)[] = []
  let isOver = false
  const selling = (async () => {
    while (!isOver) {
      answers.push(await sell(process))
      await sleep(50)
    }
  })()
  return {
    async end() {
      isOver = true
      await selling
      return answers
    },
  }
}

// biome-ignore format: a table
const IN_FLIGHT_THEN: readonly (readonly [string, Fault, number])[] = [
  ['whose answers arrive meanwhile', { service: 'recepciondte', kind: 'delay', delayMs: 500, times: IN_FLIGHT },   200],
  ['that nobody ever answers',       { service: 'recepciondte', kind: 'silence', times: IN_FLIGHT }, IS_LONG ? 200 : 202],
]

for (const [what, fault, status] of IN_FLIGHT_THEN) {
  test(`a stopped process with calls ${what} defers nobody’s sale`, async (t) => {
    assert.equal((await sell(frozen))?.status, 200)
    await world.mh.fault(fault)
    const calls = Array.from({ length: IN_FLIGHT }, () => sell(frozen))
    await until('all are sent', async () => (await world.mh.faults()).length === 0)
    frozen.freeze()
    const selling = sellThrough(healthy)
    await sleep(FROZEN_MS)
    frozen.thaw()

    const statuses = (await Promise.all(calls)).map((answer) => answer?.status)
    await until('the resumed process sells', async () => (await sell(frozen))?.status === 200)
    await sleep(2_500) // passes of the jobs, which decide about outages
    const others = await selling.end()

    assert.deepEqual(statuses, Array(IN_FLIGHT).fill(status))
    assert.ok(others.length > 10)
    assert.deepEqual([...new Set(others.map((answer) => answer?.status))], [200])
    t.diagnostic(`the other process sealed ${others.length} sales meanwhile`)
    const deferred = await world.deps.pool.many(
      'select 1 from documents where outage_id is not null',
    )
    assert.equal(deferred.length, 0)
    assert.deepEqual(await world.deps.pool.many('select * from ministry_outages'), [])
  })
}
