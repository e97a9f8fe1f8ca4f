/** Every document type that can be printed. */

import type { PlainEvento } from '../evento.ts'
import { factura } from './01-factura.ts'
import { creditoFiscal } from './03-credito-fiscal.ts'
import { notaDeRemision } from './04-remision.ts'
import { notaCredito } from './05-nota-credito.ts'
import { notaDebito } from './06-nota-debito.ts'
import { comprobanteDeRetencion } from './07-retencion.ts'
import { comprobanteDeLiquidacion } from './08-liquidacion.ts'
import { documentoContableDeLiquidacion } from './09-documento-contable.ts'
import { facturaExportacion } from './11-factura-exportacion.ts'
import { sujetoExcluido } from './14-sujeto-excluido.ts'
import { comprobanteDeDonacion } from './15-donacion.ts'
import { anulacionDeOperaciones, operaciones } from './17-operaciones.ts'
import { sheetOfRetorno } from './18-retorno.ts'
import { invalidacion } from './invalidacion.ts'
import type { Sheet } from './sheet.ts'

const SHEETS = {
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
} as const satisfies Readonly<Record<string, Sheet>>

const RETORNOS: ReadonlyMap<string, Sheet> = new Map(
  Object.entries<Sheet>(SHEETS).flatMap(([tipoDte, { retorno }]) =>
    retorno ? [[tipoDte, sheetOfRetorno(retorno)]] : [],
  ),
)

/** The sheet of a type, or null when there is none. */
export function findSheet(tipoDte: string): Sheet | null {
  return Object.hasOwn(SHEETS, tipoDte) ? SHEETS[tipoDte as keyof typeof SHEETS] : null
}

/** The sheet of a type; throws for a type without one. */
export function sheetOf(tipoDte: string): Sheet {
  const sheet = findSheet(tipoDte)
  if (!sheet) throw new Error(`bug: there is no sheet for a document of type ${tipoDte}`)
  return sheet
}

/** The sheet of an event; a return event has the columns of the type that it takes from. */
export function sheetOfEvento(evento: PlainEvento): Sheet {
  if ('motivo' in evento) return invalidacion
  if (!('documentoRelacionado' in evento)) {
    const isVoiding = evento.cuerpoDocumento.some((one) => one.codigoGeneracionRef !== null)
    return isVoiding ? anulacionDeOperaciones : operaciones
  }
  const tipoDocumento = evento.documentoRelacionado[0]?.tipoDocumento ?? ''
  const sheet = RETORNOS.get(tipoDocumento)
  if (!sheet) throw new Error(`bug: there is no sheet for a return of type ${tipoDocumento}`)
  return sheet
}
