/** The format of amounts, numbers and instants. */
const MONEY = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const COUNT = new Intl.NumberFormat('en-US')
const ZONE = 'America/El_Salvador'

/** `1,250.50`; an amount that the server computed, never a sum made here. */
export const money = (amount: number) => MONEY.format(amount)
/** Zero as a dash, in lists. */
export const moneyOrDash = (amount: number) => (amount === 0 ? '–' : MONEY.format(amount))
export const count = (n: number) => COUNT.format(n)
/** A count that the service stops at a thousand. */
export const countUpTo999 = (n: number) => (n > 999 ? '999+' : COUNT.format(n))

const DATE = new Intl.DateTimeFormat('es-SV', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: ZONE,
})
const LONG = new Intl.DateTimeFormat('es-SV', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: ZONE,
})
const TIME = new Intl.DateTimeFormat('es-SV', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: ZONE,
})
const MONTH = new Intl.DateTimeFormat('es-SV', { month: 'long', timeZone: 'UTC' })

export const date = (instant: string | Date) =>
  DATE.format(new Date(instant)).replaceAll(' de ', ' ')
export const longDate = (at: Date) => capital(LONG.format(at).replace(',', ''))
export const time = (instant: string | Date) => TIME.format(new Date(instant))
export const dateTime = (instant: string | Date) => `${date(instant)}, ${time(instant)}`
/** `YYYY-MM-DD` as `20/11/2026`. */
export const dayOf = (day: string) => day.split('-').reverse().join('/')
export const monthName = (day: string) =>
  capital(MONTH.format(new Date(`${day.slice(0, 7)}-01T00:00:00Z`)))
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `…002207`: a control number in lists. */
export const shortNumero = (numeroControl: string) => `…${numeroControl.slice(-6)}`

/** `21 h 08 min`, `mañana 09:12`, `31 dic 2026`: the time left until a deadline. */
export function until(limit: string, at: Date): string {
  const end = new Date(limit)
  const minutes = Math.round((end.getTime() - at.getTime()) / 60_000)
  if (minutes <= 0) return 'vencido'
  if (minutes < 24 * 60) {
    const hours = Math.floor(minutes / 60)
    return hours === 0
      ? `${minutes} min`
      : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
  }
  const days = civilDay(end) - civilDay(at)
  if (days === 1) return `mañana ${time(end)}`
  return days < 15 ? `en ${days} días` : date(end)
}

/** Days of the calendar of El Salvador, which is at UTC-6 all year. */
const civilDay = (at: Date) => Math.floor((at.getTime() - 6 * 3_600_000) / 86_400_000)

/** Letters without accents, hyphens or case, for searching names and numbers. */
export const searchable = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}-]/gu, '')
    .toLowerCase()

export const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** As on the card: a DUI `01234567-8`, a NIT `0614-280390-112-1`; other documents as they are. */
export function documentoDe(tipo: string | null, numero: string | null): string | null {
  if (numero === null || (tipo !== '13' && tipo !== '36')) return numero
  return numero
    .replace(/^(\d{8})(\d)$/, '$1-$2')
    .replace(/^(\d{4})(\d{6})(\d{3})(\d)$/, '$1-$2-$3-$4')
}
