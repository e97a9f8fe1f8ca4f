/** Civil time in El Salvador: UTC-6 all year, no daylight saving (docs/wire.md#clock). */
import { HOUR_MS } from './durations.ts'

const OFFSET_MS = -6 * HOUR_MS

/** The local date and time of a document generated at this instant. */
export function civilTime(instant: Date): { fecEmi: string; horEmi: string; year: number } {
  const local = new Date(instant.getTime() + OFFSET_MS).toISOString()
  return {
    fecEmi: local.slice(0, 10),
    horEmi: local.slice(11, 19),
    year: Number(local.slice(0, 4)),
  }
}
