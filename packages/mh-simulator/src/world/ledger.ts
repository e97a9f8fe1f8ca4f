/**
 * Everything that was received. A row is one verdict on one attempt; an attempt that got none (silence,
 * 5xx, a seal withheld) leaves a row without verdict, and the next attempt with the same bytes gives
 * its verdict to that row. Rows are in order of arrival.
 */
import type { Message } from '../codes.ts'
import type { Kept } from './kept.ts'

export type EstadoLedger = 'PROCESADO' | 'RECHAZADO' | 'NO_PROCESADO'

export interface Attempt {
  readonly codigoGeneracion: string
  /** An invalidation has the type of the document that it cancels. */
  readonly tipoDte: string
  readonly ambiente: string
  readonly nit: string
  readonly jws: string
  /** The kind of event, as its service names it; null: a document. */
  readonly evento: string | null
}

export interface Verdict {
  readonly estado: 'PROCESADO' | 'RECHAZADO'
  readonly numeroControl: string | null
  readonly selloRecibido: string | null
  readonly message: Message
  /** The step (`services/steps.ts`) that refused it; null: none, or a fault that was told. */
  readonly stoppedAt: string | null
}

export interface Row {
  readonly codigoGeneracion: string
  readonly tipoDte: string
  readonly ambiente: string
  readonly nit: string
  readonly evento: string | null
  /** Null when the simulator is configured not to keep them. */
  readonly jws: string | null
  /** Milliseconds since 1970, of the first attempt of the row. */
  readonly receivedAt: number
  estado: EstadoLedger
  numeroControl: string | null
  selloRecibido: string | null
  /** When the verdict was given, in milliseconds since 1970. */
  decidedAt: number
  message: Message | null
  stoppedAt: string | null
}

export interface Ledger {
  /** Counts an attempt and returns its row, still without a verdict. */
  readonly receive: (attempt: Attempt, now: number) => Row
  readonly decide: (row: Row, verdict: Verdict, now: number) => void
  /** What the ministry holds for a code: the sealed document, else its last refusal. */
  readonly held: (codigoGeneracion: string) => Row | null
  readonly isSealed: (codigoGeneracion: string) => boolean
  /** True when a sealed document already has the number in that year. */
  readonly numberTaken: (key: NumberKey) => boolean
  readonly takeNumber: (key: NumberKey) => void
  readonly timesReceived: (codigoGeneracion: string) => number
  readonly rows: (filter: RowFilter) => Iterable<Row>
  readonly counts: () => Readonly<Record<EstadoLedger | 'attempts', number>>
  /** Puts back a row that was saved, after those before it. `times`: the attempts with its code. */
  readonly restore: (row: Row, times: number) => void
  readonly kept: Kept
}

export interface NumberKey {
  readonly ambiente: string
  readonly nit: string
  /** Four digits, from fecEmi: numbers restart with the calendar year. */
  readonly year: string
  readonly numeroControl: string
}

export interface RowFilter {
  readonly nit: string | null
  readonly codigoGeneracion: string | null
}

interface Known {
  times: number
  readonly rows: Row[]
}

export function createLedger(keepJws: boolean): Ledger {
  const rows: Row[] = []
  const byCode = new Map<string, Known>()
  const numbers = new Set<string>()
  const counts = { PROCESADO: 0, RECHAZADO: 0, NO_PROCESADO: 0, attempts: 0 }

  function append(attempt: Attempt, now: number): Row {
    // Copied member by member: a spread would keep the attempt's other members in memory.
    const row: Row = {
      codigoGeneracion: attempt.codigoGeneracion,
      tipoDte: attempt.tipoDte,
      ambiente: attempt.ambiente,
      nit: attempt.nit,
      evento: attempt.evento,
      jws: keepJws ? attempt.jws : null,
      receivedAt: now,
      estado: 'NO_PROCESADO',
      numeroControl: null,
      selloRecibido: null,
      decidedAt: now,
      message: null,
      stoppedAt: null,
    }
    rows.push(row)
    counts.NO_PROCESADO += 1
    return row
  }

  return {
    receive: (attempt, now) => {
      counts.attempts += 1
      const known = byCode.get(attempt.codigoGeneracion)
      if (!known) {
        const row = append(attempt, now)
        byCode.set(row.codigoGeneracion, { times: 1, rows: [row] })
        return row
      }
      known.times += 1
      const waiting = known.rows.find(
        (row) => row.estado === 'NO_PROCESADO' && sameBytes(row, attempt),
      )
      if (waiting) return waiting
      const row = append(attempt, now)
      known.rows.push(row)
      return row
    },
    decide: (row, { estado, numeroControl, selloRecibido, message, stoppedAt }, now) => {
      counts[row.estado] -= 1
      counts[estado] += 1
      const decidedAt = now
      Object.assign(row, { estado, numeroControl, selloRecibido, message, stoppedAt, decidedAt })
    },
    held: (codigoGeneracion) => {
      const decided = byCode.get(codigoGeneracion)?.rows.filter((row) => row.message !== null)
      return decided?.find((row) => row.estado === 'PROCESADO') ?? decided?.at(-1) ?? null
    },
    isSealed: (codigoGeneracion) =>
      byCode.get(codigoGeneracion)?.rows.some((row) => row.estado === 'PROCESADO') ?? false,
    numberTaken: (key) => numbers.has(keyOf(key)),
    takeNumber: (key) => {
      numbers.add(keyOf(key))
    },
    timesReceived: (codigoGeneracion) => byCode.get(codigoGeneracion)?.times ?? 0,
    rows: function* ({ nit, codigoGeneracion }) {
      const from = codigoGeneracion === null ? rows : (byCode.get(codigoGeneracion)?.rows ?? [])
      for (const row of from) if (nit === null || row.nit === nit) yield row
    },
    counts: () => counts,
    restore: (row, times) => {
      rows.push(row)
      counts[row.estado] += 1
      const known = byCode.get(row.codigoGeneracion)
      if (known) known.rows.push(row)
      else {
        byCode.set(row.codigoGeneracion, { times, rows: [row] })
        counts.attempts += times
      }
    },
    kept: { numbers },
  }
}

/** Without kept bytes, two attempts for one code count as the same until there is a verdict. */
function sameBytes(row: Row, attempt: Attempt): boolean {
  return row.jws === null || row.jws === attempt.jws
}

/** `join` makes a new string: concatenation would keep the document's whole text in memory. */
function keyOf({ ambiente, nit, year, numeroControl }: NumberKey): string {
  return [ambiente, year, numeroControl, nit].join('')
}
