/** Purchases that never were: 14, from a person who is not registered for the IVA. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { FACTURA_LLENA, FACTURA_MINIMA } from './fixtures.ts'

export function lineaCompra(numItem: number, changes: Partial<Linea> = {}): Linea {
  return {
    numItem,
    cantidad: 3,
    uniMedida: 59,
    codigo: `MP-${numItem}`,
    descripcion: `Artículo comprado número ${numItem}`,
    precioUni: 11.3,
    montoDescu: 0,
    compra: 33.9,
    ...changes,
  }
}

const { nombreComercial: _, ...COMPRADOR } = FACTURA_MINIMA.emisor

export const COMPRA_LLENA: PlainDocumento = {
  identificacion: {
    ...FACTURA_MINIMA.identificacion,
    version: 2,
    tipoDte: '14',
    numeroControl: 'DTE-14-M001P001-000000000000012',
  },
  emisor: COMPRADOR,
  receptor: {
    tipoDocumento: '13',
    numDocumento: '012345678',
    nombre: 'María Ficticia Hernández de Ñuñoa',
    codActividad: '10005',
    descActividad: 'Otros',
    direccion: {
      departamento: '12',
      municipio: '22',
      distrito: '16',
      complemento: 'Cantón El Ejemplo, lote 9',
    },
    telefono: '26611234',
    correo: 'maria@vendedora.example.com',
  },
  cuerpoDocumento: [
    lineaCompra(1, { cantidad: 2.5, precioUni: 0.12345678, montoDescu: 1.25, uniMedida: 34 }),
    lineaCompra(2, { descripcion: 'Servicio de reparación', uniMedida: 99, compra: 1150 }),
    lineaCompra(3, { codigo: null }),
  ],
  resumen: {
    totalCompra: 1217.8,
    descu: 17.8,
    subTotal: 1200,
    reteRenta: 115,
    totalPagar: 1085,
    totalLetras: 'UN MIL OCHENTA Y CINCO 00/100 DÓLARES',
    condicionOperacion: 2,
    pagos: [{ codigo: '13', montoPago: 1085, referencia: null, plazo: '01', periodo: 30 }],
    observaciones: 'Pagadero en la oficina central.',
  },
  apendice: FACTURA_LLENA.apendice,
}

export const COMPRA_MINIMA: PlainDocumento = {
  ...COMPRA_LLENA,
  emisor: { ...COMPRADOR, nrc: null, codEstable: null, codPuntoVenta: null },
  receptor: {
    ...(COMPRA_LLENA.receptor as NonNullable<PlainDocumento['receptor']>),
    codActividad: null,
    descActividad: null,
    telefono: null,
    correo: null,
  },
  cuerpoDocumento: [lineaCompra(1)],
  resumen: { ...COMPRA_LLENA.resumen, pagos: null, observaciones: null },
  apendice: null,
}
