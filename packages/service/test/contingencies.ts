/** Outages of a world's ministry as its companies have them: deferred sales, their events, and what a call is told. */
import assert from 'node:assert/strict'
import { transmitLots } from '../src/entrypoints/jobs/lots.ts'
import { watchOutages } from '../src/entrypoints/jobs/outages.ts'
import { transmitDue } from '../src/entrypoints/jobs/transmit.ts'
import { type Company, type Reply, SALE, type World } from './world.ts'

export async function sell(world: World, { key }: Company, status: number): Promise<void> {
  const reply = await world.issue(SALE, { key })
  assert.equal(reply.status, status, reply.text)
}

/** The ministry is away; two silences open the outage of a world that is told so. */
export async function goAway(world: World, company: Company, deferred = 1): Promise<void> {
  await world.mh.fault({ service: '*', kind: 'status' })
  for (let n = 0; n < 2 + deferred; n++) await sell(world, company, 202)
}

export async function comeBack(world: World): Promise<void> {
  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  assert.equal(world.deps.breaker.openIn('00'), null)
}

/** An outage with so many deferred documents; the ministry is back. */
export async function outage(world: World, company: Company, deferred = 1): Promise<void> {
  await goAway(world, company, deferred)
  await comeBack(world)
}

/** Lets the jobs send events and documents. */
export async function work(world: World): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await watchOutages(world.deps)
    await transmitDue(world.deps)
    await transmitLots(world.deps)
    await world.advance(70_000)
  }
}

/** GET or POST /v1/contingencia. */
export function contingencia(
  world: World,
  { key }: Company,
  method: 'GET' | 'POST',
): Promise<Reply> {
  const { apiKey, signKey } = key
  const said = { 'content-type': 'application/json', 'idempotency-key': world.deps.random.uuid() }
  return world.inject({
    ...{ method, url: '/v1/contingencia' },
    headers: {
      'x-service-key': apiKey,
      ...(method === 'POST' ? { ...said, 'x-service-sign-key': signKey ?? '' } : {}),
    },
    ...(method === 'POST' ? { payload: '{}' } : {}),
  })
}

/** POST /v1/contingencia, whose event the ministry rejects. */
export async function rejectEvent(world: World, company: Company): Promise<void> {
  await world.mh.fault({ service: 'contingencia', kind: 'reject', times: 1, codigoMsg: '017' })
  assert.equal((await contingencia(world, company, 'POST')).status, 422)
}

/** Each deferred document of the company gets an outage of its own, as after a ministry that came and went. */
export async function separate({ deps }: World, { nit }: Company): Promise<void> {
  const { pool, random } = deps
  const { id } = await pool.one<{ id: string }>(
    'select company_id as id from companies where nit = $1',
    [nit],
  )
  const documents = await pool.many<{ code: string; outage: string }>(
    `select codigo_generacion as code, outage_id as outage from documents
      where company_id = $1 and outage_id is not null`,
    [id],
  )
  const own = documents.map(() => random.uuid())
  await pool.many(
    `insert into ministry_outages (outage_id, ambiente, opened_at, closed_at, probe_at)
     select own, ambiente, opened_at, closed_at, probe_at
       from ministry_outages, unnest($2::uuid[]) as own where outage_id = $1`,
    [documents[0]?.outage, own],
  )
  await pool.many(
    `update documents d set outage_id = u.own from unnest($2::uuid[], $3::uuid[]) as u (code, own)
      where d.company_id = $1 and d.codigo_generacion = u.code`,
    [id, documents.map(({ code }) => code), own],
  )
}
