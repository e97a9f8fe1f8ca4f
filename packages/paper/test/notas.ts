/** Notes that never were: 05 and 06. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { CREDITO_FISCAL_LLENO, linea } from './fixtures.ts'

const AJUSTADO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'

export function lineaNota(numItem: number, changes: Partial<Linea> = {}): Linea {
  return linea(numItem, { numeroDocumento: AJUSTADO, ivaPerci: 0, ivaRete: 0, ...changes })
}

export const NOTA_CREDITO_LLENA: PlainDocumento = {
  identificacion: {
    ...CREDITO_FISCAL_LLENO.identificacion,
    tipoDte: '05',
    numeroControl: 'DTE-05-M001P001-000000000000009',
    fusion: '06140305880044',
  },
  documentoRelacionado: [
    {
      tipoDocumento: '03',
      tipoGeneracion: 2,
      numeroDocumento: AJUSTADO,
      fechaEmision: '2026-12-28',
    },
    {
      tipoDocumento: '03',
      tipoGeneracion: 1,
      numeroDocumento: '000123',
      fechaEmision: '2026-12-29',
    },
  ],
  emisor: { ...CREDITO_FISCAL_LLENO.emisor, codEstable: null, codPuntoVenta: null },
  receptor: {
    tipoDocumento: '36',
    numDocumento: '12170505900033',
    nrc: '7654321',
    nombre: 'Compradora Ficticia de Oriente, S.A. de C.V.',
    codActividad: '46900',
    descActividad: 'Venta al por mayor de otros productos',
    nombreComercial: 'La Compradora',
    direccion: {
      departamento: '12',
      municipio: '22',
      distrito: '16',
      complemento: 'Barrio El Centro 9',
    },
    telefono: '26611234',
    correo: 'compras@compradora.example.com',
  },
  ventaTercero: { nit: '06140202900022', nombre: 'Mandante de Ejemplo, S.A.', codDomiciliado: 2 },
  cuerpoDocumento: [
    lineaNota(1, { cantidad: 2.5, montoDescu: 1.25, ivaPerci: 0.34, uniMedida: 34 }),
    lineaNota(2, { ventaGravada: 0, ventaExenta: 1234.5, numeroDocumento: '000123', codigo: null }),
    lineaNota(3, { ventaGravada: 0, ventaNoSuj: 7654.321 }),
    lineaNota(4, { ventaGravada: 250, ivaRete: 2.5 }),
    lineaNota(5, { ventaGravada: 0, noGravado: -20, precioUni: 0, uniMedida: 99 }),
  ],
  resumen: {
    totalNoSuj: 7654.32,
    totalExenta: 1234.5,
    totalGravada: 283.9,
    subTotalVentas: 9172.72,
    tributos: [
      { codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 36.91 },
      { codigo: '31', descripcion: 'Un tributo que solo informa', valor: 98.76 },
    ],
    montoTotalOperacion: 9209.63,
    ivaPerci: 0.34,
    totalIva: 0,
    ivaRete: 2.5,
    totalNoGravado: -20,
    totalPagar: 9187.47,
    totalLetras: 'NUEVE MIL CIENTO OCHENTA Y SIETE 47/100 DÓLARES',
    condicionOperacion: 1,
    observaciones: 'Devolución parcial.\nLa mercadería volvió a la bodega 3.',
    codigoRetencionMH: '22',
  },
  apendice: CREDITO_FISCAL_LLENO.apendice,
}

export const NOTA_DEBITO_LLENA: PlainDocumento = {
  ...NOTA_CREDITO_LLENA,
  identificacion: {
    ...NOTA_CREDITO_LLENA.identificacion,
    tipoDte: '06',
    numeroControl: 'DTE-06-M001P001-000000000000010',
  },
  resumen: { ...NOTA_CREDITO_LLENA.resumen, numPagoElectronico: 'NPE-0123456789' },
}

/** Its lines adjust these documents in turn. */
export function notaOver(origins: number, lines: number): PlainDocumento {
  const documentoRelacionado = Array.from({ length: origins }, (_, n) => ({
    tipoDocumento: '03',
    tipoGeneracion: 2,
    numeroDocumento: `7A1B9C3D-1234-4ABC-9DEF-${String(n + 1).padStart(12, '0')}`,
    fechaEmision: '2026-12-28',
  }))
  const cuerpoDocumento = Array.from({ length: lines }, (_, n) =>
    lineaNota(n + 1, {
      numeroDocumento: documentoRelacionado[n % origins]?.numeroDocumento ?? null,
    }),
  )
  return { ...NOTA_CREDITO_LLENA, documentoRelacionado, cuerpoDocumento }
}

/** A note on a retention voucher (07), whose only amount is its IVA. */
export const NOTA_DE_RETENCION: PlainDocumento = {
  ...NOTA_CREDITO_LLENA,
  ventaTercero: null,
  documentoRelacionado: [
    {
      tipoDocumento: '07',
      tipoGeneracion: 2,
      numeroDocumento: AJUSTADO,
      fechaEmision: '2026-12-28',
    },
  ],
  cuerpoDocumento: [
    lineaNota(1, { cantidad: 1, precioUni: 0, ventaGravada: 0, ivaRete: 13.05, totalIva: 13.05 }),
  ],
  resumen: {
    ...NOTA_CREDITO_LLENA.resumen,
    totalNoSuj: 0,
    totalExenta: 0,
    totalGravada: 0,
    subTotalVentas: 0,
    tributos: null,
    montoTotalOperacion: 0,
    ivaPerci: 0,
    totalIva: 13.05,
    ivaRete: 13.05,
    totalNoGravado: 0,
    totalPagar: 0,
    totalLetras: 'CERO 00/100 DÓLARES',
    observaciones: null,
  },
  apendice: null,
}
