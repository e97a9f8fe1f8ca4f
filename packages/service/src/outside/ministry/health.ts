/**
 * The ministry's health, observed in this process's own exchanges: no probes, nothing stored (ADR 0070). Each
 * environment has its own.
 */
import type { Ambiente, EstadoMinisterio } from '@sello/contract'
import type { Clock } from '../../base/clock.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'

interface State {
  readonly estado: EstadoMinisterio
  /** Since when; for a process without exchanges yet, its start. */
  readonly desde: Date
}

/** The state, and the exchanges of the last minutes in numbers. */
export interface Health extends State {
  readonly minutes: number
  readonly answered: number
  readonly silent: number
  /** Of the answered ones, in seconds; null: none was answered. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly max: number } | null
  /** Each answered exchange. */
  readonly seconds: readonly number[]
  /** Null: this process has received none. */
  readonly lastAnswerAt: Date | null
  readonly lastSilenceAt: Date | null
}

export interface HealthTracker {
  /**
   * Called for every exchange: whether the ministry itself answered, with any answer, and how long it
   * took.
   */
  note(ambiente: Ambiente, answered: boolean, seconds: number): void
  of(ambiente: Ambiente): Health
}

/** One timeout may be a lost packet; the ministry's own policy sends three times before giving up. */
const SILENCES_MAX = 3
/** An answer soon after an unanswered exchange may be luck, so the state stays degraded this long. */
const DOUBT_MS = 10 * MINUTE_MS
const FIGURES_MINUTES = 5
/** How many exchanges are kept: under load the latest are enough. */
const FIGURES_MAX = 2_000

interface Exchange {
  readonly at: Date
  readonly answered: boolean
  readonly seconds: number
}

interface Seen extends State {
  /** Since the last answer. */
  readonly silences: number
  readonly lastAnswerAt: Date | null
  readonly lastSilenceAt: Date | null
}

export function createHealthTracker(clock: Clock): HealthTracker {
  const start = clock.now()
  const never = { lastAnswerAt: null, lastSilenceAt: null }
  const fresh: Seen = { estado: 'disponible', desde: start, silences: 0, ...never }
  const seen: Record<Ambiente, Seen> = { '00': fresh, '01': fresh }
  const recent: Record<Ambiente, Exchange[]> = { '00': [], '01': [] }
  return {
    note(ambiente, answered, seconds) {
      const now = clock.now()
      recent[ambiente].push({ at: now, answered, seconds })
      if (recent[ambiente].length > FIGURES_MAX) recent[ambiente].shift()
      const before = settle(seen[ambiente], now)
      seen[ambiente] = answered ? afterAnswer(before, now) : afterSilence(before, now)
    },
    of(ambiente) {
      const now = clock.now()
      const { estado, desde } = settle(seen[ambiente], now)
      const since = now.getTime() - FIGURES_MINUTES * MINUTE_MS
      const counted = recent[ambiente].filter(({ at }) => at.getTime() >= since)
      const seconds = counted.flatMap((one) => (one.answered ? [one.seconds] : []))
      const { lastAnswerAt, lastSilenceAt } = seen[ambiente]
      return {
        estado,
        desde,
        minutes: FIGURES_MINUTES,
        answered: seconds.length,
        silent: counted.length - seconds.length,
        latency: latencyOf(seconds),
        seconds,
        lastAnswerAt,
        lastSilenceAt,
      }
    },
  }
}

/** Of exchanges of one process or several; null: there are none. */
export function latencyOf(seconds: readonly number[]): Health['latency'] {
  const sorted = seconds.toSorted((a, b) => a - b)
  const max = sorted.at(-1)
  if (max === undefined) return null
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? max
  return { p50: at(0.5), p95: at(0.95), max }
}

function afterSilence(before: Seen, now: Date): Seen {
  const silences = before.silences + 1
  const estado = silences >= SILENCES_MAX ? 'sin_respuesta' : 'degradado'
  return { ...moved(before, estado, now), silences, lastSilenceAt: now }
}

function afterAnswer(before: Seen, now: Date): Seen {
  const estado = before.estado === 'sin_respuesta' ? 'degradado' : before.estado
  return { ...moved(before, estado, now), silences: 0, lastAnswerAt: now }
}

/** A ministry that answers again becomes healthy with time. */
function settle(before: Seen, now: Date): Seen {
  const { silences, lastSilenceAt } = before
  if (silences > 0 || lastSilenceAt === null) return before
  const trusted = new Date(lastSilenceAt.getTime() + DOUBT_MS)
  return trusted <= now ? moved(before, 'disponible', trusted) : before
}

function moved(before: Seen, estado: EstadoMinisterio, at: Date): Seen {
  return before.estado === estado ? before : { ...before, estado, desde: at }
}
