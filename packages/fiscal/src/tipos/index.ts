import { factura } from './01-factura.ts'
import { creditoFiscal } from './03-credito-fiscal.ts'
import type { TipoDef } from './tipo.ts'

/** Every document type that can be issued, in the order of the catalogue (CAT-002). */
export const TIPOS = {
  '01': factura,
  '03': creditoFiscal,
} as const satisfies Record<string, TipoDef>

export type TipoDte = keyof typeof TIPOS

/** The type of a document or request, for code that serves all of them. */
export function tipoOf(tipoDte: TipoDte): TipoDef {
  return TIPOS[tipoDte]
}
