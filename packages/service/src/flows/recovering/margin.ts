/** How many numbers after the last known one may be in use: with buyers, and unknown to the ministry. */
import { HOUR_MS } from '../../base/time/durations.ts'

/** Even a quiet series may have had its busiest hour in the lost time. */
const MARGIN_MIN = 50
const MARGIN_MAX = 20_000
const FACTOR = 1.5

/** The series' busiest hour among its last documents, times the hours that were lost. */
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
