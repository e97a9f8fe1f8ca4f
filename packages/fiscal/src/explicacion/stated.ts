/** The amount that a section of a document states, by name. */
import type { Monto } from '../monto.ts'

const TRIBUTO = /^tributos\[(..)\]$/

export function isTributo(importe: string): boolean {
  return TRIBUTO.test(importe)
}

/** Null if the section lacks that member. `tributos[20]` is the row of that code. */
export function statedIn(section: object, importe: string): Monto | null {
  const members = section as Readonly<Record<string, unknown>>
  const [, codigo] = TRIBUTO.exec(importe) ?? []
  if (codigo === undefined) return amountOf(members[importe])
  const rows = (members.tributos ?? []) as readonly { codigo: string; valor: Monto }[]
  return amountOf(rows.find((row) => row.codigo === codigo)?.valor)
}

function amountOf(value: unknown): Monto | null {
  return typeof value === 'bigint' ? (value as Monto) : null
}
