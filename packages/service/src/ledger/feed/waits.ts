/**
 * Calls that wait until their feed has something new. They hold no connection: one look a process, twice a second,
 * asks for all of them what the last position of each feed is, so that it does not matter which process gave it, and
 * that a pooler stands between.
 */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { describeError } from '../../base/log.ts'
import { shareOf } from '../../base/share.ts'
import { listOfAll, type OnSkipped } from '../cluster/due.ts'

const LOOK_MS = 500

/** How many calls may wait at once. Beyond that a call is answered as if nothing had come in its time. */
export interface FeedWaitLimits {
  readonly total: number
  readonly ofAddress: number
  readonly ofCompany: number
  readonly ofKey: number
}

/** A quarter of the connections (entrypoints/http/connections.ts): those who wait keep nobody out. */
export const FEED_WAITS: FeedWaitLimits = { total: 1_024, ofAddress: 256, ofCompany: 64, ofKey: 1 }

/** The limits of each of several processes that serve together. */
export const feedWaitsOf = (processes: number): FeedWaitLimits => ({
  total: shareOf(FEED_WAITS.total, processes),
  ofAddress: shareOf(FEED_WAITS.ofAddress, processes),
  ofCompany: shareOf(FEED_WAITS.ofCompany, processes),
  ofKey: FEED_WAITS.ofKey,
})

export interface FeedWait {
  readonly companyId: string
  readonly ambiente: Ambiente
  /** The last position that the caller has. */
  readonly after: bigint
  readonly keyId: string
  readonly address: string | null
  /** Calls `then` once the caller has gone. */
  whenGone(then: () => void): void
}

export interface FeedWaits {
  /**
   * Resolves once the feed has a position after `after` (true), or after `ms`, when the caller has gone, when the
   * process stops, or at once where too many wait (false).
   */
  until(wait: FeedWait, ms: number): Promise<boolean>
  /** Ends every wait, and each that comes later. */
  stop(): void
  count(): number
}

interface Parts {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Logger
}

interface Waiting extends FeedWait {
  end(isNews: boolean): void
}

export function createFeedWaits({ pool, clock, log }: Parts, limits: FeedWaitLimits): FeedWaits {
  const waiting = new Set<Waiting>()
  const counts = new Map<string, number>()
  const stopping = new AbortController()
  let isLooking = false

  const onSkipped: OnSkipped = (skipped, error) =>
    log.warn({ ...skipped, error: describeError(error) }, 'no look at the feeds of this machine')

  const namesOf = ({ keyId, companyId, address }: FeedWait): readonly [string, number][] => [
    ['all', limits.total],
    [`address ${address}`, limits.ofAddress],
    [`company ${companyId}`, limits.ofCompany],
    [`key ${keyId}`, limits.ofKey],
  ]
  function count(wait: FeedWait, by: 1 | -1): void {
    for (const [name] of namesOf(wait)) {
      const left = (counts.get(name) ?? 0) + by
      if (left === 0) counts.delete(name)
      else counts.set(name, left)
    }
  }
  const isFull = (wait: FeedWait) =>
    namesOf(wait).some(([name, max]) => (counts.get(name) ?? 0) >= max)

  /** While anybody waits. A look that fails is followed by the next one. */
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    await clock.sleep(LOOK_MS, stopping.signal)
    while (waiting.size > 0) {
      try {
        const news = await readLasts(pool, [...waiting], onSkipped)
        for (const one of waiting) if ((news.get(nameOf(one)) ?? 0n) > one.after) one.end(true)
      } catch (error) {
        log.warn({ error: describeError(error) }, 'a look at the feeds failed')
      }
      await clock.sleep(LOOK_MS, stopping.signal)
    }
    isLooking = false
  }

  return {
    until(wait, ms) {
      if (stopping.signal.aborted || isFull(wait)) return Promise.resolve(false)
      return new Promise((resolve) => {
        const ended = new AbortController()
        const one: Waiting = {
          ...wait,
          end(isNews) {
            if (!waiting.delete(one)) return
            count(one, -1)
            ended.abort()
            resolve(isNews)
          },
        }
        waiting.add(one)
        count(one, 1)
        wait.whenGone(() => one.end(false))
        void clock.sleep(ms, ended.signal).then(() => one.end(false))
        void look()
      })
    },
    stop() {
      stopping.abort()
      for (const one of [...waiting]) one.end(false)
    },
    count: () => waiting.size,
  }
}

const nameOf = ({ companyId, ambiente }: Pick<FeedWait, 'companyId' | 'ambiente'>) =>
  `${companyId}/${ambiente}`

async function readLasts(
  pool: Pool,
  waiting: readonly FeedWait[],
  onSkipped: OnSkipped,
): Promise<ReadonlyMap<string, bigint>> {
  const companies = [...new Set(waiting.map(({ companyId }) => companyId))]
  const rows = await listOfAll<Last>(pool, { sql: LASTS, values: [companies] }, onSkipped)
  return new Map(rows.map((row) => [nameOf(row), row.last]))
}

interface Last extends Pick<FeedWait, 'companyId' | 'ambiente'> {
  readonly last: bigint
}

const LASTS = (among: string) => `
  select /* reads 5000: the feeds of all who wait */ company_id as "companyId", ambiente, last
    from feeds where company_id = any ($1::uuid[]) ${among}`
