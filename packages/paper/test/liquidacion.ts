/** A liquidation that never was: 08, on the documents that were issued for a principal. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { COMPRA_LLENA } from './compra.ts'
import { FACTURA_LLENA, FACTURA_MINIMA } from './fixtures.ts'

type LineaDeLiquidacion = Partial<Linea> & Pick<Linea, 'numItem'>

/** A line that lists a document has none of the members of what is sold. */
export function lineaLiquidada(numItem: number, changes: Partial<Linea> = {}): Linea {
  const linea: LineaDeLiquidacion = {
    numItem,
    tipoDte: '03',
    numeroDocumento: `7A1B9C3D-1234-4ABC-9DEF-${String(numItem).padStart(12, '0')}`,
    fechaEmision: '2026-12-28',
    ventaNoSuj: 0,
    ventaExenta: 0,
    ventaGravada: 500,
    exportaciones: 0,
    observaciones: null,
    ...changes,
  }
  return linea as unknown as Linea
}

const { tipoContingencia: _, motivoContin: __, ...identificacion } = FACTURA_MINIMA.identificacion

export const LIQUIDACION_LLENA: PlainDocumento = {
  identificacion: {
    ...identificacion,
    version: 2,
    tipoDte: '08',
    numeroControl: 'DTE-08-M001P001-000000000000008',
    fusion: null,
  },
  emisor: FACTURA_MINIMA.emisor,
  receptor: {
    ...COMPRA_LLENA.receptor,
    tipoDocumento: '36',
    numDocumento: '12170505900033',
    codDomiciliado: 1,
    nrc: '7654321',
    nombre: 'Mandante de Ejemplo, S.A. de C.V.',
    codActividad: '46900',
    descActividad: 'Venta al por mayor de otros productos',
    nombreComercial: 'La Mandante',
    telefono: null,
    correo: 'mandante@example.com',
  },
  cuerpoDocumento: [
    lineaLiquidada(1),
    lineaLiquidada(2, { tipoDte: '01', ventaGravada: 44.24778761, ventaExenta: 12.5 }),
    lineaLiquidada(3, { tipoDte: '11', ventaGravada: 0, exportaciones: 300 }),
    lineaLiquidada(4, {
      tipoDte: '01',
      numeroDocumento: '001234',
      fechaEmision: '2026-11-30',
      ventaGravada: -100,
      observaciones: 'Invalidada el 12 de diciembre',
    }),
  ],
  resumen: {
    totalNoSuj: 0,
    totalExenta: 12.5,
    totalGravada: 444.25,
    exportacion: 300,
    subTotalVentas: 756.75,
    tributos: [
      { codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 57.75 },
      { codigo: 'C3', descripcion: 'Impuesto al Valor Agregado (exportaciones) 0%', valor: 0 },
    ],
    montoTotalOperacion: 814.5,
    ivaPerci: 5,
    total: 819.5,
    totalLetras: 'OCHOCIENTOS DIECINUEVE 50/100 DOLARES',
    condicionOperacion: 1,
    observaciones: 'Ventas de diciembre.',
  } as unknown as PlainDocumento['resumen'],
  apendice: FACTURA_LLENA.apendice,
}
