import { factura } from './01-factura.ts'
import { creditoFiscal } from './03-credito-fiscal.ts'
import { notaCredito } from './05-nota-credito.ts'
import { notaDebito } from './06-nota-debito.ts'
import { facturaExportacion } from './11-exportacion.ts'
import { sujetoExcluido } from './14-sujeto-excluido.ts'
import type { TipoDef } from './tipo.ts'

/** Every document type that can be issued, in the order of the catalogue (CAT-002). */
export const TIPOS = {
  '01': factura,
  '03': creditoFiscal,
  '05': notaCredito,
  '06': notaDebito,
  '11': facturaExportacion,
  '14': sujetoExcluido,
} as const satisfies Record<string, TipoDef>

export type TipoDte = keyof typeof TIPOS

/** The type of a document or request, for code that serves all of them. */
export function tipoOf(tipoDte: TipoDte): TipoDef {
  return TIPOS[tipoDte]
}
