/**
 * A day without the ministry, for three companies. OUTAGE_DOCUMENTS sets the number of documents (5000 is the full
 * size; the ordinary tests run with fewer).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Company, createWorld, SALE, type World } from '../../../test/world.ts'
import { transmitLots } from '../../entrypoints/jobs/lots.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const DOCUMENTS = Number(process.env.OUTAGE_DOCUMENTS ?? 60)
const HOUR_MS = 60 * 60_000
const LIMITS = { hour: 100_000, day: 100_000, status: 1_000 }

test('after a day without the ministry every document is sealed in time, by one call of each company', async () => {
  const now = new Date('2026-11-10T06:00:00-06:00') // no month ends within the days that follow
  const world = await createWorld({
    silencesMax: 2,
    now,
    mh: { timeoutMs: 4_000, budgetMs: 20_000 },
  })
  try {
    const companies = [
      await world.addCompany({}, { limits: LIMITS }),
      await world.addCompany({}, { limits: LIMITS }),
      await world.addCompany({}, { limits: LIMITS }),
    ]
    await world.mh.fault({ service: '*', kind: 'status' })
    for (let i = 0; i < DOCUMENTS; i++) {
      const { status } = await issue(world, companies[i % companies.length])
      assert.equal(status, 202)
      await world.advance((24 * HOUR_MS) / DOCUMENTS)
      await watchOutages(world.deps)
    }
    await world.mh.clearFaults()
    await world.advance(13_000)
    await watchOutages(world.deps)
    const back = world.deps.clock.now()

    await world.advance(20 * HOUR_MS) // a night
    for (const company of companies) assert.equal((await issue(world, company)).status, 200)
    for (let i = 0; i < 20; i++) {
      await watchOutages(world.deps)
      await transmitDue(world.deps)
      await transmitLots(world.deps)
      await world.advance(61_000)
    }
    await assertInTime(world, back)
  } finally {
    await world.close()
  }
})

function issue(world: World, company: Company | undefined) {
  if (!company) throw new Error('there are three')
  return world.issue(SALE, { key: company.key })
}

async function assertInTime(world: World, back: Date): Promise<void> {
  const { pool } = world.deps
  const estados = await pool.many<{ estado: string; n: bigint }>(
    'select estado, count(*) as n from documents group by estado',
  )
  assert.deepEqual(estados, [{ estado: 'sellado', n: BigInt(DOCUMENTS + 3) }])

  const sealedAt = (of: string) =>
    `(select coalesce(h ->> 'fecha', split_part(h #>> '{}', ' ', 2))::timestamptz
        from jsonb_array_elements(${of}.historial) h
       where coalesce(h ->> 'estado', split_part(h #>> '{}', ' ', 1)) = 'sellado')`
  const events = await pool.many<{ at: Date }>(
    `select ${sealedAt('e')} as at from events e where kind = 'contingencia'`,
  )
  assert.ok(events.length >= 3)
  for (const { at } of events) assert.ok(at.getTime() - back.getTime() <= 24 * HOUR_MS)
  const late = await pool.many(
    `select 1 from documents d
       join events e on e.company_id = d.company_id and e.codigo_generacion = d.evento_contingencia
      where ${sealedAt('d')} > ${sealedAt('e')} + interval '72 hours'`,
  )
  assert.equal(late.length, 0)
  const deferred = await pool.one<{ n: bigint }>(
    'select count(*) as n from documents where outage_id is not null',
  )
  assert.ok(deferred.n >= BigInt(DOCUMENTS - 2), 'the outage was found out by two calls')
  assert.ok((await world.mh.ledger()).filter(({ estado }) => estado === 'RECHAZADO').length === 0)
}
