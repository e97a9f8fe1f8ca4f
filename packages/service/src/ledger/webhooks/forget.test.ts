import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { ON_CLUSTER, ON_ONE, WAYS } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { companyElsewhere, machineOf, withoutMachine } from '../../../test/machines.ts'
import { companyRow, idOf, insertRows } from '../../../test/rows.ts'
import { callWebhooks, createHook } from '../../../test/webhooks.ts'
import { type Company, createWorld, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { DAY_MS, SECOND_MS } from '../../base/time/durations.ts'
import { forgetDeliveries } from './forget.ts'

const URL = 'http://127.0.0.1:1024/'
const lines: string[] = []
const log = createLog('warn', { write: (line: string) => void lines.push(line) })

const database = await createTestDatabase()
let world: World
before(async () => {
  world = await createWorld({ database, log })
})
afterEach(() => world.deps.pool.many('delete from webhook_deliveries'))
after(() => world.close())

type Key = Company['key']

async function hookOf(key: Key): Promise<string> {
  const { id } = await createHook(world, URL, {}, key)
  return id
}

/** Something to deliver to the webhook; its id. */
async function tell(id: string, key: Key = world.company.key): Promise<string> {
  const reply = await callWebhooks(world, 'POST', `/${id}/test`, { key })
  assert.equal(reply.status, 202, reply.text)
  return reply.body.id
}

async function kept(id: string, key: Key = world.company.key): Promise<readonly string[]> {
  const reply = await callWebhooks(world, 'GET', `/${id}/deliveries`, { key })
  assert.equal(reply.status, 200, reply.text)
  return (reply.body.entregas as readonly { id: string }[]).map((one) => one.id)
}

for (const { way, pool } of WAYS) {
  test(`deliveries go once they are thirty days old, also those of a webhook that is deleted, ${way}`, async () => {
    const deps = { ...world.deps, pool: database.createPool(pool) }
    const [stays, goes] = [await hookOf(world.company.key), await hookOf(world.company.key)]
    for (const id of [stays, stays, goes]) await tell(id)
    await callWebhooks(world, 'DELETE', `/${goes}`)
    await world.advance(DAY_MS)
    const younger = await tell(stays)
    await world.advance(29 * DAY_MS - SECOND_MS)
    assert.equal(await forgetDeliveries(deps), 0)
    await world.advance(SECOND_MS)
    assert.equal(await forgetDeliveries(deps), 3)
    assert.deepEqual(await kept(stays), [younger])
    assert.equal(await forgetDeliveries(deps), 0)
  })

  test(`a pass that is asked to stop ends after a batch, and the next one goes on, ${way}`, async () => {
    const deps = { ...world.deps, pool: database.createPool(pool) }
    await deps.pool.many(
      `insert into webhook_deliveries (company_id, webhook_id, ordinal, novedad, position, tipo, next_at, created_at)
       select c.company_id, gen_random_uuid(), n, gen_random_uuid(), n, 'dte.sellado', null, $1
         from (select * from companies limit 1) c, (select gen_random_uuid()) w, generate_series(1, 25) n`,
      [new Date(deps.clock.now().getTime() - 30 * DAY_MS)],
    )
    // Twenty webhooks at a time; on a cluster company by company, and none is begun.
    const isCluster = deps.pool.options.isCluster
    const counts = [await forgetDeliveries(deps, AbortSignal.abort()), await forgetDeliveries(deps)]
    assert.deepEqual(counts, isCluster ? [0, 25] : [20, 5])
  })

  test(`of one webhook two hundred and fifty go in a batch, the oldest first, ${way}`, async () => {
    const deps = { ...world.deps, pool: database.createPool(pool) }
    await deps.pool.many(
      `insert into webhook_deliveries (company_id, webhook_id, ordinal, novedad, position, tipo, next_at, created_at)
       select c.company_id, $1, n, gen_random_uuid(), n, 'dte.sellado', null, $2::timestamptz + n / 252 * interval '1 second'
         from (select * from companies limit 1) c, generate_series(1, 252) n`,
      [deps.random.uuid(), new Date(deps.clock.now().getTime() - 30 * DAY_MS)],
    )
    const counts = [await forgetDeliveries(deps, AbortSignal.abort()), await forgetDeliveries(deps)]
    assert.deepEqual(counts, deps.pool.options.isCluster ? [0, 251] : [250, 1])
  })
}

for (const { way, pool } of WAYS) {
  test(`of each webhook what is old goes up to its first young delivery, and nothing of another one, ${way}`, async () => {
    const now = world.deps.clock.now()
    const deps = { ...world.deps, pool: database.createPool(pool), clock: { now: () => now } }
    const companies = [7, 8].map(companyRow)
    await insertRows(deps.pool, 'companies', companies)
    const old = new Date(now.getTime() - 30 * DAY_MS)
    const young = new Date(old.getTime() + 1)
    /** A letter for each delivery of a company's webhook, in order. */
    const rows = [
      ...([
        [7, 1, 'oo.'],
        [7, 2, '.o'],
        [7, 3, 'o'],
        [7, 4, 'oo.o'],
      ] as const),
      ...([
        [8, 1, '..o.'],
        [8, 2, 'ooo'],
        [8, 3, '.'],
        [8, 4, 'o.'],
      ] as const),
    ].flatMap(([company, webhook, ages]) =>
      [...ages].map((age, n) => ({
        ...{ company_id: idOf(company), webhook_id: idOf(webhook), ordinal: n + 1 },
        ...{ novedad: idOf(100 * webhook + n), position: n, tipo: 'dte.sellado' },
        ...{ next_at: null, created_at: age === 'o' ? old : young },
      })),
    )
    await insertRows(deps.pool, 'webhook_deliveries', rows)
    assert.equal(await forgetDeliveries(deps), 9)
    const left = await deps.pool.many<{ left: string }>(
      `select concat_ws(' ', right(company_id::text, 1), right(webhook_id::text, 1),
                        string_agg(ordinal::text, '' order by ordinal)) as left
         from webhook_deliveries group by company_id, webhook_id order by 1`,
    )
    assert.deepEqual(
      left.map((row) => row.left),
      ['7 1 3', '7 2 12', '7 4 34', '8 1 1234', '8 3 1', '8 4 2'],
    )
    for (const { company_id } of companies) {
      for (const table of ['company_nits', 'companies']) {
        await deps.pool.many(`delete from ${table} where company_id = $1`, [company_id])
      }
    }
  })
}

test(
  'with the statements for a cluster, those of a company that cannot go stay, are told, and stop no others',
  ON_ONE,
  async () => {
    const deps = { ...world.deps, pool: database.createPool({ isCluster: true }) }
    const others = [await world.addCompany(), await world.addCompany()]
    const keys = [world.company, ...others].map(({ key }) => key)
    const hooks = await Promise.all(keys.map(hookOf))
    for (const [at, key] of keys.entries()) await tell(hooks[at] as string, key)
    const { company_id: stuck } = await deps.pool.one<{ company_id: string }>(
      'select company_id from webhook_deliveries where webhook_id = $1',
      [hooks[1]],
    )
    await deps.pool.many(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
    )
    await deps.pool.many(
      `create trigger refuse before delete on webhook_deliveries
         for each row when (old.company_id = '${stuck}') execute function refuse()`,
    )
    await world.advance(30 * DAY_MS)
    lines.length = 0
    assert.equal(await forgetDeliveries(deps), 2)
    const { job, companyId, msg } = JSON.parse(lines[0] ?? '{}')
    assert.deepEqual(
      [job, companyId, msg, lines.length],
      ['webhook_age', stuck, 'skipped: its rows stay due', 1],
    )
    await deps.pool.many('drop trigger refuse on webhook_deliveries')
    assert.equal(await forgetDeliveries(deps), 1)
  },
)

test(
  'those of the other companies go while a machine is away, and its own later',
  ON_CLUSTER,
  async () => {
    const { deps } = world
    const other = await companyElsewhere(world)
    const [own, there] = [await hookOf(world.company.key), await hookOf(other.key)]
    await tell(own)
    await tell(there, other.key)
    await world.advance(30 * DAY_MS)
    const { machine } = await machineOf(deps.pool, world.company.nit)
    lines.length = 0
    assert.equal(await withoutMachine(deps.pool, machine, () => forgetDeliveries(deps)), 1)
    const { job, machine: skipped } = JSON.parse(lines[0] ?? '{}')
    assert.deepEqual([job, skipped, lines.length], ['webhook_age', machine, 1])
    assert.equal((await kept(own)).length, 1)
    assert.deepEqual(await kept(there, other.key), [])
    assert.equal(await forgetDeliveries(deps), 1)
  },
)
