/**
 * Business days of the ministry: weekdays on which the public administration works. Source:
 * docs/sources.md#dias-habiles.
 */

/** Closed days as MM-DD; a range includes both ends. */
type Cierre = readonly [desde: string, hasta: string]

/** From the ministry's tax calendar of each year. */
const PUBLICADOS: Readonly<Record<number, readonly Cierre[]>> = {
  2026: [
    ['01-01', '01-02'],
    ['03-30', '04-06'],
    ['05-01', '05-01'],
    ['06-17', '06-17'],
    ['08-03', '08-06'],
    ['09-15', '09-15'],
    ['11-02', '11-02'],
    ['12-24', '12-31'],
  ],
}

/**
 * The legal holidays of public employees, for years without a published calendar: fixed days, and Holy Week from
 * Monday to Easter Monday. They reproduce the published days of 2026.
 */
const FIJOS: readonly Cierre[] = [
  ['01-01', '01-02'],
  ['05-01', '05-01'],
  ['05-10', '05-10'],
  ['06-17', '06-17'],
  ['08-01', '08-06'],
  ['09-15', '09-15'],
  ['11-02', '11-02'],
  ['12-24', '12-31'],
]

/** Whether the public administration works on a day, YYYY-MM-DD. */
export function isDiaHabil(fecha: string): boolean {
  return !isWeekend(fecha) && !isClosed(fecha, cierresDe(yearOf(fecha)))
}

/** The nth business day of a month, YYYY-MM-DD. */
export function diaHabilDelMes(year: number, month: number, nth: number): string {
  let fecha = toText(Date.UTC(year, month - 1, 1))
  for (let found = isDiaHabil(fecha) ? 1 : 0; found < nth; ) {
    fecha = plusDays(fecha, 1)
    if (isDiaHabil(fecha)) found++
  }
  return fecha
}

/** Whether a day is a business day by law alone, for comparison with the published calendar. */
export function isDiaHabilPorLey(fecha: string): boolean {
  return !isWeekend(fecha) && !isClosed(fecha, porLey(yearOf(fecha)))
}

function cierresDe(year: number): readonly Cierre[] {
  return PUBLICADOS[year] ?? porLey(year)
}

function porLey(year: number): readonly Cierre[] {
  const pascua = easterOf(year)
  return [...FIJOS, [plusDays(pascua, -6).slice(5), plusDays(pascua, 1).slice(5)]]
}

function isClosed(fecha: string, cierres: readonly Cierre[]): boolean {
  const day = fecha.slice(5)
  return cierres.some(([desde, hasta]) => desde <= day && day <= hasta)
}

const SUNDAY = 0
const SATURDAY = 6

function isWeekend(fecha: string): boolean {
  const weekday = new Date(`${fecha}T00:00:00Z`).getUTCDay()
  return weekday === SUNDAY || weekday === SATURDAY
}

const yearOf = (fecha: string): number => Number(fecha.slice(0, 4))

const DAY_MS = 86_400_000

function plusDays(fecha: string, days: number): string {
  return toText(Date.parse(`${fecha}T00:00:00Z`) + days * DAY_MS)
}

function toText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return toText(Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1))
}
