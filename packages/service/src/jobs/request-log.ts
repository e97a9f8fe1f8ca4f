/** Keeps the request log's daily partitions: some days ahead, and none older than it is kept. */
import type { Deps } from '../context.ts'
import { transaction } from '../db/tx.ts'
import { DAY_MS } from '../time/durations.ts'

const DAYS_AHEAD = 7
const DAYS_KEPT = 90

/**
 * Creates the partitions for today and the next days; a day with rows in the default partition keeps them there.
 */
export async function keepPartitions({ pool, clock }: Deps): Promise<void> {
  const today = Math.floor(clock.now().getTime() / DAY_MS)
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
      await transaction(pool, (tx) => tx.run(`drop table if exists ${name}`))
    }
  }
}

/** Rows in the default partition, written while a partition was missing, are kept as long as the rest. */
async function forgetDefault(pool: Deps['pool'], day: number): Promise<void> {
  await transaction(pool, (tx) =>
    tx.run('delete from request_log_default where at < $1', [isoOf(day)]),
  )
}

async function addPartition(pool: Deps['pool'], day: number): Promise<void> {
  const name = nameOf(day)
  const [from, to] = [isoOf(day), isoOf(day + 1)]
  await transaction(pool, async (tx) => {
    // Several processes do this; they take turns, and the second finds it done.
    await tx.run(`select pg_advisory_xact_lock(hashtext('request_log'))`)
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
