/**
 * A month's sums by day and type, for pages that each open tab asks again and again. Today's documents are read each
 * time; once they are many, at most every five seconds, and who asks meanwhile gets what is known, at most a minute
 * old. The days before it are read every ten minutes, once for all who ask.
 */
import { TIPOS_DTE } from '@sello/contract'
import { wasCancelled } from '../../base/db/errors.ts'
import type { Db } from '../../base/db/tx.ts'
import { DAY_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { type Day, type Summed, sumDays } from './search.ts'

export interface DaySums {
  /** From `desde` to `hasta`; `hoy` is the current day. A seal or an invalidation of an earlier day counts later. */
  read(db: Db, of: Summed, days: Days): Promise<readonly Day[]>
  /** The same of several companies, whose todays are one statement. */
  readAll(db: Db, of: readonly Summed[], days: Days): Promise<readonly (readonly Day[])[]>
}

/** YYYY-MM-DD, inclusive. */
export interface Days {
  readonly desde: string
  readonly hasta: string
  readonly hoy: string
}

interface Kept {
  readonly days: Promise<readonly Day[]>
  /** From when a caller has it read again without waiting for that. */
  readonly renewMs: number
  readonly untilMs: number
}

const KEPT_MS = 10 * MINUTE_MS
/** A day of more documents takes tens of milliseconds to sum. */
const MANY = 2_000
const MANY_RENEW_MS = 5_000
const MANY_KEPT_MS = MINUTE_MS
/** Months, each of some hundred rows; those of the companies that somebody looks at. */
const KEPT_MAX = 500

export function createDaySums(monotonicMs: () => number): DaySums {
  const kept = new Map<string, Kept>()

  function keep(key: string, days: Promise<readonly Day[]>, ms: number, renewMs = ms): void {
    const now = monotonicMs()
    kept.delete(key)
    kept.set(key, { days, renewMs: now + renewMs, untilMs: now + ms })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  }

  function found(key: string): Kept | null {
    const one = kept.get(key)
    return one && one.untilMs > monotonicMs() ? one : null
  }

  async function ofToday(
    db: Db,
    of: readonly Summed[],
    hoy: string,
  ): Promise<readonly (readonly Day[])[]> {
    const keyOf = ({ companyId, ambiente }: Summed) => `${companyId}/${ambiente}/${hoy}`
    const readToday = async (some: readonly Summed[]) => {
      const sums = await sumDays(db, some, { desde: hoy, hasta: hoy, tipos: TIPOS_DTE })
      for (const [at, sum] of sums.entries()) {
        const key = keyOf(some[at] as Summed)
        const documents = sum.reduce((n, { documentos }) => n + documentos, 0)
        if (documents > MANY) keep(key, Promise.resolve(sum), MANY_KEPT_MS, MANY_RENEW_MS)
        else kept.delete(key)
      }
      return sums
    }
    const known = of.map((one) => found(keyOf(one)))
    const old = of.filter((_, at) => (known[at]?.renewMs ?? Infinity) <= monotonicMs())
    renew(old.map(keyOf), readToday(old))
    const unknown = of.filter((_, at) => known[at] === null)
    const fresh = await readToday(unknown)
    return Promise.all(of.map((one, at) => known[at]?.days ?? fresh[unknown.indexOf(one)] ?? []))
  }

  /** Nobody waits for it: after a failure the next caller reads, and gets the error. */
  function renew(keys: readonly string[], reading: Promise<unknown>): void {
    for (const key of keys) {
      const one = kept.get(key)
      if (one) kept.set(key, { ...one, renewMs: one.untilMs })
    }
    reading.catch(() => keys.map((key) => kept.delete(key)))
  }

  function past(db: Db, of: Summed, desde: string, hasta: string): Promise<readonly Day[]> {
    const key = `${of.companyId}/${of.ambiente}/${desde}/${hasta}`
    const known = found(key)
    if (known !== null) return known.days
    const days = sumRange(db, of, desde, hasta)
    keep(key, days, KEPT_MS)
    days.catch(() => kept.delete(key)) // the caller gets the error; the next one asks again
    return days
  }

  async function readAll(db: Db, of: readonly Summed[], { desde, hasta, hoy }: Days) {
    const before = hasta < hoy ? hasta : dayBefore(hoy)
    const today = hasta < hoy ? [] : await ofToday(db, of, hoy)
    const all: (readonly Day[])[] = []
    // One after the other: a person of many companies takes one connection.
    for (const [at, one] of of.entries()) {
      const earlier = desde <= before ? await past(db, one, desde, before) : []
      all.push([...earlier, ...(today[at] ?? [])])
    }
    return all
  }

  return {
    readAll,
    async read(db, of, days) {
      const [sum = []] = await readAll(db, [of], days)
      return sum
    },
  }
}

/**
 * What takes longer than a statement may is summed in halves, whose pages were partly read by then: of a large company
 * whose month is in no cache, as after a restart of the database, the first look is slow and not refused.
 */
async function sumRange(db: Db, of: Summed, desde: string, hasta: string): Promise<readonly Day[]> {
  try {
    const [sum = []] = await sumDays(db, [of], { desde, hasta, tipos: TIPOS_DTE })
    return sum
  } catch (error) {
    if (!wasCancelled(error) || desde === hasta) throw error
    const middle = dayAfter(desde, Math.floor(daysBetween(desde, hasta) / 2))
    const first = await sumRange(db, of, desde, middle)
    return [...first, ...(await sumRange(db, of, dayAfter(middle, 1), hasta))]
  }
}

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const daysBetween = (desde: string, hasta: string): number => (msOf(hasta) - msOf(desde)) / DAY_MS

const dayAfter = (day: string, days: number): string =>
  new Date(msOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** YYYY-MM-DD of the day before. */
export const dayBefore = (day: string): string => dayAfter(day, -1)
