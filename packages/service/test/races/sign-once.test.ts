import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/base/db/tx.ts'
import { releaseExpired } from '../../src/entrypoints/jobs/reservations.ts'
import { prepare, sign, timesReceived } from '../prepared.ts'
import { until } from '../until.ts'
import { createWorld, type Reply, type World } from '../world.ts'
import { atOnce, PATIENT } from './numbers.ts'
import { createPeer, type Peer } from './peer.ts'

const CALLS = 50
const FIFTEEN_MINUTES_MS = 15 * 60_000

test('50 concurrent signs of one token, each with its own key, sign one document once', async (t) => {
  const world = await slowWorld()
  t.after(() => world.close())
  const prepared = await prepare(world)

  const replies = await atOnce(CALLS, () => sign(world, prepared))

  const signed = replies.filter(({ status }) => status === 200)
  assert.equal(signed.length, 1)
  for (const reply of replies.filter((one) => one !== signed[0])) {
    assert.equal(reply.body.error?.code, 'prepare_token_invalid', reply.text)
    assert.equal(reply.body.error.details.motivo, 'ya_firmado')
  }
  await assertSignedOnce(world, prepared)
})

test('50 concurrent signs of one token with one key sign one document once, and all get its answer', async (t) => {
  const world = await slowWorld()
  t.after(() => world.close())
  const prepared = await prepare(world)
  const options = { idempotencyKey: 'firma 2026-11-20/0017' }

  const replies = await atOnce(CALLS, () => sign(world, prepared, options))

  const firsts = replies.filter(
    ({ status, headers }) => status === 200 && headers['idempotency-replayed'] === undefined,
  )
  assert.equal(firsts.length, 1)
  for (const reply of replies) {
    if (reply.status === 200) assert.equal(reply.text, firsts[0]?.text)
    else assert.equal(reply.body.error.details.codigoGeneracion, prepared.body.codigoGeneracion)
    if (reply.status !== 200) assert.equal(reply.body.error.code, 'idempotency_in_flight')
  }
  await assertSignedOnce(world, prepared)
})

test('50 preparations at once under one string reserve one number', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const options = { idempotencyKey: 'preparar' }

  const replies = await atOnce(CALLS, () => prepare(world, undefined, options))

  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
  assert.equal(replies.filter((r) => r.headers['idempotency-replayed'] === undefined).length, 1)
  assert.equal(await world.numbersSpent(), 1)
})

/** The job sees the expiry a moment before the calls do, as a process whose clock is ahead. */
test('of a signature and the release of its number at once, one finds the reservation', async (t) => {
  const world = await slowWorld()
  t.after(() => world.close())
  const { clock } = world.deps
  const now = () => new Date(clock.now().getTime() + FIFTEEN_MINUTES_MS)
  const peer = createPeer(world)
  t.after(() => peer.close())
  const ahead = { ...peer.deps, clock: { ...clock, now } }
  const prepared = await atOnce(40, () => prepare(world))

  const [replies] = await Promise.all([
    atOnce(prepared.length, (at) => sign(world, prepared[at] as Reply)),
    untilSomeAreSigned(peer).then(async () => {
      for (let pass = 0; pass < 4; pass++) await releaseExpired(ahead)
    }),
  ])

  const outcomes = new Map<string, number>()
  for (const [at, reply] of replies.entries()) {
    const { codigoGeneracion } = prepared[at]?.body ?? {}
    const { estado } = (await world.query(codigoGeneracion)).body
    assert.equal(estado, reply.status === 200 ? 'sellado' : 'liberado', reply.text)
    if (reply.status !== 200) assert.equal(reply.body.error.code, 'prepare_token_invalid')
    outcomes.set(estado, (outcomes.get(estado) ?? 0) + 1)
  }
  t.diagnostic(JSON.stringify([...outcomes]))
  assert.equal(outcomes.size, 2, 'some were signed and some were released')
  const { waiting, counted } = await world.deps.pool.one<{ waiting: bigint; counted: number }>(
    `select (select count(*) from released_numbers) as waiting, (select released from series) as counted`,
  )
  assert.equal(Number(waiting), outcomes.get('liberado') ?? 0)
  assert.equal(counted, outcomes.get('liberado') ?? 0)
})

async function untilSomeAreSigned({ deps: { pool } }: Peer): Promise<void> {
  await until('five are signed or released', async () => {
    const rows = await pool.many(`select 1 from documents where estado <> 'reservado' limit 5`)
    return rows.length === 5
  })
}

async function assertSignedOnce(world: World, prepared: Reply): Promise<void> {
  const { codigoGeneracion } = prepared.body
  assert.equal(await world.numbersSpent(), 1)
  assert.deepEqual([...(await timesReceived(world))], [[codigoGeneracion, 1]])
  const claims = await world.deps.pool.many<{ outcome: object | null }>(
    `select outcome from claims where room = 'sign'`,
  )
  assert.equal(claims.length, 1, 'the others left no claim')
  assert.ok(claims[0]?.outcome)
}

/** With the signature's commit and the ministry made slow, so that all of the others arrive during each. */
async function slowWorld(): Promise<World> {
  const world = await createWorld(PATIENT)
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 150 })
  const { pool } = world.deps
  await statement(
    pool,
    `create function slow_down() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.1); return new; end $$`,
  )
  await statement(
    pool,
    `create trigger slow_down before update on documents for each row
       when (new.estado = 'firmado' and old.estado = 'reservado') execute function slow_down()`,
  )
  return world
}
