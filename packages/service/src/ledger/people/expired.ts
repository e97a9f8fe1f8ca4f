/**
 * Deletes what expired, by the tables' own times: challenges, links, counted guesses, ended sessions, browsers
 * unseen for a year, forgotten drafts.
 */
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS } from '../../base/time/durations.ts'
import { skippedInLog } from '../cluster/due.ts'
import { forgetDue } from '../cluster/forget.ts'
import { OLD_DRAFTS } from '../drafts/store.ts'

const BATCH = 2_000

interface Sweep {
  readonly table: string
  /** Condition for deletable rows; `$1` is an instant. */
  readonly where: string
  /** How far that instant lies in the past. */
  readonly keptMs: number
}

/** Tables of no company: a cluster has them on one machine. */
// biome-ignore format: a table
const SWEEPS: readonly Sweep[] = [
  { table: 'challenges',       where: 'expires_at <= $1',                keptMs: 0 },            // of the release before
  { table: 'answered_challenges', where: 'expires_at <= $1',             keptMs: 0 },
  { table: 'sign_in_counts',   where: 'changed_at <= $1',                keptMs: DAY_MS },      // the longest window is an hour
  { table: 'sign_in_attempts', where: 'at <= $1',                        keptMs: DAY_MS },      // of the release before
  { table: 'sessions',         where: 'least(expires_at, ended_at) <= $1', keptMs: 30 * DAY_MS }, // people may review past sessions
  { table: 'sign_in_links',    where: 'expires_at <= $1',                keptMs: 30 * DAY_MS },
  { table: 'devices',          where: 'expires_at <= $1',                keptMs: 0 },
]

/** Deletes all such rows. Returns how many. */
export async function sweepPeople(
  {
    pool,
    clock,
    log,
  }: { readonly pool: Pool; readonly clock: Clock; readonly log: Pick<Logger, 'error'> },
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (const { table, where, keptMs } of SWEEPS) {
    const until = new Date(clock.now().getTime() - keptMs)
    for (;;) {
      const gone = await statement(
        pool,
        `delete /* reads 30000: people and their browsers, not documents */ from ${table} where ctid = any (array(
           select ctid from ${table} where ${where} limit $2)) returning 1`,
        [until, BATCH],
      )
      count += gone.length
      if (signal?.aborted) return count
      if (gone.length < BATCH) break
    }
  }
  const at = { now: clock.now(), onSkipped: skippedInLog(log, 'people') }
  return count + (await forgetDue(pool, OLD_DRAFTS, at, signal))
}
