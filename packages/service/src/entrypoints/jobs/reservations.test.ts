import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import pg from 'pg'
import { onOnePostgreSQL } from '../../../test/citus.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { atOnce } from '../../../test/races/numbers.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { releaseExpired } from './reservations.ts'

const FIFTEEN_MINUTES_MS = 15 * 60_000

let world: World
before(async () => {
  world = await createWorld({ pool: { lockTimeoutMs: 200 } })
})
after(() => world.close())

const estadoOf = async (codigoGeneracion: string) =>
  (await world.query(codigoGeneracion)).body.estado

test('a reservation is released when it expires, and not before', async () => {
  const { body } = await prepare(world)
  await world.advance(FIFTEEN_MINUTES_MS - 10_000)
  assert.equal(await releaseExpired(world.deps), 0)
  assert.equal(await estadoOf(body.codigoGeneracion), 'reservado')

  await world.advance(10_000)
  assert.equal(await releaseExpired(world.deps), 1)

  const stored = await world.query(body.codigoGeneracion)
  assert.equal(stored.body.estado, 'liberado')
  assert.match(stored.body.historial.at(-1).motivo, /Venció/)
  assert.equal(await releaseExpired(world.deps), 0)
})

test('a signed document is never released, however old', async () => {
  const prepared = await prepare(world)
  await sign(world, prepared)
  await world.advance(100 * FIFTEEN_MINUTES_MS)

  assert.equal(await releaseExpired(world.deps), 0)
  assert.equal(await estadoOf(prepared.body.codigoGeneracion), 'sellado')
})

test('one pass releases all expired reservations, even more than one batch, and tries a busy series once', async (t) => {
  const busy = await world.addCompany()
  const { body } = await prepare(world, SALE, { key: busy.key })
  for (let times = 0; times < 7; times++) {
    const replies = await atOnce(30, () => prepare(world))
    for (const { status, text } of replies) assert.equal(status, 200, text)
  }
  await world.advance(FIFTEEN_MINUTES_MS)
  const free = await hold(t, busy.nit)
  const lines: string[] = []
  const log = createLog('error', { write: (line) => lines.push(line) })

  assert.equal(await releaseExpired({ ...world.deps, log }), 210)
  const told = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ job, msg, error }) => [job, msg, typeof error.message]),
    [['reservations', 'reservations stay', 'string']],
  )
  await free()
  assert.equal(await releaseExpired(world.deps), 1)
  assert.equal((await world.query(body.codigoGeneracion, busy.key)).body.estado, 'liberado')
})

/** Somebody else has the series of this company until it is freed. */
async function hold(t: TestContext, nit: string): Promise<() => Promise<unknown>> {
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  t.after(() => holder.end())
  const { company_id } = await world.deps.pool.one<{ company_id: string }>(
    'select company_id from company_nits where nit = $1',
    [nit],
  )
  await holder.query('begin')
  await holder.query('select 1 from series where company_id = $1 for update', [company_id])
  return () => holder.query('rollback')
}

test('a busy series delays no other, and its own reservations are released by a later pass', async (t) => {
  const { key } = await world.addCompany()
  const here = await prepare(world)
  const there = await prepare(world, SALE, { key })
  await world.advance(FIFTEEN_MINUTES_MS)
  const free = await hold(t, world.company.nit)

  assert.equal(await releaseExpired(world.deps), 1)
  assert.equal(await estadoOf(here.body.codigoGeneracion), 'reservado')
  assert.equal((await world.query(there.body.codigoGeneracion, key)).body.estado, 'liberado')

  await free()
  assert.equal(await releaseExpired(world.deps), 1)
  assert.equal(await estadoOf(here.body.codigoGeneracion), 'liberado')
})

test('a reservation holds its referencia, and releases it with its number', async () => {
  const sale = { ...SALE, referencia: 'caja 3, venta 88' }
  const prepared = await prepare(world, sale)

  const meanwhile = await world.issue(sale)
  await world.advance(FIFTEEN_MINUTES_MS)
  await releaseExpired(world.deps)
  const afterwards = await world.issue(sale)

  assert.equal(meanwhile.body.error?.code, 'reference_in_use', meanwhile.text)
  assert.equal(meanwhile.body.error.details.codigoGeneracion, prepared.body.codigoGeneracion)
  assert.equal(afterwards.status, 200, afterwards.text)
})

test('a stop waits for one batch of reservations, and the next pass takes the others', async () => {
  const { body } = await prepare(world)
  await world.deps.pool.many(
    `insert into documents
     select (jsonb_populate_record(d, jsonb_build_object(
              'codigo_generacion', gen_random_uuid(),
              'numero_control', left(d.numero_control, -6) || (500000 + n)))).*
       from documents d, generate_series(1, 200) as n where d.codigo_generacion = $1`,
    [body.codigoGeneracion],
  )
  await world.advance(FIFTEEN_MINUTES_MS)
  assert.equal(await releaseExpired(world.deps, AbortSignal.abort()), 200)
  assert.equal(await releaseExpired(world.deps), 1)
})

const AWAY = onOnePostgreSQL('a machine that goes away is passed over')
test('a database that goes away makes no series busy, but ends the pass', AWAY, async () => {
  await prepare(world)
  await world.advance(FIFTEEN_MINUTES_MS)
  const sql = (text: string) => world.deps.pool.many(text)
  await sql(`create function stopping() returns trigger language plpgsql as $$ begin
    raise exception 'terminating connection' using errcode = '57P01'; end $$`)
  await sql('create trigger stopping before update on documents execute function stopping()')
  await assert.rejects(releaseExpired(world.deps), { code: '57P01' })
  await sql('drop trigger stopping on documents')
  assert.equal(await releaseExpired(world.deps), 1)
})
