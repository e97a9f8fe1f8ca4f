/** Instants for people: the time in El Salvador, which is UTC-6 all year. */
const OFFSET_MS = 6 * 3_600_000

/** `2026-12-31 23:59:59`. */
export function localTime(instant: Date | string): string {
  return local(instant).slice(0, 19).replace('T', ' ')
}

/** `2026-12-31`. */
export const localDay = (instant: Date | string): string => local(instant).slice(0, 10)

function local(instant: Date | string): string {
  return new Date(new Date(instant).getTime() - OFFSET_MS).toISOString()
}
