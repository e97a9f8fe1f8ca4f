/** The contingencies of a certification, which its documents count and not the events that list them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { transmitLots } from '../../src/entrypoints/jobs/lots.ts'
import { watchOutages } from '../../src/entrypoints/jobs/outages.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { type Browser, signInAs } from '../people.ts'
import { createWorld, SALE, type World } from '../world.ts'

let world: World
let owner: Browser
before(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
  owner = await signInAs(world, 'dueno')
})
after(() => world.close())

const ask = (query: string) => owner.get(`/${world.company.nit}/certificacion${query}`)

test('two documents of one outage are two events of it, and the one event that listed them is none besides', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  await world.issue()
  await world.issue()
  assert.notEqual(world.deps.breaker.openIn('00'), null)
  for (const n of [1, 2]) {
    const referencia = `certificacion-tres-contingencia-000${n}`
    assert.equal((await world.issue({ ...SALE, referencia })).status, 202)
  }
  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  await world.issue() // signs the event that is due
  for (let n = 0; n < 6; n += 1) {
    await watchOutages(world.deps)
    await transmitDue(world.deps)
    await transmitLots(world.deps)
    await world.advance(70_000)
  }
  const [contingencia] = (await ask('?campana=tres')).body.eventos
  assert.deepEqual(contingencia, { evento: 'contingencia', sellados: 2, meta: 5, aparte: 0 })
  const [other] = (await ask('?campana=dos')).body.eventos
  assert.deepEqual(other, { evento: 'contingencia', sellados: 0, meta: 5, aparte: 1 })
})
