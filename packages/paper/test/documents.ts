/** Every document of the fixtures by its name, and what a line of each type is. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { COMPRA_LLENA, COMPRA_MINIMA, lineaCompra } from './compra.ts'
import { EXPORTACION_DE_SERVICIOS, EXPORTACION_LLENA, lineaExportacion } from './exportacion.ts'
import { CREDITO_FISCAL_LLENO, FACTURA_LLENA, FACTURA_MINIMA, linea } from './fixtures.ts'
import { lineaNota, NOTA_CREDITO_LLENA, NOTA_DE_RETENCION, NOTA_DEBITO_LLENA } from './notas.ts'

export const DOCUMENTS: Readonly<Record<string, PlainDocumento>> = {
  'the smallest 01': FACTURA_MINIMA,
  'a full 01': FACTURA_LLENA,
  'a full 03': CREDITO_FISCAL_LLENO,
  'a full 05': NOTA_CREDITO_LLENA,
  'a 05 on a 07': NOTA_DE_RETENCION,
  'a full 06': NOTA_DEBITO_LLENA,
  'a full 11': EXPORTACION_LLENA,
  'an 11 of services': EXPORTACION_DE_SERVICIOS,
  'a full 14': COMPRA_LLENA,
  'the smallest 14': COMPRA_MINIMA,
}

/** One of each type, with this many lines. */
export function ofEachType(lines: number): readonly PlainDocumento[] {
  return [
    withLines(FACTURA_LLENA, lines, linea),
    withLines(CREDITO_FISCAL_LLENO, lines, linea),
    withLines(NOTA_CREDITO_LLENA, lines, lineaNota),
    withLines(NOTA_DEBITO_LLENA, lines, lineaNota),
    withLines(EXPORTACION_LLENA, lines, lineaExportacion),
    withLines(COMPRA_LLENA, lines, lineaCompra),
  ]
}

export function withLines(
  documento: PlainDocumento,
  count: number,
  line: (numItem: number) => Linea,
): PlainDocumento {
  return { ...documento, cuerpoDocumento: Array.from({ length: count }, (_, n) => line(n + 1)) }
}
