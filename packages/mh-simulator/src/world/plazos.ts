/** The deadlines of invalidations and returns (functional manual V2.0, p. 11 and 27). */
import { plusDays, plusMonths } from './el-salvador.ts'

/** Non-working days besides weekends, as ranges of MM-DD: the tax calendar of 2026, later ones by law. */
// biome-ignore format: a table
const CERRADO: Readonly<Record<string, string>> = {
  2026: '01-01/01-02 03-30/04-06 05-01 06-17 08-03/08-06 09-15 11-02 12-24/12-31',
  2027: '01-01/01-02 03-22/03-29 05-01 05-10 06-17 08-01/08-06 09-15 11-02 12-24/12-31',
  2028: '01-01/01-02 04-10/04-17 05-01 05-10 06-17 08-01/08-06 09-15 11-02 12-24/12-31',
}
/** For years whose Holy Week is not listed here. */
const CERRADO_SIEMPRE = '01-01/01-02 05-01 05-10 06-17 08-01/08-06 09-15 11-02 12-24/12-31'

function isOpen(fecha: string): boolean {
  const weekday = new Date(`${fecha}T12:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  const day = fecha.slice(5)
  const ranges = (CERRADO[fecha.slice(0, 4)] ?? CERRADO_SIEMPRE).split(' ')
  return !ranges.some((range) => {
    const [from = '', to = from] = range.split('/')
    return from <= day && day <= to
  })
}

const OPEN_DAYS = 10
const MONTHS = 3
const MONTHS_OF_MEDICINES = 24
const MEDICINES: ReadonlySet<string> = new Set(['01282', '21001', '46484', '47721'])

/** The months within which a document may be returned or (01, 11, 14) invalidated. */
export function monthsOf(tipoDte: string, codActividad: string): number {
  return tipoDte !== '14' && MEDICINES.has(codActividad) ? MONTHS_OF_MEDICINES : MONTHS
}

/** The last day to invalidate a document sealed on the day `sealed`. */
export function lastDayToInvalidate(tipoDte: string, sealed: string, codActividad: string): string {
  if (tipoDte === '01' || tipoDte === '11' || tipoDte === '14') {
    return plusMonths(sealed, monthsOf(tipoDte, codActividad))
  }
  let day = plusMonths(`${sealed.slice(0, 7)}-01`, 1)
  for (let open = isOpen(day) ? 1 : 0; open < OPEN_DAYS; open += isOpen(day) ? 1 : 0) {
    day = plusDays(day, 1)
  }
  return day
}
