const FECHA = /^(\d{4})-(\d{2})-(\d{2})$/
const MONTHS = 12

/**
 * The same day some months later, YYYY-MM-DD, or the last day of that month if it has no such day: three months
 * after 30 November end on the last day of February. Null for an invalid date.
 */
export function plusMonths(fecha: string, months: number): string | null {
  const [, year = '', month = '', day = ''] = FECHA.exec(fecha) ?? []
  if (year === '' || Number(day) > daysOf(Number(year), Number(month))) return null
  const since = Number(year) * MONTHS + Number(month) - 1 + months
  const [y, m] = [Math.floor(since / MONTHS), (since % MONTHS) + 1]
  return [padded(y, 4), padded(m, 2), padded(Math.min(Number(day), daysOf(y, m)), 2)].join('-')
}

function daysOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function padded(n: number, length: number): string {
  return String(n).padStart(length, '0')
}
