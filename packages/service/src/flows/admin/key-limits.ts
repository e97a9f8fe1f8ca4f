/** A key's limits: reads them from an administrator and refuses invalid ones. */
import { readRange } from '../../base/net/ip-ranges.ts'
import type { Limits } from '../../ledger/keys/keys.ts'
import { type AdminProblem, AdminRefused } from './admin.ts'

/** docs/wire.md#limits. */
export const LIMITS_DEFAULT: Limits = { hour: 60, day: 300, status: 240 }

/** More than one service can answer; each counted call of a day is a row. */
const LIMIT_MAX = 10_000_000

const FIELDS = { hour: 'limitHour', day: 'limitDay', status: 'limitStatus' } as const

/** Refuses, all at once, values that are not valid numbers of calls. */
export function assertLimits(limits: Partial<Limits>): void {
  const wrong = (Object.keys(FIELDS) as (keyof Limits)[])
    .filter((name) => limits[name] !== undefined && !isLimit(limits[name]))
    .map((name) => ({
      field: FIELDS[name],
      message: `Es un número entero de llamadas, de 1 a ${LIMIT_MAX}.`,
    }))
  if (wrong.length > 0) throw new AdminRefused(wrong)
}

const isLimit = (value: number) => Number.isInteger(value) && value >= 1 && value <= LIMIT_MAX

/** In canonical form. Refuses, all at once, values that are neither an address nor a CIDR range. */
export function readRanges(given: readonly string[]): readonly string[] {
  const read = given.map((text) => ({ text, range: readRange(text.trim()) }))
  const wrong: AdminProblem[] = read
    .filter(({ range }) => range === null)
    .map(({ text }) => ({
      field: 'ip',
      message: `"${text}" no es una dirección IP ni un rango CIDR, p. ej. 190.5.0.7 o 190.5.0.0/24.`,
    }))
  if (wrong.length > 0) throw new AdminRefused(wrong)
  return [...new Set(read.flatMap(({ range }) => range ?? []))]
}
