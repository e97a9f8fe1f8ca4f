/** Dates as people type and paste them: `20/11/2026`, `20-11-26`, `20/11`. */

import { dayOf } from '../../ui/text.ts'

const DAY = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/
const ISO = /^\d{4}-\d{2}-\d{2}$/

/** A read date as people write it; other text as it is. */
export const fechaEscrita = (text: string): string => (ISO.test(text) ? dayOf(text) : text)

/** YYYY-MM-DD, or null. Without a year, the last such day that is not after today. */
export function leerFecha(written: string, today: string): string | null {
  const text = written.trim()
  if (ISO.test(text)) return isDay(text) ? text : null
  const [, day = '', month = '', year] = DAY.exec(text) ?? []
  if (day === '') return null
  const of = (y: string) => `${y}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year !== undefined) {
    const full = of(year.length === 2 ? `20${year}` : year)
    return isDay(full) ? full : null
  }
  const thisYear = today.slice(0, 4)
  const found = of(thisYear) <= today ? of(thisYear) : of(String(Number(thisYear) - 1))
  return isDay(found) ? found : null
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
