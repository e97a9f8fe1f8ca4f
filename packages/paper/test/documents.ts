/** Every document of the fixtures by its name, and what a line of each type is. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { COMPRA_LLENA, COMPRA_MINIMA, lineaCompra } from './compra.ts'
import { CONTABLE_LLENO } from './contable.ts'
import { DONACION_LLENA, lineaDonada } from './donacion.ts'
import { EXPORTACION_DE_SERVICIOS, EXPORTACION_LLENA, lineaExportacion } from './exportacion.ts'
import { CREDITO_FISCAL_LLENO, FACTURA_LLENA, FACTURA_MINIMA, linea } from './fixtures.ts'
import { LIQUIDACION_LLENA, lineaLiquidada } from './liquidacion.ts'
import { lineaNota, NOTA_CREDITO_LLENA, NOTA_DE_RETENCION, NOTA_DEBITO_LLENA } from './notas.ts'
import { lineaRemitida, REMISION_LLENA } from './remision.ts'
import { lineaRetenida, RETENCION_LLENA } from './retencion.ts'

export const DOCUMENTS: Readonly<Record<string, PlainDocumento>> = {
  'the smallest 01': FACTURA_MINIMA,
  'a full 01': FACTURA_LLENA,
  'a full 03': CREDITO_FISCAL_LLENO,
  'a full 04': REMISION_LLENA,
  'a full 05': NOTA_CREDITO_LLENA,
  'a 05 on a 07': NOTA_DE_RETENCION,
  'a full 06': NOTA_DEBITO_LLENA,
  'a full 07': RETENCION_LLENA,
  'a full 08': LIQUIDACION_LLENA,
  'a full 09': CONTABLE_LLENO,
  'a full 11': EXPORTACION_LLENA,
  'an 11 of services': EXPORTACION_DE_SERVICIOS,
  'a full 14': COMPRA_LLENA,
  'a full 15': DONACION_LLENA,
  'the smallest 14': COMPRA_MINIMA,
}

/** One of each type, with this many lines. */
export function ofEachType(lines: number): readonly PlainDocumento[] {
  return [
    withLines(FACTURA_LLENA, lines, linea),
    withLines(CREDITO_FISCAL_LLENO, lines, linea),
    withLines(REMISION_LLENA, lines, lineaRemitida),
    withLines(NOTA_CREDITO_LLENA, lines, lineaNota),
    withLines(NOTA_DEBITO_LLENA, lines, lineaNota),
    withLines(RETENCION_LLENA, lines, (n) =>
      lineaRetenida(n, { descripcion: `Artículo retenido número ${n}` }),
    ),
    withLines(LIQUIDACION_LLENA, lines, (n) =>
      lineaLiquidada(n, { observaciones: `Artículo liquidado número ${n}` }),
    ),
    withLines(EXPORTACION_LLENA, lines, lineaExportacion),
    withLines(COMPRA_LLENA, lines, lineaCompra),
    withLines(DONACION_LLENA, lines, lineaDonada),
  ]
}

export function withLines(
  documento: PlainDocumento,
  count: number,
  line: (numItem: number) => Linea,
): PlainDocumento {
  return { ...documento, cuerpoDocumento: Array.from({ length: count }, (_, n) => line(n + 1)) }
}
