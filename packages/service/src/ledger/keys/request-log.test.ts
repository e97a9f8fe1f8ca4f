/** What a backup that holds a lock of the request log may stop: nothing. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { startWrongProcess } from '../../../test/time/process.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
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
