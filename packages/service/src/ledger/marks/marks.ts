/**
 * The mark that every process advances, and each process's own count of its advances (ADR 0094). A mark that moved
 * back shows that the database was restored; a count that is not there, that it is a copy which continued by itself.
 */
import { sqlState } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx, transaction } from '../../base/db/tx.ts'
import { forgetMachineMarks } from './machines.ts'

export interface Mark {
  readonly identity: string
  /** The same in every copy of the database. */
  readonly birth: string
  /** When it was last advanced; earlier, where a machine of a cluster was restored to an earlier moment. */
  readonly aliveAt: Date
  /** Null: issuing continues. */
  readonly fencedSince: Date | null
  readonly reason: string | null
}

/** What a process last saw of its database. */
export interface Seen {
  readonly birth: string
  readonly aliveAt: Date
  /** A process, and how often it had advanced the mark. */
  readonly run: string
  readonly beats: bigint
}

/** Null in a database that no process has issued on. */
export function readMark(db: Db): Promise<Mark | null> {
  return db.maybeOne<Mark>(
    `select identity, birth, least(alive_at, (select min(back_to) from machine_marks)) as "aliveAt",
            fenced_since as "fencedSince", reason
       from database_marks`,
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

/** Whether the database contains what a process saw. */
const knownSql = (run: string, beats: string) =>
  `exists (select from database_runs where run = ${run} and beats >= ${beats})`

interface Moving {
  readonly identity: string
  readonly seen: Seen | null
  /** This process's own; null: it has none yet. */
  readonly run: string | null
}

/**
 * Advances the mark and this process's count, and returns both. Null where they must not move: issuing is fenced;
 * the mark is older than the one this process has seen; the database does not know the run that it has seen and was
 * not reconciled since; or this process has seen nothing and the database's identity has changed.
 */
export async function moveMark(pool: Pool, { identity, seen, run }: Moving): Promise<Seen | null> {
  const [moved] = await statement<Seen>(
    pool,
    `with moved as (
       insert into database_marks as m (identity, alive_at) values ($1, clock_timestamp())
       on conflict (only_one) do update
          set identity = excluded.identity,
              alive_at = greatest(excluded.alive_at, m.alive_at + interval '1 millisecond')
        where m.fenced_since is null
          and case when $2::timestamptz is null then m.identity = excluded.identity
                   else m.alive_at >= $2 and (m.reconciled_at > $2 or ${knownSql('$3', '$4')}) end
       returning alive_at, birth
     ), beaten as (
       insert into database_runs as r (run, beats)
       select coalesce($5::uuid, gen_random_uuid()), 1 from moved
       on conflict (run) do update set beats = r.beats + 1
       returning run, beats
     )
     select m.birth, m.alive_at as "aliveAt", b.run, b.beats from moved m, beaten b`,
    [identity, seen?.aliveAt ?? null, seen?.run ?? null, seen?.beats ?? null, run],
  )
  return moved ?? null
}

/** Whether what a process saw is part of this database's past, or from before it was reconciled. */
export async function isKnown(db: Db, { aliveAt, run, beats }: Seen): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(
    `select ${knownSql('$1', '$2')}
         or exists (select from database_marks where reconciled_at > $3) as known`,
    [run, beats, aliveAt],
  )
  return known
}

export async function isFenced(db: Db): Promise<boolean> {
  return (await readMark(db))?.fencedSince != null
}

/** Stops issuing until `openFence`, with the commit. The first reason is kept. */
export async function closeFence(tx: Tx, reason: string): Promise<void> {
  await tx.run(
    `update database_marks set fenced_since = clock_timestamp(), reason = $1
      where fenced_since is null`,
    [reason],
  )
}

/** The reason where the ministry has sealed another filing under a code that was signed here just now. */
export const heldByAnother = (codigoGeneracion: string): string =>
  `Hacienda tiene sellado otro documento con el código ${codigoGeneracion}, que aquí nadie había enviado: hay otra copia de esta base de datos que también emite, o esta se restauró a un momento anterior.`

/** The same for an administrator, even if no process has issued yet. */
export async function closeFenceFirst(
  pool: Pool,
  { identity, reason }: { readonly identity: string; readonly reason: string },
): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.run(
      `insert into database_marks (identity, alive_at) values ($1, clock_timestamp())
       on conflict do nothing`,
      [identity],
    )
    await closeFence(tx, reason)
  })
}

/**
 * Lets every process issue again: the new mark is later than any that a process has seen, and what it has seen need
 * not be known here.
 */
export async function openFence(tx: Tx, identity: string): Promise<void> {
  await tx.run(
    `update database_marks
        set fenced_since = null, reason = null, identity = $1,
            alive_at = greatest(clock_timestamp(), alive_at + interval '1 millisecond'),
            reconciled_at = greatest(clock_timestamp(), alive_at + interval '1 millisecond')`,
    [identity],
  )
  await forgetMachineMarks(tx)
}

/** Whether every transaction that had written before `snapshot` was read has ended. */
export async function haveEnded(db: Db, snapshot: string): Promise<boolean> {
  const { ended } = await db.one<{ ended: boolean }>(
    `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as ended`,
    [snapshot],
  )
  return ended
}

/**
 * The argument of `haveEnded`: a number of its own, since the end of the current snapshot is only after what has
 * ended, and not after what is open.
 */
export async function readSnapshot(db: Db): Promise<string> {
  const { next } = await db.one<{ next: string }>('select pg_current_xact_id()::text as next')
  return next
}
