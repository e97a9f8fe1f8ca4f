/**
 * The ministry's health as this process sees it in its own exchanges: no probes, nothing stored (ADR 0019). Each
 * environment has its own.
 */
import type { Ambiente, EstadoMinisterio } from '@sello/contract'
import type { Clock } from '../context.ts'
import { MINUTE_MS } from '../time/durations.ts'

export interface Health {
  readonly estado: EstadoMinisterio
  /** When it came to be so; of a process that has asked nothing yet, its start. */
  readonly desde: Date
}

export interface HealthTracker {
  /** Of every exchange: whether what came back was an answer of the ministry, whatever it said. */
  note(ambiente: Ambiente, answered: boolean): void
  of(ambiente: Ambiente): Health
}

/** One timeout may be a lost packet; the ministry's own policy sends three times before giving up. */
const SILENCES_MAX = 3
/** An answer after a silence may be luck: so long it is not trusted. */
const DOUBT_MS = 10 * MINUTE_MS

interface Seen {
  readonly estado: EstadoMinisterio
  readonly desde: Date
  readonly silences: number
  readonly silentAt: Date
}

export function createHealthTracker(clock: Clock): HealthTracker {
  const start = clock.now()
  const fresh: Seen = { estado: 'disponible', desde: start, silences: 0, silentAt: start }
  const seen: Record<Ambiente, Seen> = { '00': fresh, '01': fresh }
  return {
    note(ambiente, answered) {
      const now = clock.now()
      const before = settle(seen[ambiente], now)
      seen[ambiente] = answered ? afterAnswer(before, now) : afterSilence(before, now)
    },
    of(ambiente) {
      const { estado, desde } = settle(seen[ambiente], clock.now())
      return { estado, desde }
    },
  }
}

function afterSilence(before: Seen, now: Date): Seen {
  const silences = before.silences + 1
  const estado = silences >= SILENCES_MAX ? 'sin_respuesta' : 'degradado'
  return { ...moved(before, estado, now), silences, silentAt: now }
}

function afterAnswer(before: Seen, now: Date): Seen {
  const estado = before.estado === 'sin_respuesta' ? 'degradado' : before.estado
  return { ...moved(before, estado, now), silences: 0 }
}

/** The doubt of an answered ministry passes with time. */
function settle(before: Seen, now: Date): Seen {
  const trusted = new Date(before.silentAt.getTime() + DOUBT_MS)
  const doubted = before.estado === 'degradado' && before.silences === 0
  return doubted && trusted <= now ? moved(before, 'disponible', trusted) : before
}

function moved(before: Seen, estado: EstadoMinisterio, at: Date): Seen {
  return before.estado === estado ? before : { ...before, estado, desde: at }
}
