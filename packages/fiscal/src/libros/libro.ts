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
  rows: Iterable<Columns<K>>,
): Columns<K> {
  const sums = Object.fromEntries(names.map((name) => [name, CERO])) as Record<K, Monto>
  for (const row of rows) for (const name of names) sums[name] = plus(sums[name], row[name])
  return sums
}

/** One after the other: of a large month they are not all in memory. `n` counts from 1. */
export function* each<T, U>(all: Iterable<T>, of: (one: T, n: number) => U): Iterable<U> {
  let n = 0
  for (const one of all) yield of(one, ++n)
}

/** To the cent. */
export function inDollars<K extends string>(columns: Columns<K>): Dollars<K> {
  const all = Object.entries(columns) as [K, Monto][]
  return Object.fromEntries(all.map(([name, monto]) => [name, dollars(monto)])) as Dollars<K>
}

export const dollars = (m: Monto): number => toNumber(round(m, 2))
