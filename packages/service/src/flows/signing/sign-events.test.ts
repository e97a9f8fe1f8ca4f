/** When a company's contingency events are signed, by whose key, and how many of them by one call. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  contingencia,
  outage,
  rejectEvent,
  sell,
  separate,
  work,
} from '../../../test/contingencies.ts'
import { type Company, createWorld, type World } from '../../../test/world.ts'
import { revokeKey } from '../../admin.ts'
import { createLog } from '../../base/log.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'

const lines: string[] = []
const log = createLog('error', { write: (line: string) => void lines.push(line) })

let world: World
before(async () => {
  world = await createWorld({ silencesMax: 2, log, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
})
after(() => world.close())

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
  await outage(world, company)
  await rejectEvent(world, company)
  await world.advance(14 * MINUTE_MS)
  await sell(world, company, 200)
  assert.deepEqual(await eventsOf(company), ['rechazado'])
  await world.advance(MINUTE_MS)
  await sell(world, company, 200)
  assert.deepEqual(await eventsOf(company), ['rechazado', 'firmado'])
  await work(world)

  await outage(world, company)
  await world.advance(25 * HOUR_MS)
  await rejectEvent(world, company)
  const before = ['rechazado', 'sellado', 'rechazado']
  await world.advance(5 * HOUR_MS)
  await sell(world, company, 200)
  assert.deepEqual(await eventsOf(company), before)
  await world.advance(HOUR_MS)
  await sell(world, company, 200)
  assert.deepEqual(await eventsOf(company), [...before, 'firmado'])
  await work(world)
})

test('an event that cannot be signed stops no sale, and the log says whose it is', async () => {
  const company = await world.addCompany()
  await outage(world, company)
  const { pool } = world.deps
  await pool.many(`alter table events add constraint dead check (kind <> 'contingencia') not valid`)
  lines.length = 0
  try {
    await sell(world, company, 200)
  } finally {
    await pool.many('alter table events drop constraint dead')
  }
  const told = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ nit, msg }) => [nit, msg]),
    [[company.nit, 'a contingency event could not be signed']],
  )
  assert.match(told[0].error.message, /dead/)
  await sell(world, company, 200)
  assert.deepEqual(await eventsOf(company), ['firmado'])
  await work(world)
})

test('a sale signs ten events besides', async () => {
  const company = await world.addCompany()
  await outage(world, company, 11)
  await separate(world, company)
  await sell(world, company, 200)
  assert.deepEqual(await eventsOf(company), Array(10).fill('firmado'))
  await sell(world, company, 200)
  assert.deepEqual(await eventsOf(company), Array(11).fill('firmado'))
})

test('a key that is revoked before its event is signed signs none', async () => {
  const company = await world.addCompany()
  await outage(world, company)
  const pool = world.deps.pool as { -readonly [K in 'lend']: World['deps']['pool'][K] }
  const { lend } = pool
  pool.lend = async (work) => {
    pool.lend = lend
    await revokeKey(world.admin, company.nit, company.key.keyId)
    return lend(work)
  }
  const { status, body } = await contingencia(world, company, 'POST')
  assert.deepEqual([status, body.error?.code], [403, 'key_revoked'])
  assert.deepEqual(await eventsOf(company), [])
})
