/** Every document type that can be printed. */
import { factura } from './01-factura.ts'
import { creditoFiscal } from './03-credito-fiscal.ts'
import type { Sheet } from './sheet.ts'

const SHEETS = {
  '01': factura,
  '03': creditoFiscal,
} as const satisfies Readonly<Record<string, Sheet>>

/** The sheet of a type, or null where it has none. */
export function findSheet(tipoDte: string): Sheet | null {
  return Object.hasOwn(SHEETS, tipoDte) ? SHEETS[tipoDte as keyof typeof SHEETS] : null
}
