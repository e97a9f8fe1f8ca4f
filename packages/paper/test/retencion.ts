/** A retention that never was: 07, on the documents of a supplier. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { COMPRA_LLENA } from './compra.ts'
import { FACTURA_LLENA, FACTURA_MINIMA } from './fixtures.ts'

type LineaDeRetencion = Partial<Linea> & Pick<Linea, 'numItem'>

/** A line that lists a document has none of the members of what is sold. */
export function lineaRetenida(numItem: number, changes: Partial<Linea> = {}): Linea {
  const linea: LineaDeRetencion = {
    numItem,
    tipoDte: '03',
    numeroDocumento: `7A1B9C3D-1234-4ABC-9DEF-${String(numItem).padStart(12, '0')}`,
    fechaEmision: '2026-12-28',
    montoSujetoGrav: 250.55,
    codigoRetencionMH: '22',
    ivaRetenido: 2.51,
    ...changes,
  }
  return { descripcion: null, ...linea } as unknown as Linea
}

export const RETENCION_LLENA: PlainDocumento = {
  identificacion: {
    ...FACTURA_MINIMA.identificacion,
    version: 2,
    tipoDte: '07',
    numeroControl: 'DTE-07-M001P001-000000000000013',
    fusion: null,
  },
  emisor: FACTURA_MINIMA.emisor,
  receptor: {
    ...COMPRA_LLENA.receptor,
    tipoDocumento: '36',
    numDocumento: '12170505900033',
    nrc: '7654321',
    nombre: 'Proveedora de Ejemplo, S.A. de C.V.',
    codActividad: '46900',
    descActividad: 'Venta al por mayor de otros productos',
    nombreComercial: 'La Proveedora',
    telefono: null,
    correo: 'ventas@proveedora.example.com',
  },
  cuerpoDocumento: [
    lineaRetenida(1),
    lineaRetenida(2, {
      numeroDocumento: '001234',
      montoSujetoGrav: 300,
      codigoRetencionMH: 'C4',
      ivaRetenido: 39,
      descripcion: 'Alquiler del local de la bodega número 3, diciembre',
    }),
  ],
  resumen: {
    totalSujetoRetencion: 550.55,
    totalIva: 71.57,
    totalIvaRetenido: 41.51,
    totalLetras: 'CUARENTA Y UNO 51/100 DOLARES',
    observaciones: 'Retenciones de diciembre.',
  } as PlainDocumento['resumen'],
  apendice: FACTURA_LLENA.apendice,
}
