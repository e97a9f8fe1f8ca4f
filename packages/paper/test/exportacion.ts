/** Export invoices that never were: goods with every member filled, and services, which leave most of them empty. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { FACTURA_LLENA, FACTURA_MINIMA } from './fixtures.ts'

export function lineaExportacion(numItem: number, changes: Partial<Linea> = {}): Linea {
  return {
    numItem,
    cantidad: 12,
    uniMedida: 34,
    codigo: `CAFE-${numItem}`,
    descripcion: `Artículo de exportación número ${numItem}`,
    precioUni: 4.25,
    montoDescu: 0,
    noGravado: 0,
    ventaGravada: 51,
    ...changes,
  }
}

export const EXPORTACION_LLENA: PlainDocumento = {
  identificacion: {
    ...FACTURA_MINIMA.identificacion,
    version: 3,
    tipoDte: '11',
    numeroControl: 'DTE-11-M001P001-000000000000011',
  },
  documentoRelacionado: FACTURA_LLENA.documentoRelacionado ?? null,
  emisor: {
    ...FACTURA_LLENA.emisor,
    tipoItemExpor: 1,
    recintoFiscal: '02',
    tipoRegimen: 'EX-1',
    regimen: '1000.000',
  },
  receptor: {
    nombre: 'Fictional Foods of Ávila & Söhne, LLC',
    tipoDocumento: '37',
    numDocumento: '98-7654321',
    descActividad: 'Importación de alimentos',
    nombreComercial: 'Fictional Foods',
    codPais: 'US',
    nombrePais: 'Estados Unidos',
    complemento: '100 Fictional Street, Miami, FL 33101',
    tipoPersona: 2,
    telefono: '+1 305 555 0100',
    correo: 'buyer@fictional.example.com',
  },
  otrosDocumentos: [
    {
      codDocAsociado: 1,
      descDocumento: 'Orden de compra 4455',
      detalleDocumento: 'Confirmada por el comprador',
    },
    {
      codDocAsociado: 4,
      descDocumento: null,
      detalleDocumento: null,
      placaTrans: 'C 123-456',
      modoTransp: 1,
      numConductor: '01234567-8',
      nombreConductor: 'Óscar Ficticio Núñez',
    },
  ],
  ventaTercero: null,
  compraTercero: {
    numDocumento: 'LOG-5566',
    nombre: 'Operador Logístico de Ejemplo, S.A. de C.V.',
  },
  cuerpoDocumento: [
    lineaExportacion(1, { cantidad: 100, ventaGravada: 425 }),
    lineaExportacion(2, { precioUni: 0.12345678, montoDescu: 1.25, ventaGravada: 0.23148136 }),
    lineaExportacion(3, { codigo: null, ventaGravada: 0, noGravado: 30, precioUni: 0 }),
  ],
  resumen: {
    totalGravada: 425.23,
    descuGravada: 5.05,
    seguro: 12.5,
    flete: 80.75,
    tributos: [
      {
        codigo: 'C3',
        descripcion: 'Impuesto al Valor Agregado (exportaciones) 0%',
        valor: 0,
      },
    ],
    montoTotalOperacion: 513.43,
    totalNoGravado: 30,
    totalNoOnerosas: 7.77,
    totalPagar: 543.43,
    saldoFavor: 0,
    totalLetras: 'QUINIENTOS CUARENTA Y TRES 43/100 DÓLARES',
    condicionOperacion: 1,
    pagos: [
      { codigo: '05', montoPago: 543.43, referencia: 'TRF-0001', plazo: null, periodo: null },
    ],
    codIncoterms: '11',
    descIncoterms: 'CIF- Costo seguro y flete',
    numPagoElectronico: 'NPE-0123456789',
    observaciones: 'Embarque en contenedor de 20 pies.',
  },
  apendice: FACTURA_LLENA.apendice,
}

export const EXPORTACION_DE_SERVICIOS: PlainDocumento = {
  ...EXPORTACION_LLENA,
  documentoRelacionado: null,
  emisor: {
    ...EXPORTACION_LLENA.emisor,
    telefono: null,
    tipoItemExpor: 2,
    recintoFiscal: null,
    tipoRegimen: null,
    regimen: null,
  },
  otrosDocumentos: null,
  compraTercero: null,
  cuerpoDocumento: [lineaExportacion(1, { uniMedida: 99, codigo: null })],
  resumen: {
    ...EXPORTACION_LLENA.resumen,
    seguro: 0,
    flete: null,
    codIncoterms: null,
    descIncoterms: null,
    numPagoElectronico: null,
    observaciones: null,
  },
  apendice: null,
}
