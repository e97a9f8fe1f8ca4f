/**
 * A document's totals at rest, so that lists decrypt nothing: the amounts alone, in the order of AMOUNTS, without the
 * amount in words, which is in the signed bytes. Rows of format 0 have an object with every member.
 */
import type { Totales } from '@sello/contract'

export type Amounts = Omit<Totales, 'totalLetras'>

/** Never another order: rows have it. */
const AMOUNTS = [
  'totalNoSuj',
  'totalExenta',
  'totalGravada',
  'totalDescu',
  'totalIva',
  'montoTotalOperacion',
  'totalPagar',
] as const satisfies readonly (keyof Amounts)[]

/** As a row has them: format 1, or format 0. */
export type StoredTotales = readonly number[] | Totales

export const storedAmounts = (totales: Amounts): readonly number[] =>
  AMOUNTS.map((name) => totales[name])

export function amountsOf(stored: StoredTotales): Amounts {
  if (!isList(stored)) {
    const { totalLetras: _, ...amounts } = stored
    return amounts
  }
  return Object.fromEntries(AMOUNTS.map((name, at) => [name, stored[at]])) as unknown as Amounts
}

/** The words are the document's own; a type without them has none. */
export function totalesOf(stored: StoredTotales, payload: string): Totales {
  return isList(stored) ? { ...amountsOf(stored), totalLetras: letrasOf(payload) } : stored
}

const isList = (stored: StoredTotales): stored is readonly number[] => Array.isArray(stored)

/** Only a member begins so: within a text its quotes are escaped. */
const LETRAS = /"totalLetras":"([^"\\]*)"/

/** Without parsing a document of 2,000 lines. Words have neither quotes nor accents (en-letras.ts). */
const letrasOf = (payload: string): string | null => LETRAS.exec(payload)?.[1] ?? null

/** One amount of the stored totals `column`, as numeric. */
export const amountSql = (column: string, name: (typeof AMOUNTS)[number]) =>
  `coalesce(${column} ->> ${AMOUNTS.indexOf(name)}, ${column} ->> '${name}')::numeric`
