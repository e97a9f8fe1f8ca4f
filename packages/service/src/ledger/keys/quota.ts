/**
 * How often a key may call: sliding windows over its counted calls (ADR 0012). A call counts in every window that
 * is longer than its age; a refused call is not counted.
 */
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, transaction } from '../../base/db/tx.ts'
import { DAY_MS, HOUR_MS, interval } from '../../base/time/durations.ts'
import { lockedOf, skippedInLog } from '../cluster/due.ts'
import { type Forgetting, forgetDue } from '../cluster/forget.ts'

/** estado: GET /v1/status. novedades: GET /v1/events. cuota: every other call. */
export type Kind = 'cuota' | 'estado' | 'novedades'

/** Calls of GET /v1/events in an hour, of every key. */
export const FEED_CALLS = 240

export interface RateWindow {
  readonly window: 'hora' | 'dia' | 'estado' | 'novedades'
  /** Calls in any `seconds`. */
  readonly limit: number
  readonly seconds: number
  readonly used: number
  /** The oldest call in the window; when the window is full, the one whose expiry admits the next. */
  readonly nextAt: Date | null
}

const HOUR_SECONDS = HOUR_MS / 1_000
const DAY_SECONDS = DAY_MS / 1_000

/** The database's counters, each for one kind of call. */
interface Counted {
  readonly limit: number
  /** Number of the last counted call. */
  readonly last: bigint
  /** Number and instant of the first call in the window; null when it is empty. */
  readonly first: bigint | null
  readonly firstAt: Date | null
}

export function hourOf(kind: Kind, { limit, last, first, firstAt }: Counted): RateWindow {
  const used = first === null ? 0 : Number(last - first) + 1
  const window = kind === 'cuota' ? 'hora' : kind
  return { window, limit, seconds: HOUR_SECONDS, used, nextAt: firstAt }
}

export function dayOf(counted: Counted): RateWindow {
  return { ...hourOf('cuota', counted), window: 'dia', seconds: DAY_SECONDS }
}

export const remainingOf = ({ limit, used }: RateWindow) => Math.max(0, limit - used)

/** Whole seconds until one more call fits if the window is full, and until one leaves it otherwise. */
export function secondsUntilNext({ seconds, nextAt }: RateWindow, now: Date): number {
  if (nextAt === null) return 0
  const left = Math.ceil((nextAt.getTime() - now.getTime()) / 1000) + seconds
  return Math.min(seconds, Math.max(1, left)) // a concurrent call may have been counted a moment later
}

/** The window that will refuse first: the fewest calls left, and of equal ones the longer wait. */
export function closestOf(windows: readonly RateWindow[], now: Date): RateWindow {
  const [first, ...others] = windows
  if (!first) throw new Error('bug: a call that no window counts')
  return others.reduce((closest, other) => {
    const difference = remainingOf(other) - remainingOf(closest)
    if (difference < 0) return other
    if (difference > 0) return closest
    return secondsUntilNext(other, now) > secondsUntilNext(closest, now) ? other : closest
  }, first)
}

export interface Quota {
  readonly hora: RateWindow
  readonly dia: RateWindow
  readonly estado: RateWindow
  readonly novedades: RateWindow
}

interface Row {
  window: keyof Quota
  limit: number
  used: string
  next_at: Date | null
}

/**
 * How far the estimate of the next free slot searches; an estimate that is too early is corrected by the next
 * answer.
 */
const OVER_MAX = 1_000

/** The current state of the windows. Counts nothing. */
export async function readQuota(
  db: Db,
  { companyId, keyId }: { readonly companyId: string; readonly keyId: string },
  now: Date,
): Promise<Quota> {
  const rows = await db.many<Row>(
    `select l.name as window, l.max as limit, coalesce(w.last_seq - f.seq + 1, 0)::text as used,
            n.at as next_at
       from api_keys k
      cross join lateral (values ('hora', 'cuota', k.limit_hour, $4::integer),
                                 ('dia', 'cuota', k.limit_day, $5::integer),
                                 ('estado', 'estado', k.limit_status, $4::integer),
                                 ('novedades', 'novedades', ${FEED_CALLS}, $4::integer)) as l (name, kind, max, seconds)
       join rate_windows w on w.company_id = $1 and w.key_id = $2 and w.kind = l.kind
      cross join lateral (select greatest($3::timestamptz, w.last_at) - make_interval(secs => l.seconds) as at) as since
       left join lateral (
         select c.seq, c.at from rate_calls c
          where c.company_id = $1 and c.key_id = $2 and c.kind = w.kind and c.at > since.at
          order by c.at, c.seq limit 1) as f on true
       left join lateral (
         select c.at from rate_calls c
          where c.company_id = $1 and c.key_id = $2 and c.kind = w.kind and c.at > since.at
          order by c.at -- if its limit was lowered, several must leave first
         offset least(greatest(w.last_seq - f.seq + 1 - l.max, 0), $6) limit 1) as n on true
      where k.company_id = $1 and k.key_id = $2`,
    [companyId, keyId, now, HOUR_SECONDS, DAY_SECONDS, OVER_MAX],
  )
  const of = (window: keyof Quota): RateWindow => {
    const row = rows.find((one) => one.window === window)
    if (!row) throw new Error(`bug: a key without its window ${window}`)
    const seconds = window === 'dia' ? DAY_SECONDS : HOUR_SECONDS
    return { window, limit: row.limit, seconds, used: Number(row.used), nextAt: row.next_at }
  }
  return { hora: of('hora'), dia: of('dia'), estado: of('estado'), novedades: of('novedades') }
}

/**
 * Removes calls that a process with a fast clock counted in the future: they would keep the windows closed until
 * then.
 */
export async function forgetCallsToCome(
  pool: Pool,
  { companyId, keyId }: { readonly companyId: string; readonly keyId: string },
  now: Date,
): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.run(
      `update rate_windows w
          set last_at = least(w.last_at, $3),
              last_seq = coalesce((select max(c.seq) from rate_calls c
                 where c.company_id = w.company_id and c.key_id = w.key_id and c.kind = w.kind
                   and c.at <= $3), w.last_seq) -- the numbers keep no gap
        where w.company_id = $1 and w.key_id = $2`,
      [companyId, keyId, now],
    )
    await tx.run(`delete from rate_calls where company_id = $1 and key_id = $2 and at > $3`, [
      companyId,
      keyId,
      now,
    ])
  })
}

/** Deletes counted calls older than every window, until none is left. A call that is exactly a day old is in no window any more. */
export function forgetOldCalls(
  {
    logPool,
    clock,
    log,
  }: {
    readonly logPool: Pool
    readonly clock: Pick<Clock, 'now'>
    readonly log: Pick<Logger, 'error'>
  },
  signal?: AbortSignal,
): Promise<number> {
  const at = { now: clock.now(), onSkipped: skippedInLog(log, 'rate_calls') }
  return forgetDue(logPool, OLD_CALLS, at, signal)
}

const OLD_KEYS = 'key_id = $4 and kind = $5 and seq = any ($3::bigint[])'
const isOldAt = (now: string) => `at <= ${now}::timestamptz - ${interval(DAY_MS)}`

/** From the windows, because each finds its oldest calls by the primary key. Which are listed first does not matter. */
const OLD_CALLS: Forgetting = {
  list: (among) => `
    select w.company_id, c.at as due_at, array[w.key_id, w.kind] as part, c.seq::text as name
      from (select * from rate_windows where company_id <> all ($2::uuid[]) ${among}) w
     cross join lateral (
       select at, seq from rate_calls
        where company_id = w.company_id and key_id = w.key_id and kind = w.kind and ${isOldAt('$1')}
        limit $3) c
     limit $3`,
  forget: `
    delete from rate_calls
     where company_id = $1 and key_id = $4 and kind = $5 and ${isOldAt('$2')}
       and seq = any (array(
           select seq from ${lockedOf('rate_calls', OLD_KEYS)} old where ${isOldAt('$2')}))
    returning 1`,
  ofAll: `
    delete from rate_calls
     where ctid = any (array(
       select c.ctid from rate_windows w
         join rate_calls c on c.company_id = w.company_id and c.key_id = w.key_id and c.kind = w.kind
        where c.${isOldAt('$1')}
        limit $2))
    returning 1`,
}
