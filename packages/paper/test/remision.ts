/** A remission that never was: 04, goods on consignment. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { CREDITO_FISCAL_LLENO, FACTURA_LLENA, FACTURA_MINIMA, linea } from './fixtures.ts'
import { RETENCION_LLENA } from './retencion.ts'

/** A line without charges. */
export function lineaRemitida(numItem: number): Linea {
  const { noGravado: _, ...one } = linea(numItem)
  return one
}

export const REMISION_LLENA: PlainDocumento = {
  identificacion: {
    ...FACTURA_MINIMA.identificacion,
    version: 4,
    tipoDte: '04',
    numeroControl: 'DTE-04-M001P001-000000000000014',
  },
  documentoRelacionado: FACTURA_LLENA.documentoRelacionado ?? null,
  emisor: FACTURA_MINIMA.emisor,
  receptor: {
    ...(RETENCION_LLENA.receptor ?? { nombre: null, telefono: null, correo: null }),
    bienTitulo: '03',
  },
  ventaTercero: FACTURA_LLENA.ventaTercero ?? null,
  cuerpoDocumento: [lineaRemitida(1), lineaRemitida(2)],
  resumen: {
    totalNoSuj: 15.5,
    totalExenta: 12.5,
    totalGravada: 580,
    subTotalVentas: 608,
    descuNoSuj: 1,
    descuExenta: 2,
    descuGravada: 29,
    totalDescu: 52,
    tributos: CREDITO_FISCAL_LLENO.resumen.tributos ?? null,
    subTotal: 576,
    montoTotalOperacion: 647.63,
    totalLetras: 'SEISCIENTOS CUARENTA Y SIETE 63/100 DOLARES',
    observaciones: 'Viaja en el camión 7.',
  } as unknown as PlainDocumento['resumen'],
  apendice: FACTURA_LLENA.apendice,
}
