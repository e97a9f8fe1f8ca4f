import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld({ pool: { lockTimeoutMs: 200 } })
  await world.issue() // creates the row of the series
})
after(() => world.close())

/** Runs `work` while another session holds the locks of `sql`. */
async function whileLocked<T>(sql: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(sql)
    return await work()
  } finally {
    await client.end()
  }
}

test('if the request log cannot be written nothing is done, and the call may be repeated', async () => {
  const options = { idempotencyKey: 'not logged' }
  const spent = await world.numbersSpent()
  const [issuing, asking] = await whileLocked('lock table request_log in exclusive mode', () =>
    Promise.all([world.issue(undefined, options), world.query('x')]),
  )

  for (const reply of [issuing, asking]) {
    assert.equal(reply.status, 503)
    assert.equal(reply.body.error.code, 'service_unavailable')
    assert.ok(Number(reply.headers['retry-after']) > 0)
  }
  assert.equal(await world.numbersSpent(), spent)
  const repeated = await world.issue(undefined, options)
  assert.equal(repeated.status, 200, repeated.text)
  assert.equal(repeated.headers['idempotency-replayed'], undefined)
})

test('a series that another session holds costs no number: the next caller gets it', async () => {
  const options = { idempotencyKey: 'busy series' }
  const spent = await world.numbersSpent()
  const reply = await whileLocked('update series set last = last', () =>
    world.issue(undefined, options),
  )

  assert.equal(reply.status, 503, reply.text)
  assert.equal(reply.body.error.code, 'correlative_unavailable')
  assert.ok(Number(reply.headers['retry-after']) > 0)
  assert.equal(await world.numbersSpent(), spent)
  const repeated = await world.issue(undefined, options)
  assert.equal(repeated.status, 200, repeated.text)
  assert.equal(repeated.headers['idempotency-replayed'], undefined)
  assert.equal(await world.numbersSpent(), spent + 1)
})

test('an internal error discloses nothing to the caller, and costs no number', async () => {
  const { nit, key } = await world.addCompany()
  const damaged = Buffer.alloc(60, 7)
  await world.deps.pool.many('update companies set data_key = $2 where nit = $1 returning 1', [
    nit,
    damaged,
  ])
  const spent = await world.numbersSpent()

  const reply = await world.issue(undefined, { key })

  assert.equal(reply.status, 500)
  assert.deepEqual(reply.body, {
    error: { code: 'internal_error', message: 'Ocurrió una falla del servicio.', details: {} },
  })
  assert.equal(await world.numbersSpent(), spent)
})

test('an unreachable database is 503 on every route, and the service recovers when it is back', async () => {
  const { body } = await world.issue()
  const name = new URL(world.databaseUrl).pathname.slice(1)
  const elsewhere = new URL(world.databaseUrl)
  elsewhere.pathname = '/postgres'
  const client = new pg.Client({ connectionString: elsewhere.href })
  await client.connect()
  await client.query(`alter database ${name} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])

  const gone = await Promise.all([world.issue(), world.query(body.codigoGeneracion)])

  await client.query(`alter database ${name} allow_connections true`)
  await client.end()
  assert.deepEqual(
    gone.map((reply) => `${reply.status} ${reply.body.error.code}`),
    ['503 service_unavailable', '503 service_unavailable'],
  )
  assert.equal((await world.issue()).status, 200)
})
