import type { RequestOf } from '../request.ts'
import { factura } from './01/tipo.ts'
import { creditoFiscal } from './03/tipo.ts'
import { notaDeRemision } from './04/tipo.ts'
import { notaCredito } from './05/tipo.ts'
import { notaDebito } from './06/tipo.ts'
import { comprobanteDeRetencion } from './07/tipo.ts'
import { comprobanteDeLiquidacion } from './08/tipo.ts'
import { documentoContableDeLiquidacion } from './09/tipo.ts'
import { facturaExportacion } from './11/tipo.ts'
import { sujetoExcluido } from './14/tipo.ts'
import { comprobanteDeDonacion } from './15/tipo.ts'
import type { TipoDef } from './tipo.ts'

/** Every document type that can be issued, in the order of the catalogue (CAT-002). */
export const TIPOS = {
  '01': factura,
  '03': creditoFiscal,
  '04': notaDeRemision,
  '05': notaCredito,
  '06': notaDebito,
  '07': comprobanteDeRetencion,
  '08': comprobanteDeLiquidacion,
  '09': documentoContableDeLiquidacion,
  '11': facturaExportacion,
  '14': sujetoExcluido,
  '15': comprobanteDeDonacion,
} as const satisfies Readonly<Record<string, TipoDef>>

export type TipoDte = keyof typeof TIPOS

/** A document of any type. */
export type Documento = ReturnType<(typeof TIPOS)[TipoDte]['documento']>

/** A request for a document of any type. */
export type DteRequest = RequestOf<TipoDte>

/** Whether documents of the type adjust earlier ones. */
export function isNota(tipoDte: TipoDte): boolean {
  return tipoOf(tipoDte).members.documentosRelacionados === 'required'
}

/** Whether notes adjust documents of the type. */
export function isAjustable(tipoDte: TipoDte): boolean {
  return tipoOf(tipoDte).ajustable
}

/** Whether documents of the type give back what others charged, at most what is left of the documents that they adjust. */
export function isCredito(tipoDte: TipoDte): boolean {
  return tipoOf(tipoDte).ventas === -1
}

/** The type of a document or request, for code that handles all types. */
export function tipoOf(tipoDte: TipoDte): TipoDef<Documento> {
  return TIPOS[tipoDte]
}
