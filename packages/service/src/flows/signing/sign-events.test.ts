/** When a company's contingency events are signed, how many of them by one call, and for how long a call tells of them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Company, createWorld, SALE, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { transmitLots } from '../../entrypoints/jobs/lots.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const lines: string[] = []
const log = createLog('error', { write: (line: string) => void lines.push(line) })

let world: World
before(async () => {
  world = await createWorld({ silencesMax: 2, log, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
})
after(() => world.close())

async function sell({ key }: Company, status: number): Promise<void> {
  const reply = await world.issue(SALE, { key })
  assert.equal(reply.status, status, reply.text)
}

/** An outage with so many deferred documents; the ministry is back. */
async function outage(company: Company, count = 1): Promise<void> {
  await world.mh.fault({ service: '*', kind: 'status' })
  for (let n = 0; n < 2 + count; n++) await sell(company, 202)
  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  assert.equal(world.deps.breaker.openIn('00'), null)
}

/** Lets the jobs send events and documents. */
async function work(): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await watchOutages(world.deps)
    await transmitDue(world.deps)
    await transmitLots(world.deps)
    await world.advance(70_000)
  }
}

async function ask({ key }: Company, method: 'GET' | 'POST') {
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
async function rejected(company: Company): Promise<void> {
  await world.mh.fault({ service: 'contingencia', kind: 'reject', times: 1, codigoMsg: '017' })
  assert.equal((await ask(company, 'POST')).status, 422)
}

const eventsOf = async ({ nit }: Company) =>
  (
    await world.deps.pool.many<{ estado: string }>(
      `select e.estado from events e join companies c using (company_id)
        where c.nit = $1 and e.kind = 'contingencia' order by e.created_at`,
      [nit],
    )
  ).map(({ estado }) => estado)

test('after a rejection sales sign no other event for 15 minutes, and where it is too late for six hours', async () => {
  const company = await world.addCompany()
  await outage(company)
  await rejected(company)
  await world.advance(14 * MINUTE_MS)
  await sell(company, 200)
  assert.deepEqual(await eventsOf(company), ['rechazado'])
  await world.advance(MINUTE_MS)
  await sell(company, 200)
  assert.deepEqual(await eventsOf(company), ['rechazado', 'firmado'])
  await work()

  await outage(company)
  await world.advance(25 * HOUR_MS)
  await rejected(company)
  const before = ['rechazado', 'sellado', 'rechazado']
  await world.advance(5 * HOUR_MS)
  await sell(company, 200)
  assert.deepEqual(await eventsOf(company), before)
  await world.advance(HOUR_MS)
  await sell(company, 200)
  assert.deepEqual(await eventsOf(company), [...before, 'firmado'])
  await work()
})

test('an event that cannot be signed stops no sale, and the log says whose it is', async () => {
  const company = await world.addCompany()
  await outage(company)
  const { pool } = world.deps
  await pool.many(`alter table events add constraint dead check (kind <> 'contingencia') not valid`)
  lines.length = 0
  try {
    await sell(company, 200)
  } finally {
    await pool.many('alter table events drop constraint dead')
  }
  const told = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ nit, msg }) => [nit, msg]),
    [[company.nit, 'a contingency event could not be signed']],
  )
  assert.match(told[0].error.message, /dead/)
  await sell(company, 200)
  assert.deepEqual(await eventsOf(company), ['firmado'])
  await work()
})

test('an event is told of for 72 hours', async () => {
  const company = await world.addCompany()
  await outage(company)
  const told = async () => {
    const { status, body } = await ask(company, 'POST')
    assert.equal(status, 200)
    return body.eventos.map(({ documentos }: { documentos: number }) => documentos)
  }
  assert.deepEqual(await told(), [1])
  await work()
  await world.advance(71 * HOUR_MS)
  assert.deepEqual(await told(), [1])
  await world.advance(HOUR_MS)
  assert.deepEqual(await told(), [])
})

test('a sale signs ten events besides, and fifty periods are told', async () => {
  const company = await world.addCompany()
  await outage(company, 51)
  await separate(company)
  await sell(company, 200)
  assert.deepEqual(await eventsOf(company), Array(10).fill('firmado'))
  assert.equal((await ask(company, 'GET')).body.periodos.length, 50)
  assert.equal((await ask(company, 'POST')).body.pendientes, 50)
})

/** Each deferred document of the company gets an outage of its own, as after a ministry that came and went. */
async function separate({ nit }: Company): Promise<void> {
  const { pool, random } = world.deps
  const { id } = await pool.one<{ id: string }>(
    'select company_id as id from companies where nit = $1',
    [nit],
  )
  const documents = await pool.many<{ code: string; outage: string }>(
    `select codigo_generacion as code, outage_id as outage from documents
      where company_id = $1 and outage_id is not null`,
    [id],
  )
  assert.equal(documents.length, 51)
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
