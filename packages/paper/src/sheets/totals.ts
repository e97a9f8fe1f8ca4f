/**
 * The rows of the totals: each a function from the resumen to its printed rows, usually one, sometimes
 * none or more.
 */
import { findRow, TRIBUTOS } from '@sello/fiscal'
import type { Amount, Resumen } from '../documento.ts'
import { amount, DASH } from './numbers.ts'
import type { TotalRow, TotalRows } from './sheet.ts'

/** A total that is always printed. */
export function total(label: string, value: (resumen: Resumen) => Amount): TotalRows {
  return (resumen) => [{ label, amount: amount(value(resumen)) }]
}

/** A total set in the heavier weight. */
export function strongTotal(label: string, value: (resumen: Resumen) => Amount): TotalRows {
  return (resumen) => [{ label, amount: amount(value(resumen)), strong: true }]
}

/** A total that is rarely present, and printed only then. */
export function rareTotal(label: string, value: (resumen: Resumen) => Amount): TotalRows {
  return (resumen) => (value(resumen) ? [{ label, amount: amount(value(resumen)) }] : [])
}

/** One row for each tribute that changes a total; those of section 3 are informative and not printed. */
export function tributoRows({ tributos }: Resumen): TotalRow[] {
  const rows = (tributos ?? [])
    .filter(({ codigo }) => isPrinted(codigo))
    .map(({ descripcion, valor }) => ({ label: descripcion, amount: amount(valor) }))
  return rows.length > 0 ? rows : [{ label: 'Tributos', amount: DASH }]
}

function isPrinted(codigo: string): boolean {
  const secciones = findRow<{ secciones: readonly number[] }>(TRIBUTOS, codigo)?.secciones
  return !secciones || secciones.some((seccion) => seccion !== 3)
}
