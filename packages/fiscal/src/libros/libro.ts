/** The form of a VAT book: rows, and the sums of their columns. A row has the sign with which its columns add up. */
import { CERO, type Monto, plus, round, toNumber } from '../monto.ts'

export interface Libro<Fila, Totales = Readonly<Record<string, number>>> {
  readonly filas: readonly Fila[]
  readonly totales: Totales
}

type Columns<K extends string> = Readonly<Record<K, Monto>>
export type Dollars<K extends string> = Readonly<Record<K, number>>

export const sumOf = (montos: readonly Monto[]): Monto => montos.reduce(plus, CERO)

export function sumColumns<K extends string>(
  names: readonly K[],
  rows: readonly Columns<K>[],
): Columns<K> {
  const sums = names.map((name) => [name, sumOf(rows.map((row) => row[name]))])
  return Object.fromEntries(sums) as Columns<K>
}

/** To the cent. */
export function inDollars<K extends string>(columns: Columns<K>): Dollars<K> {
  const all = Object.entries(columns) as [K, Monto][]
  return Object.fromEntries(all.map(([name, monto]) => [name, dollars(monto)])) as Dollars<K>
}

export const dollars = (m: Monto): number => toNumber(round(m, 2))
