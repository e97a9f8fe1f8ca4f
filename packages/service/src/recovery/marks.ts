/** The mark that every process advances. A mark that moved back shows that the database was restored. */
import { sqlState } from '../db/errors.ts'
import type { Pool } from '../db/pool.ts'
import { type Db, statement } from '../db/tx.ts'

export interface Mark {
  readonly identity: string
  readonly aliveAt: Date
  /** Null: issuing continues. */
  readonly fencedSince: Date | null
  readonly reason: string | null
}

interface Row {
  identity: string
  alive_at: Date
  fenced_since: Date | null
  reason: string | null
}

/** Null in a database that no process has issued on. */
export async function readMark(db: Db): Promise<Mark | null> {
  const row = await db.maybeOne<Row>(
    'select identity, alive_at, fenced_since, reason from database_marks',
  )
  return (
    row && {
      identity: row.identity,
      aliveAt: row.alive_at,
      fencedSince: row.fenced_since,
      reason: row.reason,
    }
  )
}

const DATABASE = `(select oid from pg_database where datname = current_database())`
const TIMELINE = `left(pg_walfile_name(pg_current_wal_lsn()), 8)`
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Cluster, timeline and database: a dump restored elsewhere and a recovery to an earlier point both change it. Some
 * managed servers only disclose the database.
 */
export async function readIdentity(db: Db): Promise<string> {
  const ask = async (expression: string) =>
    (await db.one<{ identity: string }>(`select ${expression} as identity`)).identity
  try {
    const cluster = '(select system_identifier from pg_control_system())'
    return await ask(`concat_ws('/', ${cluster}, ${TIMELINE}, ${DATABASE})`)
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
    return ask(`${DATABASE}::text`)
  }
}

/**
 * Advances the mark and returns it. Null where it must not move: issuing is fenced, the mark is older than the one
 * this process has seen, or this process has seen none and the database's identity has changed.
 */
export async function moveMark(
  pool: Pool,
  { identity, seen }: { readonly identity: string; readonly seen: Date | null },
): Promise<Date | null> {
  const [moved] = await statement<{ alive_at: Date }>(
    pool,
    `insert into database_marks as m (identity, alive_at) values ($1, clock_timestamp())
     on conflict (only_one) do update
        set identity = excluded.identity,
            alive_at = greatest(excluded.alive_at, m.alive_at + interval '1 millisecond')
      where m.fenced_since is null
        and case when $2::timestamptz is null then m.identity = excluded.identity
                 else m.alive_at >= $2 end
     returning alive_at`,
    [identity, seen],
  )
  return moved?.alive_at ?? null
}

/** Stops issuing until `openFence`. The first reason is kept. */
export async function closeFence(pool: Pool, reason: string): Promise<void> {
  await statement(
    pool,
    `update database_marks set fenced_since = clock_timestamp(), reason = $1
      where fenced_since is null`,
    [reason],
  )
}

/** The same for an administrator, even if no process has issued yet. */
export async function closeFenceFirst(
  pool: Pool,
  { identity, reason }: { readonly identity: string; readonly reason: string },
): Promise<void> {
  await statement(
    pool,
    `insert into database_marks (identity, alive_at) values ($1, clock_timestamp())
     on conflict do nothing`,
    [identity],
  )
  await closeFence(pool, reason)
}

/** Lets every process issue again: the new mark is later than any that a process has seen. */
export async function openFence(pool: Pool, identity: string): Promise<void> {
  await statement(
    pool,
    `update database_marks
        set fenced_since = null, reason = null, identity = $1,
            alive_at = greatest(clock_timestamp(), alive_at + interval '1 millisecond')`,
    [identity],
  )
}

/** Whether every writing transaction that began before `snapshot` has ended. */
export async function haveEnded(db: Db, snapshot: string): Promise<boolean> {
  const { ended } = await db.one<{ ended: boolean }>(
    `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as ended`,
    [snapshot],
  )
  return ended
}

/** The argument of `haveEnded`. */
export async function readSnapshot(db: Db): Promise<string> {
  const { next } = await db.one<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  return next
}
