/** Documents that never were, for the tests: every member filled, or as little as a document may hold. */
import type { Linea, PlainDocumento, Printable } from '../src/documento.ts'

export const SELLO = '2026A1B2C3D4E5F60718293A4B5C6D7E8F9012AB'

const DIRECCION = {
  departamento: '06',
  municipio: '23',
  distrito: '14',
  complemento: 'Avenida de los Ñandúes 45, edificio Güija',
}

export function linea(numItem: number, changes: Partial<Linea> = {}): Linea {
  return {
    numItem,
    cantidad: 3,
    uniMedida: 59,
    codigo: `SKU-${numItem}`,
    descripcion: `Artículo de prueba número ${numItem}`,
    precioUni: 11.3,
    montoDescu: 0,
    noGravado: 0,
    ventaNoSuj: 0,
    ventaExenta: 0,
    ventaGravada: 33.9,
    ...changes,
  }
}

/** A 01 with nothing but what it needs: nobody as receiver, one line. */
export const FACTURA_MINIMA: PlainDocumento = {
  identificacion: {
    version: 2,
    ambiente: '01',
    tipoDte: '01',
    numeroControl: 'DTE-01-M001P001-000000000000007',
    codigoGeneracion: '0F3A6C91-7B2D-4E58-A1C4-5D6E7F809123',
    tipoModelo: 1,
    tipoOperacion: 1,
    tipoContingencia: null,
    motivoContin: null,
    fecEmi: '2027-01-15',
    horEmi: '14:05:09',
  },
  documentoRelacionado: null,
  emisor: {
    nit: '06142803901121',
    nrc: '2345678',
    nombre: 'Distribuidora Ficticia del Pacífico, S.A. de C.V.',
    codActividad: '47190',
    descActividad: 'Venta al por menor en comercios no especializados',
    nombreComercial: null,
    direccion: DIRECCION,
    telefono: '22001234',
    correo: 'ventas@distribuidora.example.com',
    codEstable: 'M001',
    codPuntoVenta: 'P001',
  },
  receptor: null,
  otrosDocumentos: null,
  ventaTercero: null,
  cuerpoDocumento: [linea(1)],
  resumen: {
    totalNoSuj: 0,
    totalExenta: 0,
    totalGravada: 33.9,
    subTotalVentas: 33.9,
    descuNoSuj: 0,
    descuExenta: 0,
    descuGravada: 0,
    tributos: null,
    subTotal: 33.9,
    ivaRete: 0,
    montoTotalOperacion: 33.9,
    totalNoGravado: 0,
    totalPagar: 33.9,
    saldoFavor: 0,
    totalLetras: 'TREINTA Y TRES 90/100 DÓLARES',
    condicionOperacion: 1,
    pagos: [{ codigo: '01', montoPago: 33.9, referencia: null, plazo: null, periodo: null }],
    numPagoElectronico: null,
    observaciones: null,
  },
  apendice: null,
}

/** What 01 and 03 have alike when nothing is left empty. */
const LLENO = {
  documentoRelacionado: [
    {
      tipoDocumento: '04',
      tipoGeneracion: 2,
      numeroDocumento: '7A1B9C3D-1234-4ABC-9DEF-0123456789AB',
      fechaEmision: '2026-12-28',
    },
    {
      tipoDocumento: '04',
      tipoGeneracion: 1,
      numeroDocumento: '000123',
      fechaEmision: '2026-12-29',
    },
  ],
  otrosDocumentos: [
    {
      codDocAsociado: 1,
      descDocumento: 'Orden de compra 4455',
      detalleDocumento: 'Autorizada por la gerencia de compras',
      medico: null,
    },
    {
      codDocAsociado: 3,
      descDocumento: null,
      detalleDocumento: null,
      medico: {
        nombre: 'Ana María Peña',
        nit: '06140101800011',
        docIdentificacion: null,
        tipoServicio: 3,
      },
    },
  ],
  ventaTercero: { nit: '06140202900022', nombre: 'Mandante de Ejemplo, S.A.', codDomiciliado: 2 },
  cuerpoDocumento: [
    linea(1, { cantidad: 2.5, precioUni: 0.12345678, montoDescu: 1.25, uniMedida: 34 }),
    linea(2, { ventaGravada: 0, ventaExenta: 1234.5, codigo: null }),
    linea(3, { ventaGravada: 0, ventaNoSuj: 7654.321 }),
    linea(4, { ventaGravada: 0, noGravado: -20, precioUni: 0, uniMedida: 99 }),
  ],
  apendice: [
    { campo: 'vendedor', etiqueta: 'Atendido por', valor: 'José Ñáñez' },
    { campo: 'oc', etiqueta: 'Orden de compra', valor: 'OC-2027-00045' },
  ],
} as const

const RESUMEN_LLENO = {
  ...FACTURA_MINIMA.resumen,
  totalNoSuj: 7654.32,
  totalExenta: 1234.5,
  totalGravada: 88.81,
  subTotalVentas: 8977.63,
  descuNoSuj: 1.01,
  descuExenta: 2.02,
  descuGravada: 3.03,
  tributos: [
    { codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 11.15 },
    { codigo: 'D1', descripcion: 'FOVIAL ($0.20 Ctvs. por galón)', valor: 12.4 },
    { codigo: '31', descripcion: 'Un tributo que solo informa', valor: 98.76 },
  ],
  subTotal: 8971.57,
  ivaRete: 6.98,
  montoTotalOperacion: 8995.12,
  totalNoGravado: -20.5,
  totalPagar: 8967.64,
  saldoFavor: -4.44,
  totalLetras: 'OCHO MIL NOVECIENTOS SESENTA Y SIETE 64/100 DÓLARES',
  condicionOperacion: 2,
  pagos: [
    { codigo: '05', montoPago: 967.64, referencia: 'TRX-99812', plazo: null, periodo: null },
    { codigo: '13', montoPago: 8000, referencia: null, plazo: '01', periodo: 30 },
  ],
  numPagoElectronico: 'NPE-0123456789',
  observaciones: 'Entregar en la bodega 3.\nLlamar antes al 2211-1111.',
} as const

const RECEPTOR_LLENO = {
  nrc: '7654321',
  nombre: 'Compradora Ficticia de Oriente, S.A. de C.V.',
  codActividad: '46900',
  descActividad: 'Venta al por mayor de otros productos',
  direccion: {
    ...DIRECCION,
    departamento: '12',
    municipio: '22',
    distrito: '16',
    complemento: 'Barrio El Centro 9',
  },
  telefono: '26611234',
  correo: 'compras@compradora.example.com',
} as const

export const FACTURA_LLENA: PlainDocumento = {
  ...FACTURA_MINIMA,
  ...LLENO,
  emisor: { ...FACTURA_MINIMA.emisor, nombreComercial: 'La Distribuidora' },
  receptor: { ...RECEPTOR_LLENO, tipoDocumento: '13', numDocumento: '012345678' },
  resumen: RESUMEN_LLENO,
}

export const CREDITO_FISCAL_LLENO: PlainDocumento = {
  ...FACTURA_LLENA,
  identificacion: {
    ...FACTURA_MINIMA.identificacion,
    version: 4,
    tipoDte: '03',
    numeroControl: 'DTE-03-M001P001-000000000000008',
  },
  receptor: { ...RECEPTOR_LLENO, nit: '12170505900033', nombreComercial: 'La Compradora' },
  resumen: { ...RESUMEN_LLENO, ivaPerci: 7.75 },
}

export function sealed(documento: PlainDocumento): Printable {
  return { documento, selloRecibido: SELLO, fhProcesamiento: '15/01/2027 14:05:11' }
}

/** The copy that is handed over while the ministry cannot be reached. */
export function enContingencia(documento: PlainDocumento): Printable {
  const identificacion = {
    ...documento.identificacion,
    tipoModelo: 2,
    tipoOperacion: 2,
    tipoContingencia: 5,
    motivoContin: 'Corte del enlace por obras',
  }
  return { documento: { ...documento, identificacion }, selloRecibido: null, fhProcesamiento: null }
}
