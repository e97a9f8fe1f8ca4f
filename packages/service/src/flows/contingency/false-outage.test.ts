/** Silences that show nothing of the ministry: of a stalled process, and of one whose own network fails. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { createMinistryProxy } from '../../../test/ministry-proxy.ts'
import { createPeer } from '../../../test/races/peer.ts'
import { type ScriptedStalls, scriptedStalls } from '../../../test/stalls.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'

let world: World
let stalls: ScriptedStalls
beforeEach(async () => {
  stalls = scriptedStalls()
  world = await createWorld({ silencesMax: 2, stalls, mh: { timeoutMs: 600, budgetMs: 3_000 } })
})
afterEach(() => world.close())

const outages = () =>
  world.deps.pool.many<{ opened_at: Date; closed_at: Date | null }>(
    'select opened_at, closed_at from ministry_outages order by opened_at',
  )

/** A sending without an answer; its process stalls once the ministry has the document. */
async function issueStalled(): Promise<void> {
  await world.mh.fault({ service: 'recepciondte', kind: 'silence', times: 1 })
  const call = world.issue()
  await until('it is sent', async () => (await world.mh.faults()).length === 0)
  await world.mh.fault({ service: '*', kind: 'silence' })
  stalls.stall()
  assert.equal((await call).status, 202)
}

test('sendings in which the process stalled open no outage, and it begins with the first other one', async () => {
  assert.equal((await world.issue()).status, 200)
  for (let i = 0; i < 3; i++) {
    await issueStalled()
    await watchOutages(world.deps)
    await world.mh.clearFaults()
  }
  assert.deepEqual(await outages(), [])

  await world.mh.fault({ service: '*', kind: 'silence' })
  const from = world.deps.clock.now()
  for (let i = 0; i < 2; i++) assert.equal((await world.issue()).status, 202)
  await watchOutages(world.deps)
  const [outage] = await outages()
  assert.ok(outage && outage.opened_at >= from, 'the outage begins while the process runs')
})

test('nor does an exchange in which the process stalled say that the ministry does not answer', async () => {
  const { body } = await world.issue()
  const { company_id: companyId } = await world.deps.pool.one<{ company_id: string }>(
    'select company_id from documents',
  )
  const { codigoGeneracion, tipoDte } = body
  const filing = {
    kind: 'documento',
    companyId,
    ambiente: '00',
    tipoDte,
    codigoGeneracion,
  } as const
  await world.mh.fault({ service: 'consultadte', kind: 'silence', times: 1 })
  const asked = world.deps.mh.ask({ ...filing, nit: world.company.nit })
  await until('it is asked', async () => (await world.mh.faults()).length === 0)
  stalls.stall()
  assert.equal((await asked).kind, 'unanswered')
  assert.equal(world.deps.mh.health('00').estado, 'disponible')
})

test('nor does a sending that waited for another process to log in, and asked the ministry nothing', async () => {
  const { pool } = world.deps
  await pool.many(`update ministry_accounts set login_until = now() + interval '1 hour'`)
  const waited = await Promise.all([world.issue(), world.issue()])
  assert.deepEqual(
    waited.map(({ status }) => status),
    [202, 202],
  )
  await pool.many('update ministry_accounts set login_until = null')

  await world.mh.fault({ service: '*', kind: 'silence' })
  assert.equal((await world.issue()).status, 202)
  await watchOutages(world.deps)
  assert.deepEqual(await outages(), [], 'one sending without an answer is no outage')
  assert.equal((await world.issue()).status, 202)
  await watchOutages(world.deps)
  assert.equal((await outages()).length, 1)
})

test('a probe that is answered opens no outage', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  for (let i = 0; i < 2; i++) assert.equal((await world.issue()).status, 202)
  await world.mh.clearFaults()
  await watchOutages(world.deps)
  assert.deepEqual(await outages(), [])

  await world.mh.fault({ service: '*', kind: 'silence' })
  assert.equal((await world.issue()).status, 202)
  await watchOutages(world.deps)
  assert.deepEqual(await outages(), [], 'the answer ended the suspicion')
})

test('a probe in which the process stalled opens none either', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  for (let i = 0; i < 2; i++) assert.equal((await world.issue()).status, 202)
  await world.mh.clearFaults()
  await world.mh.fault({ service: '*', kind: 'silence', times: 1 })
  const watching = watchOutages(world.deps)
  await until('it probes', async () => (await world.mh.faults()).length === 0)
  stalls.stall()
  await watching
  assert.deepEqual(await outages(), [])
})

test('a process whose own network fails defers nobody’s sale, until nobody gets answers', async (t) => {
  const proxy = await createMinistryProxy()
  const alone = createPeer(world, undefined, proxy.url)
  t.after(() => alone.close())
  await proxy.down()
  let lastAnswer = world.deps.clock.now()
  for (let i = 0; i < 3; i++) {
    assert.equal((await world.issue()).status, 200)
    lastAnswer = world.deps.clock.now()
    await watchOutages(world.deps)
    assert.equal((await alone.issue()).status, 202)
    await watchOutages(alone.deps)
    assert.equal((await alone.issue()).status, 202)
    await watchOutages(alone.deps)
    await world.advance(5_000)
  }
  assert.deepEqual(await outages(), [])

  await world.advance(8_000) // nobody published an answer meanwhile
  for (let i = 0; i < 2; i++) assert.equal((await alone.issue()).status, 202)
  await watchOutages(alone.deps)
  const [outage] = await outages()
  assert.ok(outage && outage.opened_at >= lastAnswer, 'it begins after the last answer of anybody')
})

test('of several processes that find the ministry away one opens the outage, and all go by it', async (t) => {
  const peer = createPeer(world)
  t.after(() => peer.close())
  assert.equal((await world.issue()).status, 200)
  assert.equal((await peer.issue()).status, 200)
  await Promise.all([world, peer].map(({ deps }) => watchOutages(deps)))
  await world.mh.fault({ service: '*', kind: 'status' })
  await world.advance(8_000)
  await Promise.all([world, peer, world, peer].map((process) => process.issue()))
  await Promise.all([world, peer].map(({ deps }) => watchOutages(deps)))
  await Promise.all([world, peer].map(({ deps }) => deps.breaker.refresh()))
  assert.equal((await outages()).length, 1)
  for (const { deps } of [world, peer]) assert.notEqual(deps.breaker.openIn('00'), null)
})
