/**
 * An amount in words, in the style of the ministry's documents: capitals without accents, cents as a fraction of a
 * hundred, the currency last.
 */
import { MONTO_LIMIT, type Monto, round } from './monto.ts'

const DOLLAR = 100_000_000n
const CENT = 1_000_000n
// biome-ignore format: a table
const UNITS = [
  '', 'UN', 'DOS', 'TRES', 'CUATRO', 'CINCO', 'SEIS', 'SIETE', 'OCHO', 'NUEVE',
  'DIEZ', 'ONCE', 'DOCE', 'TRECE', 'CATORCE', 'QUINCE', 'DIECISEIS', 'DIECISIETE', 'DIECIOCHO', 'DIECINUEVE',
  'VEINTE', 'VEINTIUN', 'VEINTIDOS', 'VEINTITRES', 'VEINTICUATRO', 'VEINTICINCO', 'VEINTISEIS', 'VEINTISIETE', 'VEINTIOCHO', 'VEINTINUEVE',
] as const
// biome-ignore format: a table
const TENS = ['', '', '', 'TREINTA', 'CUARENTA', 'CINCUENTA', 'SESENTA', 'SETENTA', 'OCHENTA', 'NOVENTA'] as const
// biome-ignore format: a table
const HUNDREDS = [
  '', 'CIENTO', 'DOSCIENTOS', 'TRESCIENTOS', 'CUATROCIENTOS', 'QUINIENTOS', 'SEISCIENTOS', 'SETECIENTOS', 'OCHOCIENTOS', 'NOVECIENTOS',
] as const

/**
 * `SETECIENTOS SESENTA Y UN 20/100 DOLARES`. Rounds to cents, half up. Throws a RangeError for a negative amount
 * and one beyond the structures' limit.
 */
export function enLetras(m: Monto): string {
  const cents = round(m, 2)
  if (cents < 0n || cents >= MONTO_LIMIT)
    throw new RangeError('an amount in words is 0 to 99999999999.99')
  const dollars = Number(cents / DOLLAR)
  const fraction = String((cents % DOLLAR) / CENT).padStart(2, '0')
  return `${words(dollars) || 'CERO'} ${fraction}/100 DOLARES`
}

function words(n: number): string {
  const millions = Math.floor(n / 1_000_000)
  const rest = belowMillion(n % 1_000_000)
  if (millions === 0) return rest
  return joined(millions === 1 ? 'UN MILLON' : `${belowMillion(millions)} MILLONES`, rest)
}

function belowMillion(n: number): string {
  const thousands = Math.floor(n / 1_000)
  const rest = belowThousand(n % 1_000)
  if (thousands === 0) return rest
  return joined(thousands === 1 ? 'MIL' : `${belowThousand(thousands)} MIL`, rest)
}

function belowThousand(n: number): string {
  if (n === 100) return 'CIEN'
  return joined(HUNDREDS[Math.floor(n / 100)] ?? '', belowHundred(n % 100))
}

function belowHundred(n: number): string {
  if (n < UNITS.length) return UNITS[n] ?? ''
  const tens = TENS[Math.floor(n / 10)] ?? ''
  return n % 10 === 0 ? tens : `${tens} Y ${UNITS[n % 10]}`
}

function joined(a: string, b: string): string {
  return a && b ? `${a} ${b}` : a || b
}
