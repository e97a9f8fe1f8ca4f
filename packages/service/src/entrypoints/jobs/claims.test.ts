import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { prepare, sign } from '../../../test/prepared.ts'
import { withoutWarnings } from '../../../test/warnings.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { sweepClaims } from './claims.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const claims = () => world.deps.pool.many('select idempotency_key from claims')

test('no outcome of a call leaves a claim without its document', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  await world.issue()
  const prepared = await prepare(world)
  await sign(world, await prepare(world))
  await sign(world, prepared, { headers: { 'x-service-sign-key': 'x' } })
  await prepare(world, { ...SALE, formaPago: '77' })
  await world.mh.clearFaults()

  const unstarted = await world.deps.pool.many(
    'select idempotency_key from claims where codigo_generacion is null',
  )
  assert.deepEqual(unstarted, [])
})

test('a claim with a document is kept for 24 hours, then deleted with its outcome', async () => {
  await world.advance(-31 * MINUTE_MS) // so that the rest happens later
  await statement(world.deps.pool, 'delete from claims')
  const idempotencyKey = 'un dia'
  const first = await world.issue(SALE, { idempotencyKey })
  const other = await prepare(world, SALE, { idempotencyKey: 'otro' })
  assert.deepEqual([first.status, other.status], [200, 200], first.text + other.text)

  await world.advance(24 * HOUR_MS - MINUTE_MS)
  assert.equal(await sweepClaims(world.deps), 0)
  const replay = await world.issue(SALE, { idempotencyKey })
  assert.equal(withoutWarnings(replay.text), withoutWarnings(first.text))
  await world.advance(MINUTE_MS)
  assert.equal(await sweepClaims(world.deps), 2)
  assert.deepEqual(await claims(), [])
})

test('a stop waits for one batch of what is forgotten, and the next sweep takes the rest', async () => {
  const { pool, clock } = world.deps
  const old = [new Date(clock.now().getTime() - 25 * HOUR_MS), 5_001]
  await statement(
    pool,
    `insert into claims (company_id, key_id, room, idempotency_key, body_hash, claimed_at,
                         codigo_generacion, outcome)
     select company_id, 'k' || n % 2, case when n % 3 = 0 then 'sign' else 'issue' end, n::text, '', $1,
            company_id, '{}'
       from companies, generate_series(1, $2::integer) as n`,
    old,
  )
  await statement(
    pool,
    `insert into kept_answers (company_id, key_id, idempotency_key, body_hash, claimed_at, status, body)
     select company_id, 'k' || n % 2, n::text, '', $1, 200, '' from companies, generate_series(1, $2::integer) as n`,
    old,
  )
  const left = async () => [
    (await claims()).length,
    (await pool.many('select 1 from kept_answers')).length,
  ]

  await sweepClaims(world.deps, AbortSignal.abort())
  assert.deepEqual(await left(), [1, 1])
  await sweepClaims(world.deps)
  assert.deepEqual(await left(), [0, 0])
})
