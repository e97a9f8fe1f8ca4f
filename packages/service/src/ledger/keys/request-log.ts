/**
 * Keeps the request log's daily partitions: some days ahead, and none older than it is kept. Every call writes to the
 * log, and queues behind whoever waits for a lock of it: a backup holds one for as long as it runs. So this job waits
 * for a moment only, and the default partition takes what no daily one covers.
 */
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { isCheckViolation, isLockTimeout } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { DAY_MS } from '../../base/time/durations.ts'

const DAYS_AHEAD = 7
const DAYS_KEPT = 90
/** A call that queues behind this job waits no longer. */
const LOCK_WAIT_MS = 50

/**
 * Creates the partitions for today and the next days, and drops old ones; a day with rows in the default partition
 * keeps them there. If the log is locked, warns and leaves the rest to the next pass.
 */
export async function keepPartitions({
  logPool,
  clock,
  log,
}: {
  readonly logPool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'warn'>
}): Promise<void> {
  try {
    await keepDays(logPool, Math.floor(clock.now().getTime() / DAY_MS))
  } catch (error) {
    if (!isLockTimeout(error) && !isCheckViolation(error)) throw error
    log.warn(
      { job: 'request_log' },
      'the request log is locked, by a backup for example: its partitions are kept later',
    )
  }
}

async function keepDays(pool: Pool, today: number): Promise<void> {
  const existing = await pool.many<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'request_log'::regclass`,
  )
  const names = new Set(existing.map(({ name }) => name))
  for (let day = today; day <= today + DAYS_AHEAD; day++) {
    if (!names.has(nameOf(day))) await addPartition(pool, day)
  }
  await forgetDefault(pool, today - DAYS_KEPT)
  for (const name of names) {
    const day = dayOf(name)
    if (day !== null && day < today - DAYS_KEPT) {
      await briefly(pool, (tx) => tx.run(`drop table if exists ${name}`))
    }
  }
}

/** A transaction that gives up a lock after LOCK_WAIT_MS. Several processes do this; they take turns. */
function briefly<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(pool, async (tx) => {
    await tx.many(`select pg_advisory_xact_lock(hashtext('request_log'))`)
    await tx.run(`set local lock_timeout = '${LOCK_WAIT_MS}ms'`) // and not set_config, which a cluster tells nobody
    return work(tx)
  })
}

/** Rows in the default partition, written while a partition was missing, are kept as long as the rest. */
function forgetDefault(pool: Pool, day: number): Promise<number> {
  return briefly(pool, (tx) =>
    tx.run(
      'delete /* reads 30000: empty but after a backup that held the log */ from request_log_default where at < $1',
      [isoOf(day)],
    ),
  )
}

function addPartition(pool: Pool, day: number): Promise<void> {
  const name = nameOf(day)
  const [from, to] = [isoOf(day), isoOf(day + 1)]
  return briefly(pool, async (tx) => {
    // A row that is written after this check makes the creation fail; the next pass finds it.
    const rows = await tx.many(
      `select 1 from request_log_default where at >= $1 and at < $2 limit 1`,
      [from, to],
    )
    if (rows.length > 0) return
    await tx.run(
      `create table if not exists ${name} partition of request_log for values from ('${from}') to ('${to}')`,
    )
    await tx.run(`comment on table ${name} is 'One day of request_log.'`)
  })
}

const isoOf = (day: number) => `${new Date(day * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`
const nameOf = (day: number) => `request_log_${isoOf(day).slice(0, 10).replaceAll('-', '')}`

function dayOf(name: string): number | null {
  const [, y, m, d] = /^request_log_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? []
  return y ? Math.floor(Date.UTC(Number(y), Number(m) - 1, Number(d)) / DAY_MS) : null
}
