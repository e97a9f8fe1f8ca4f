/** El Salvador is six hours behind UTC all year. */
const OFFSET_MS = 6 * 3_600_000
const DAY_MS = 24 * 3_600_000

export interface LocalTime {
  /** YYYY-MM-DD */
  readonly fecha: string
  /** HH:MM:SS */
  readonly hora: string
}

export function localTime(instant: Date): LocalTime {
  const iso = new Date(instant.getTime() - OFFSET_MS).toISOString()
  return { fecha: iso.slice(0, 10), hora: iso.slice(11, 19) }
}

/** An instant in the ministry's format: dd/MM/yyyy HH:mm:ss, local. */
export function fechaHora(instant: Date): string {
  const { fecha, hora } = localTime(instant)
  return `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}/${fecha.slice(0, 4)} ${hora}`
}

export function plusDays(fecha: string, days: number): string {
  return new Date(Date.parse(`${fecha}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The same day that many months later, or the last day of a shorter month. */
export function plusMonths(fecha: string, months: number): string {
  const [year = 0, month = 0, day = 0] = fecha.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
  return moved.toISOString().slice(0, 10)
}

/** True for a valid calendar day written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

export function isLastDayOfMonth(fecha: string): boolean {
  return plusDays(fecha, 1).slice(0, 7) !== fecha.slice(0, 7)
}
