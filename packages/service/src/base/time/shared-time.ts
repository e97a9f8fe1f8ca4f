/**
 * All processes share the database's time (ADR 0040). A process computes it from a monotonic counter and from
 * readings of the database's clock, so that a wrong or stepped clock of its machine writes no wrong time. The
 * machine's clock and the ministry's `Date` are compared with it.
 */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { describeError } from '../log.ts'
import { MINUTE_MS } from './durations.ts'
import { createDates, type DateReading } from './ministry-dates.ts'

/** Warns from this difference on: a machine with working time synchronisation is within milliseconds. */
export const WARN_MS = 3_000
/** From this difference on the process issues nothing and runs no job. */
export const REFUSE_MS = MINUTE_MS

export interface SharedTime {
  /** The database's time, as this process computes it. */
  readonly clock: Clock
  /**
   * How far this machine's clock is ahead of the database's; negative if behind. Reads both at once, so it shows a
   * clock that was just stepped.
   */
  ownDifferenceMs(): number
  /** How far the database's time is ahead of the ministry's; null while unknown. */
  ministryDifferenceMs(ambiente: Ambiente): number | null
  /** Notes an answer of the ministry with a `Date`. */
  noteDate(ambiente: Ambiente, reading: DateReading): void
  stop(): Promise<void>
}

export interface TimeParts {
  /** The machine's clock. */
  readonly machine: Clock
  /** Milliseconds from a counter that never goes back. */
  readonly monotonicMs: () => number
  readonly readDatabase: () => Promise<DatabaseReading>
  readonly log: Logger
}

/** A reading of the database's clock, between two readings of the counter. */
export interface DatabaseReading {
  readonly now: Date
  readonly askedMs: number
  readonly answeredMs: number
}

/** The database's time minus the counter, and the maximum error of that. */
interface Fix {
  readonly offsetMs: number
  readonly doubtMs: number
}

const READ_EVERY_MS = 10_000
/** A reading on a machine that is not overloaded is more precise than this. */
const DOUBT_MS_GOOD = 100
/** While the fix is less precise than that. */
const READ_AGAIN_MS = 1_000
/** At the start: a network that is always slow must not keep a process from starting. */
const FIRST_READINGS_MAX = 5
/** A reading in more doubt than this, and than the fix, is ignored. */
const DOUBT_MS_MAX = 1_000

/** Resolves once the database's clock was read precisely or several times; rejects if it cannot be. */
export async function startSharedTime(parts: TimeParts): Promise<SharedTime> {
  const { machine, monotonicMs, log } = parts
  let fix = await firstFix(parts)
  const now = () => new Date(Math.round(monotonicMs() + fix.offsetMs))
  const clock: Clock = { now, sleep: machine.sleep }
  const ownDifferenceMs = () => machine.now().getTime() - now().getTime()
  const dates = createDates()
  const say = createTeller(log)
  say('own', ownDifferenceMs())

  async function readAgain(): Promise<void> {
    try {
      const next = toFix(await parts.readDatabase())
      if (next.doubtMs > DOUBT_MS_MAX && next.doubtMs >= fix.doubtMs) return
      fix = bestOf(fix, next)
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the clock of the database could not be read')
    }
    say('own', ownDifferenceMs())
  }
  const stopping = new AbortController()
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = fix.doubtMs > DOUBT_MS_GOOD ? READ_AGAIN_MS : READ_EVERY_MS
      await machine.sleep(pauseMs, stopping.signal)
      if (!stopping.signal.aborted) await readAgain()
    }
  })()

  return {
    clock,
    ownDifferenceMs,
    ministryDifferenceMs: dates.differenceMs,
    noteDate(ambiente, date) {
      dates.note(ambiente, date)
      const differenceMs = dates.differenceMs(ambiente)
      if (differenceMs !== null) say(ambiente, differenceMs)
    },
    async stop() {
      stopping.abort()
      await reading
    },
  }
}

function toFix({ now, askedMs, answeredMs }: DatabaseReading): Fix {
  const doubtMs = (answeredMs - askedMs) / 2 + 1 // an instant has millisecond resolution
  return { offsetMs: now.getTime() - (askedMs + answeredMs) / 2, doubtMs }
}

/** The most precise of the first readings: all later time of the process is computed from it. */
async function firstFix({ readDatabase }: TimeParts): Promise<Fix> {
  let best = toFix(await readDatabase())
  for (let n = 1; n < FIRST_READINGS_MAX && best.doubtMs > DOUBT_MS_GOOD; n++) {
    const next = toFix(await readDatabase())
    if (next.doubtMs < best.doubtMs) best = next
  }
  return best
}

/**
 * Keeps the counter's offset as long as the reading allows it, so that time does not jitter. Replaces it if the
 * clocks moved, or if an imprecise offset lies outside of what a more precise reading allows.
 */
function bestOf(fix: Fix, next: Fix): Fix {
  const apartMs = Math.abs(next.offsetMs - fix.offsetMs)
  const isMoved = apartMs > next.doubtMs + fix.doubtMs
  const isImprecise = fix.doubtMs > DOUBT_MS_GOOD && next.doubtMs < fix.doubtMs
  if (isMoved || (isImprecise && apartMs > next.doubtMs)) return next
  return { offsetMs: fix.offsetMs, doubtMs: Math.min(fix.doubtMs, next.doubtMs + apartMs) }
}

const COMPARED = {
  own: 'the clock of this machine and that of the database',
  '00': 'the clock of the database and that of the ministry’s test service',
  '01': 'the clock of the database and that of the ministry',
} as const

/** Logs when a difference becomes significant, grows or ends, but not while it stays. */
function createTeller(log: Logger) {
  const told = new Map<string, 'sound' | 'warned' | 'refused'>()
  return (which: keyof typeof COMPARED, differenceMs: number): void => {
    const size = Math.abs(differenceMs)
    const level = size >= REFUSE_MS ? 'refused' : size >= WARN_MS ? 'warned' : 'sound'
    const before = told.get(which) ?? 'sound'
    if (level === before) return
    told.set(which, level)
    const line = { compared: COMPARED[which], differenceMs }
    if (level === 'sound') log.info(line, 'the clocks agree again')
    else if (level === 'warned') log.warn(line, 'the clocks differ')
    else log.error(line, 'the clocks differ by a minute or more: nothing is issued')
  }
}
