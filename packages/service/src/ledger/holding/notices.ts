/**
 * What is wrong with a company's storage, for the answers of its issuing calls. No call waits for it: each process
 * reads it beside a call, at most once a minute for a company, and tells what the last read found.
 */
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import type { Db } from '../../base/db/tx.ts'
import { describeError } from '../../base/log.ts'
import { HOLDING_MS, interval, MINUTE_MS } from '../../base/time/durations.ts'
import { verifiedSince } from '../destinations/verified.ts'

export interface StorageTrouble {
  /** Files of a document have waited for a quarter of an hour. */
  readonly copiesWait: boolean
  /** Destinations without a verification that counts, the oldest first. */
  readonly unverified: readonly { readonly id: string; readonly kind: string }[]
}

export interface StorageNotices {
  /** Begins a read if the last one is older than a minute. Call it first, so that the ministry's answer covers it. */
  refresh(companyId: string): void
  /** What was read in the last five minutes; null: nothing was. */
  of(companyId: string): StorageTrouble | null
}

interface Known {
  readonly trouble: StorageTrouble | null
  /** When `trouble` was read. */
  readonly readMs: number
  /** When the last read began. */
  readonly askedMs: number
}

export const WAITING_MS = 15 * MINUTE_MS
const FRESH_MS = MINUTE_MS
/** Longer than a read can fail or queue without anybody noticing; older facts are not told. */
const OLD_MS = 5 * MINUTE_MS
/** A few hundred bytes each. */
const COMPANIES_MAX = 10_000

export function createStorageNotices(parts: {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
}): StorageNotices {
  const { pool, clock, log } = parts
  const companies = new Map<string, Known>()

  async function read(companyId: string, now: Date): Promise<void> {
    try {
      const trouble = await findTrouble(pool, companyId, now)
      if (companies.size >= COMPANIES_MAX) companies.clear()
      companies.set(companyId, { trouble, readMs: now.getTime(), askedMs: now.getTime() })
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the state of a company’s storage was not read')
    }
  }

  return {
    refresh(companyId) {
      const now = clock.now()
      const known = companies.get(companyId) ?? NOTHING
      if (now.getTime() - known.askedMs < FRESH_MS) return
      companies.set(companyId, { ...known, askedMs: now.getTime() })
      void read(companyId, now)
    },
    of(companyId) {
      const { trouble, readMs } = companies.get(companyId) ?? NOTHING
      return clock.now().getTime() - readMs < OLD_MS ? trouble : null
    },
  }
}

const NOTHING: Known = {
  trouble: null,
  readMs: Number.NEGATIVE_INFINITY,
  askedMs: Number.NEGATIVE_INFINITY,
}

/** Files wait from the seal, or from the invalidation that has them made again: an hour before they expire. */
function findTrouble(db: Db, companyId: string, now: Date): Promise<StorageTrouble> {
  const since = new Date(now.getTime() - WAITING_MS)
  return db.one<StorageTrouble>(
    `select exists (select 1 from holding
                     where company_id = $1 and copy_at > '-infinity'
                       and created_at <= $2 and expires_at - ${interval(HOLDING_MS)} <= $2) as "copiesWait",
            (select coalesce(json_agg(json_build_object('id', destination_id, 'kind', kind)
                                      order by created_at, destination_id), '[]')
               from storage_destinations
              where company_id = $1 and ended_at is null
                and coalesce(verified_at <= $3, true)) as unverified`,
    [companyId, since, verifiedSince(now)],
  )
}
