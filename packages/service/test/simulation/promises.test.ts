/**
 * Promises about time, by the simulated clock: how long a silent ministry delays a call, and how soon after its
 * return the first document is sealed. The jobs run as in `sello start`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSimulator, seededRandom } from '@sello/mh-simulator'
import { SEED } from '../../../fiscal/test/seed.ts'
import type { MintedKey } from '../../src/admin.ts'
import { startJobs } from '../../src/entrypoints/jobs/index.ts'
import { createDice } from '../crash/dice.ts'
import { SALE } from '../world.ts'
import { type Company, createMachine, type Machine, SET_UP_AT } from './machine.ts'
import { createNetwork, type Network } from './network.ts'
import { type Process, startProcess } from './process.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { type Lent, releaseLent } from './stepped-pool.ts'

/** The retry policy's budget, and the statements around it. */
const PATIENCE_MS = 41_000
const WARM_UP_MS = 3_000

let machine: Machine
let schedule: Schedule
let network: Network
let service: Process
const lent = new Set<Lent>()
before(async () => {
  machine = await createMachine()
  await machine.reset()
  const dice = createDice(SEED)
  const { inner, secrets, watcher, companies } = machine
  schedule = createSchedule(dice, {
    start: SET_UP_AT,
    watcher,
    slowOneIn: Number.POSITIVE_INFINITY,
  })
  const random = seededRandom(`${SEED}/ministry`)
  const taxpayers = companies.map(({ taxpayer }) => taxpayer)
  const ministry = await openSimulator({ now: schedule.now, random, taxpayers })
  network = createNetwork({ ministry, schedule, dice })
  const stepping = { schedule, lent, breaks: () => null }
  service = startProcess({ name: 'a', seed: SEED, inner, secrets, network, stepping })
  startJobs(service.deps) // they end with their schedule, which is no longer driven
  await pass(WARM_UP_MS)
})
after(async () => {
  service.alive = false
  await schedule.forget(service)
  await releaseLent(lent, service) // jobs are paused between statements, and the pool waits for their connections
  await machine.close()
})

async function pass(ms: number): Promise<void> {
  const until = schedule.now().getTime() + ms
  while (schedule.now().getTime() < until) assert.ok(await schedule.step())
}

const company = () => machine.companies[0] as Company

let sales = 0
async function sell() {
  sales += 1
  const { apiKey, signKey } = company().keys[0] as MintedKey
  const began = schedule.now().getTime()
  let status: number | null = null
  const call = service.app
    .inject({
      method: 'POST',
      url: '/v1/dte',
      headers: {
        'content-type': 'application/json',
        'x-service-key': apiKey,
        'x-service-sign-key': String(signKey),
        'idempotency-key': `venta-${sales}`,
      },
      payload: JSON.stringify(SALE),
    })
    .then(({ statusCode }) => {
      status = statusCode
    })
  await schedule.rest()
  while (status === null) assert.ok(await schedule.step())
  await call
  return { status: status as number, ms: schedule.now().getTime() - began }
}

const sealed = () =>
  network.ministry.ledger(company().nit).filter(({ estado }) => estado === 'PROCESADO')

test(`${SEED}: while the ministry is silent the first calls end within the retry policy, the next ones at once`, async () => {
  assert.equal((await sell()).status, 200)
  network.isDown = true
  for (let i = 0; i < 2; i++) {
    const { status, ms } = await sell()
    assert.equal(status, 202)
    assert.ok(ms <= PATIENCE_MS, `${ms} ms`)
  }
  for (let i = 0; i < 5; i++) {
    const { status, ms } = await sell()
    assert.equal(status, 202)
    assert.ok(ms <= 100, `${ms} ms`)
  }
})

test('when it is back the first seal is there within 30 seconds', async () => {
  await pass(10 * 60_000)
  const before = sealed().length
  network.isDown = false
  const back = schedule.now().getTime()
  while (sealed().length === before) assert.ok(await schedule.step())
  const ms = schedule.now().getTime() - back
  assert.ok(ms <= 30_000, `${ms} ms`)
})
