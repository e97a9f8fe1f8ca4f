/** One reading of the clock (docs/wire.md#clock). Pure. */
import { HOUR_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'

/** docs/wire.md#clock. */
const NEXT_SYNC_AFTER_MS = 6 * HOUR_MS
/** Times are truncated to milliseconds, so the error is below one. */
const PRECISION_MS = 1
const VERSION = 1

export interface Question {
  readonly t0: number | null
  readonly id: string | null
}

/** A caller's id is short; a longer one is not echoed. */
const ID_LENGTH_MAX = 64

/** The integers in the query string; ignores values that are not integers or appear twice. */
export function readQuestion(search: string): Question {
  const given = new URLSearchParams(search)
  const once = (name: string) => {
    const [value, ...more] = given.getAll(name)
    return value === undefined || more.length > 0 ? null : value
  }
  const t0 = once('t0')
  const id = once('id')
  return {
    t0: t0 !== null && isInteger(t0) ? Number(t0) : null,
    id: id !== null && id.length <= ID_LENGTH_MAX ? id : null,
  }
}

function isInteger(text: string): boolean {
  return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
}

/** JSON text. `t1` is the arrival, `t2` the last instant before the answer. */
export function drawReading({ t0, id }: Question, t1: number, t2: number, colo: string): string {
  const instant = new Date(t2)
  const { fecEmi: date, horEmi: time } = civilTime(instant)
  return JSON.stringify({
    v: VERSION,
    id,
    t0: t0 === 0 ? 0 : t0, // not -0
    t1,
    t2,
    serverTime: instant.toISOString(),
    precisionMs: PRECISION_MS,
    sv: { date, time, utcOffset: '-06:00' },
    nextSyncAfterMs: NEXT_SYNC_AFTER_MS,
    colo,
  })
}
