/** The ministry's instants, as its answers write them: dd/MM/yyyy HH:mm:ss, in El Salvador. */

const WRITTEN = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2}:\d{2})$/

/** Null for what is written otherwise, or is no date. */
export function ministryInstant(text: string | null): Date | null {
  const [, day, month, year, time] = WRITTEN.exec(text ?? '') ?? []
  const instant = new Date(`${year}-${month}-${day}T${time}-06:00`)
  return Number.isNaN(instant.getTime()) ? null : instant
}
