/** What stops one company, or its machine, does not stop the work of the others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ON_CLUSTER, ON_ONE } from '../../../test/citus.ts'
import { companyElsewhere, machineOf, withoutMachine } from '../../../test/machines.ts'
import { createWorld, type Reply, type World } from '../../../test/world.ts'
import { WIDTH } from '../../base/concurrently.ts'
import { DatabaseUnavailable } from '../../base/db/errors.ts'
import { createLog } from '../../base/log.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { type Due, listDue, type Skipped, type Sweep, skippedInPass, takeDue } from './due.ts'

/** After the job's first delay following an unanswered call. */
const PAST_RETRY_MS = 60_000
const PAST_LEASE_MS = 100_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

interface Row extends Due {
  readonly name: string
}

/** Rows by age: the first letter of a name is its company. Another process is taking those with a `!`. */
function queueOf(names: string, broken = '') {
  const waiting = names.split(' ').map((name, i): Row => {
    return { company_id: name.slice(0, 1), due_at: new Date(i), name }
  })
  const skipped: Skipped[] = []
  const looks: number[] = []
  const sweep: Sweep<Row, string> = {
    limit: 3,
    async list({ limit, except }) {
      looks.push(limit)
      return waiting.filter(({ company_id }) => !except.includes(company_id)).slice(0, limit)
    },
    async take(companyId, rows) {
      if (broken.includes(companyId)) throw new Error('its machine is away')
      const free = rows.filter(({ name }) => !name.endsWith('!'))
      for (const row of free) waiting.splice(waiting.indexOf(row), 1)
      return free.map(({ name }) => name)
    },
    onSkipped: (one) => void skipped.push(one),
  }
  return { sweep, skipped, looks }
}

async function batchesOf(sweep: Sweep<Row, string>): Promise<readonly string[]> {
  const batches: string[] = []
  for await (const taken of takeDue(world.deps.pool, sweep)) batches.push(taken.join(' '))
  return batches
}

test('what waits longest is taken first, a batch at a time', async () => {
  assert.deepEqual(await batchesOf(queueOf('a1 b1 a2 c1 a3').sweep), ['a1 a2 b1', 'c1 a3'])
  assert.deepEqual(await batchesOf(queueOf('a1 b1 a2').sweep), ['a1 a2 b1'])
})

test('after a batch that is not full nothing more is looked for', async () => {
  for (const [names, expected] of [
    ['a1 b1', [3]],
    ['a1 b1 a2', [3, 3]],
    ['a1! b1! b2!', [3, 6]],
    ['a1! b1! b2! c1', [3, 6, 3, 6]],
  ] as const) {
    const { sweep, looks } = queueOf(names)
    await batchesOf(sweep)
    assert.deepEqual(looks, expected, names)
  }
})

test('a company that fails is told once, and what waits behind it is taken', async () => {
  const { sweep, skipped } = queueOf('a1 a2 a3 a4 b1 c1', 'a')
  assert.deepEqual(await batchesOf(sweep), ['b1 c1'])
  assert.deepEqual(skipped, [{ companyId: 'a' }])
})

test('behind a batch that another process is taking the next one is taken', async () => {
  assert.deepEqual(await batchesOf(queueOf('a1! b1! b2! c1').sweep), ['c1'])
  assert.deepEqual(await batchesOf(queueOf('a1! b1! b2!').sweep), [])
  assert.deepEqual(await batchesOf(queueOf('a1! b1! b2! c1! b3 c2 b4 a2').sweep), [
    'c2 b3',
    'b4 a2',
  ])
})

test('a pass tells each machine that is skipped once, and leaves out the companies that are', () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  const { companies, onSkipped } = skippedInPass(log, 'copy')
  const all: readonly Skipped[] = [{ machine: 1 }, { machine: 2 }, { machine: 1 }]
  for (const one of [...all, { companyId: 'a' }]) onSkipped(one, new TypeError('no'))
  const told = lines.map((line) => {
    const { time: _, error, ...rest } = JSON.parse(line)
    return { ...rest, error: error.name }
  })
  const words = { level: 50, job: 'copy', error: 'TypeError', msg: 'skipped: its rows stay due' }
  assert.deepEqual(told, [
    ...[{ machine: 1 }, { machine: 2 }, { companyId: 'a' }].map((one) => ({ ...words, ...one })),
  ])
  assert.deepEqual([...companies], ['a'])
})

/** Signed documents, whatever time it is. */
const LOOK = {
  sql: (among: string) => `
    select company_id, lease_until as due_at from documents
     where lease_until is not null ${among} order by lease_until limit $1`,
  values: [10],
  limit: 10,
}

test('what waits longest is listed first, and no more than was asked', async () => {
  const rows = ['b', 'd', 'a', 'c'].map((name): Row => {
    return { company_id: name, due_at: new Date(name.charCodeAt(0)), name }
  })
  const pool = { ...world.deps.pool, many: async <R>() => rows as R[] }
  const listed = async (limit: number) => {
    const due = await listDue<Row>(pool, { ...LOOK, limit }, () => assert.fail('none is skipped'))
    return due.map(({ name }) => name).join('')
  }
  assert.deepEqual([await listed(1), await listed(3), await listed(9)], ['a', 'abc', 'abcd'])
})

test('of a cluster each machine is asked for its own companies, and one that is away is told', async () => {
  const away = new DatabaseUnavailable('it is away')
  const asked: unknown[] = []
  const machines = ['a', 'b', 'c'].map((one, n) => ({ machine: n + 1, companies: [one] }))
  const pool = {
    ...world.deps.pool,
    options: { ...world.deps.pool.options, isCluster: true },
    async many<R>(sql: string, values?: readonly unknown[]) {
      if (values === undefined) return machines as R[]
      asked.push([sql.includes('and company_id = any ($2::uuid[])'), ...values])
      const companies = values[1] as readonly string[] | undefined
      if (companies === undefined || companies.includes('b')) throw away
      return companies.map((name) => ({ company_id: name, due_at: new Date(0), name })) as R[]
    },
  }
  const skipped: unknown[] = []
  const rows = await listDue<Row>(pool, LOOK, (one, error) => skipped.push([one, error]))
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['a', 'c'],
  )
  assert.deepEqual(skipped, [[{ machine: 2 }, away]])
  assert.deepEqual(asked, [[false, 10], ...['a', 'b', 'c'].map((one) => [true, 10, [one]])])
  const wrong = { ...pool, many: () => Promise.reject(new TypeError('no')) }
  await assert.rejects(listDue(wrong, LOOK, assert.fail), TypeError)
})

test('one PostgreSQL that does not answer is an error', ON_ONE, async () => {
  const away = new DatabaseUnavailable('it is away')
  const pool = { ...world.deps.pool, many: () => Promise.reject(away) }
  const list = listDue(pool, LOOK, () => assert.fail('nothing is skipped'))
  await assert.rejects(list, away)
})

test(
  'one PostgreSQL that goes away while rows are taken ends the pass at the first company',
  ON_ONE,
  async () => {
    const away = new DatabaseUnavailable('it is away')
    const names = Array.from({ length: 20 }, (_, i) => `${String.fromCharCode(97 + i)}1`).join(' ')
    const { sweep, skipped } = queueOf(names)
    let tries = 0
    const take = async () => {
      tries += 1
      throw away
    }
    await assert.rejects(batchesOf({ ...sweep, limit: 20, take }), away)
    assert.deepEqual(skipped, [])
    assert.ok(tries <= WIDTH, 'those that had begun')
  },
)

test(
  'while a machine is away the work of the others is found and taken, and its own later',
  ON_CLUSTER,
  async () => {
    const { deps, mh } = world
    const other = await companyElsewhere(world)
    await mh.fault({ service: '*', kind: 'status' })
    const away = await world.issue()
    const there = await world.issue(undefined, { key: other.key })
    await mh.clearFaults()
    await world.advance(PAST_RETRY_MS)
    const estadoOf = async (reply: Reply, key = world.company.key) =>
      (await world.query(reply.body.codigoGeneracion, key)).body.estado

    const { machine } = await machineOf(deps.pool, world.company.nit)
    const skipped: Skipped[] = []
    await withoutMachine(deps.pool, machine, async () => {
      const listed = await listDue(deps.pool, LOOK, (one) => skipped.push(one))
      assert.deepEqual(skipped, [{ machine }])
      assert.equal(listed.length, 1)
      assert.equal(await transmitDue(deps), 1)
    })
    assert.equal(await estadoOf(there, other.key), 'sellado')
    await world.advance(PAST_LEASE_MS)
    assert.equal(await transmitDue(deps), 1)
    assert.equal(await estadoOf(away), 'sellado')
  },
)
