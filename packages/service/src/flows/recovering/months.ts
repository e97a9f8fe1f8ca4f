/** The years and months from which documents may be lost, in El Salvador. */
import { DAY_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'

export function yearsOf(desde: Date, now: Date): readonly number[] {
  return [...new Set([civilTime(desde).year, civilTime(now).year])]
}

/** Oldest first, from the day before to the day after: a document's date may differ from the time of its copy. */
export function monthsOf(desde: Date, now: Date): readonly string[] {
  const months = new Set<string>()
  const end = now.getTime() + DAY_MS
  for (let at = desde.getTime() - DAY_MS; at < end + DAY_MS; at += DAY_MS) {
    months.add(civilTime(new Date(Math.min(at, end))).fecEmi.slice(0, 7))
  }
  return [...months]
}
