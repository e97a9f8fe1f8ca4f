/** How many numbers beyond the last known one may be out: in the hands of buyers, and unknown to the ministry. */
import { HOUR_MS } from '../time/durations.ts'

/** A quiet series may have its busiest hour in the one that was lost. */
const MARGIN_MIN = 50
const MARGIN_MAX = 20_000
const FACTOR = 1.5

/** By the busiest hour among the last documents of the series, for as long as the restore reaches back. */
export function marginOf(instants: readonly Date[], lostMs: number): number {
  const hours = new Map<number, number>()
  for (const instant of instants) {
    const hour = Math.floor(instant.getTime() / HOUR_MS)
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
  }
  const busiest = Math.max(0, ...hours.values())
  const expected = Math.ceil(busiest * Math.max(lostMs / HOUR_MS, 1) * FACTOR)
  return Math.min(Math.max(expected, MARGIN_MIN), MARGIN_MAX)
}
