/**
 * A month's sums by day and type, for pages that each open tab asks again and again. Today's documents are read each
 * time; the days before it only every ten minutes, once for all who ask.
 */
import { TIPOS_DTE } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { DAY_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { type Day, type SearchOf, sumDays } from './search.ts'

export interface DaySums {
  /** From `desde` to `hasta`; `hoy` is the current day. A seal or an invalidation of an earlier day counts later. */
  read(db: Db, of: DaysOf, days: Days): Promise<readonly Day[]>
}

type DaysOf = Omit<SearchOf, 'filters'>

/** YYYY-MM-DD, inclusive. */
export interface Days {
  readonly desde: string
  readonly hasta: string
  readonly hoy: string
}

interface Kept {
  readonly days: Promise<readonly Day[]>
  readonly untilMs: number
}

const KEPT_MS = 10 * MINUTE_MS
/** Months, each of some hundred rows; those of the companies that somebody looks at. */
const KEPT_MAX = 500

export function createDaySums(monotonicMs: () => number): DaySums {
  const kept = new Map<string, Kept>()

  function past(db: Db, of: DaysOf, desde: string, hasta: string): Promise<readonly Day[]> {
    const key = [of.companyId, of.ambiente, desde, hasta].join('/')
    const found = kept.get(key)
    if (found && found.untilMs > monotonicMs()) return found.days
    const days = sumDays(db, of, { desde, hasta, tipos: TIPOS_DTE })
    kept.delete(key)
    kept.set(key, { days, untilMs: monotonicMs() + KEPT_MS })
    days.catch(() => kept.delete(key)) // the caller gets the error; the next one asks again
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return days
  }

  return {
    async read(db, of, { desde, hasta, hoy }) {
      const before = hasta < hoy ? hasta : dayBefore(hoy)
      const [earlier, today] = await Promise.all([
        desde <= before ? past(db, of, desde, before) : [],
        hasta < hoy ? [] : sumDays(db, of, { desde: hoy, hasta: hoy, tipos: TIPOS_DTE }),
      ])
      return [...earlier, ...today]
    },
  }
}

/** YYYY-MM-DD of the day before. */
export const dayBefore = (day: string): string =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() - DAY_MS).toISOString().slice(0, 10)
