/** What a backup that holds a lock of the request log may stop: nothing. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { LOCK_WAITS, onOnePostgreSQL } from '../../../test/citus.ts'
import { startWrongProcess } from '../../../test/time/process.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { DAY_MS } from '../../base/time/durations.ts'
import { keepPartitions } from './request-log.ts'

const lines: string[] = []
/** Longer than a call of the test may take. */
const LOCK_TIMEOUT_MS = 20_000

let world: World
let backup: pg.Client
before(async () => {
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  world = await createWorld({ log, pool: { lockTimeoutMs: LOCK_TIMEOUT_MS } })
  backup = new pg.Client({ connectionString: world.databaseUrl })
  await backup.connect()
})
beforeEach(() => {
  lines.length = 0
})
after(async () => {
  await backup.end()
  await world.close()
})

/** As pg_dump locks every table until it ends. */
async function whileBackedUp<T>(work: () => Promise<T>): Promise<T> {
  await backup.query('begin; lock table request_log in access share mode')
  try {
    return await work()
  } finally {
    await backup.query('rollback')
  }
}

const partitions = async () => {
  const rows = await world.deps.pool.many<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'request_log'::regclass order by 1`,
  )
  return rows.map(({ name }) => name)
}
const nameOf = (at: Date) => `request_log_${at.toISOString().slice(0, 10).replaceAll('-', '')}`
const tomorrow = () => nameOf(new Date(world.deps.clock.now().getTime() + 24 * 3_600_000))

test('during a backup a call is admitted beside the job, which leaves its partitions for later', async () => {
  const began = performance.now()
  const [, reply] = await whileBackedUp(() =>
    Promise.all([keepPartitions(world.deps), world.issue()]),
  )
  assert.equal(reply.status, 200)
  assert.ok(performance.now() - began < LOCK_TIMEOUT_MS / 2, 'neither waited for the backup')
  assert.deepEqual(await partitions(), ['request_log_default'])
  assert.equal(lines.filter((line) => line.includes('the request log is locked')).length, 1)

  await keepPartitions(world.deps)
  const kept = await partitions()
  assert.ok(kept.includes(tomorrow()))
  assert.equal(lines.length, 1)
})

test('an old partition that a backup reads is dropped after it', async () => {
  await keepPartitions(world.deps)
  await world.deps.pool.many(
    `create table request_log_20200101 partition of request_log
       for values from ('2020-01-01T00:00:00Z') to ('2020-01-02T00:00:00Z')`,
  )
  await whileBackedUp(() => keepPartitions(world.deps))
  assert.ok((await partitions()).includes('request_log_20200101'))
  await keepPartitions(world.deps)
  assert.ok(!(await partitions()).includes('request_log_20200101'))
})

test('of several processes one at a time keeps the partitions', async () => {
  await world.deps.pool.many(`drop table if exists ${tomorrow()}`)
  await backup.query(`begin; select pg_advisory_xact_lock(hashtext('request_log'))`)
  const kept = keepPartitions(world.deps)
  try {
    // Not in the transaction of the backup, which would see the first answer again and again.
    const areWaiting = async () => (await world.deps.pool.many(LOCK_WAITS)).length > 0
    await until('the job waits for its turn', areWaiting)
    assert.ok(!(await partitions()).includes(tomorrow()))
  } finally {
    await backup.query('rollback')
  }
  await kept
  assert.ok((await partitions()).includes(tomorrow()))
  assert.deepEqual(lines, [])
})

test(
  'a call that is logged while its day’s partition is made keeps its place, and the rest is made later',
  onOnePostgreSQL('a partition of its tables is not renamed'),
  async () => {
    const { pool, clock } = world.deps
    const made = nameOf(new Date(clock.now().getTime() + 7 * DAY_MS))
    await pool.many('delete from request_log_default')
    await pool.many(`drop table if exists ${made}`)
    await pool.many(
      `insert into request_log_default (at, request_id, company_id, route, peer)
       values ($1::timestamptz + interval '7 days', gen_random_uuid(), gen_random_uuid(), 'issue', '127.0.0.1')`,
      [clock.now()],
    )
    // The job looks for rows in an empty table; the creation finds the row where it is.
    await pool.many('alter table request_log_default rename to away')
    await pool.many('create table request_log_default (at timestamptz)')
    try {
      await keepPartitions(world.deps)
    } finally {
      await pool.many('drop table request_log_default')
      await pool.many('alter table away rename to request_log_default')
    }
    assert.ok(!(await partitions()).includes(made))
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ level, job, msg }) => [level, job, msg]),
      [
        [
          ...[40, 'request_log'],
          'the request log is locked, by a backup for example: its partitions are kept later',
        ],
      ],
    )
    await pool.many('delete from request_log_default')
    await keepPartitions(world.deps)
    assert.ok((await partitions()).includes(made))
  },
)

test('ninety days are kept and a week is ready, and a day that calls did not wait for stays where they are', async () => {
  const { pool, clock } = world.deps
  const dayAt = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)
  const midnight = (days: number) => `${dayAt(days).toISOString().slice(0, 10)}T00:00:00Z`
  for (const days of [-90, -91])
    await pool.many(
      `create table ${nameOf(dayAt(days))} partition of request_log
         for values from ('${midnight(days)}') to ('${midnight(days + 1)}')`,
    )
  await pool.many('delete from request_log_default')
  const ready = Array.from({ length: 8 }, (_, ahead) => nameOf(dayAt(ahead)))
  const expected = [nameOf(dayAt(-90)), ...ready, 'request_log_default']
  await keepPartitions(world.deps)
  assert.deepEqual(await partitions(), expected)

  await pool.many(`drop table ${nameOf(dayAt(-90))}`)
  await pool.many(
    `insert into request_log (at, request_id, company_id, route, peer)
     select at, gen_random_uuid(), $2::uuid, 'issue', '127.0.0.1' from unnest($1::timestamptz[]) as t (at)`,
    [[-90, -89, -88, 9].map(midnight), world.deps.random.uuid()],
  )
  await keepPartitions({ ...world.deps, clock: { now: () => dayAt(2) } })
  const rows = await pool.many<{ at: Date }>('select at from request_log_default order by at')
  assert.deepEqual(
    rows.map(({ at }) => at),
    [-88, 9].map((days) => new Date(midnight(days))),
  )
  const eighth = nameOf(dayAt(8)) // a row of the next midnight is not its own
  const said = await pool.one('select obj_description($1::regclass) as said', [eighth])
  assert.deepEqual(said, { said: 'One day of request_log.' })
  assert.deepEqual(await partitions(), [...ready, eighth, 'request_log_default'])
})

test('the service starts and issues during a backup', async () => {
  const later = tomorrow()
  await world.deps.pool.many(`drop table ${later}`)
  await whileBackedUp(async () => {
    const started = await startWrongProcess(world, 0)
    try {
      assert.equal((await started.issue('during a backup')).status, 200)
    } finally {
      await started.stop()
    }
  })
  assert.ok(!(await partitions()).includes(later))
})
