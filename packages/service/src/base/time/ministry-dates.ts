/** What the `Date` header of the ministry's answers reveals about our clock. */
import type { Ambiente } from '@sello/contract'

/** A `Date` header, and the times of our request and answer in the database's time. */
export interface DateReading {
  readonly date: Date
  readonly askedAt: Date
  readonly answeredAt: Date
}

/** One answer may come from a server with a wrong clock; this many consecutive ones that agree are trusted. */
const READINGS = 3
/** The header counts whole seconds. */
const DATE_STEP_MS = 1_000

export interface Dates {
  note(ambiente: Ambiente, reading: DateReading): void
  /**
   * The least difference by which our time is ahead of the ministry's, from its last answers; null until there are
   * enough.
   */
  differenceMs(ambiente: Ambiente): number | null
}

export function createDates(): Dates {
  const last: Record<Ambiente, readonly number[]> = { '00': [], '01': [] }
  return {
    note(ambiente, reading) {
      last[ambiente] = [...last[ambiente], differenceOf(reading)].slice(-READINGS)
    },
    differenceMs(ambiente) {
      const known = last[ambiente]
      if (known.length < READINGS) return null
      const agree = new Set(known.map(Math.sign)).size === 1
      return agree ? known.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)) : 0
    },
  }
}

/** 0 if latency and the header's whole seconds can explain it; at most one of the two is not 0. */
function differenceOf({ date, askedAt, answeredAt }: DateReading): number {
  const earliest = date.getTime()
  const latest = earliest + DATE_STEP_MS
  const aheadMs = Math.max(0, askedAt.getTime() - latest)
  const behindMs = Math.max(0, earliest - answeredAt.getTime())
  return aheadMs - behindMs
}
