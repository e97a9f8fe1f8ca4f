/** Events with something in every member. */
import type { PlainInvalidacion, PlainOperaciones, PlainRetorno } from '../src/evento.ts'

const CODIGO = '5E4D3C2B-1A09-4F8E-9D7C-6B5A49382716'
export const DTE = 'A1B2C3D4-E5F6-4A7B-8C9D-0E1F2A3B4C5D'
export const SELLO_DTE = '2026FEDCBA98765432100123456789ABCDEF0123'

const identificacion = {
  ambiente: '01',
  codigoGeneracion: CODIGO,
  fecEmi: '2026-10-20',
  horEmi: '11:12:13',
  fusion: null,
}

const emisor = {
  nit: '06142803901121',
  nombre: 'FERRETERÍA EL CLAVO, S.A. DE C.V.',
  codEstableMH: 'S002',
  codPuntoVentaMH: 'P003',
}

export const INVALIDACION: PlainInvalidacion = {
  identificacion: { ...identificacion, version: 3 },
  emisor: { ...emisor, telefono: '22334455', correo: 'ventas@example.com' },
  documento: {
    tipoDte: '03',
    codigoGeneracion: DTE,
    selloRecibido: SELLO_DTE,
    numeroControl: 'DTE-03-S002P003-000000000000321',
    fecEmi: '2026-10-05',
    codigoGeneracionR: 'FFFFFFFF-1111-4222-8333-444444444444',
    tipoDocumento: '36',
    numDocumento: '06140506071028',
    nombre: 'COMPRADORA DE MUESTRA, S.A.',
    telefono: '22998877',
    correo: 'compras@example.com',
  },
  motivo: {
    tipoAnulacion: 3,
    motivoAnulacion: 'Se entregó otro producto',
    nombreResponsable: 'RESPONSABLE DE MUESTRA',
    tipDocResponsable: '13',
    numDocResponsable: '034567891',
    nombreSolicita: 'SOLICITANTE DE MUESTRA',
    tipDocSolicita: '37',
    numDocSolicita: 'X-0042',
  },
}

/** Of an anonymous sale, without replacement. */
export const RESCISION: PlainInvalidacion = {
  ...INVALIDACION,
  documento: {
    ...INVALIDACION.documento,
    tipoDte: '18',
    numeroControl: null,
    codigoGeneracionR: null,
    tipoDocumento: null,
    numDocumento: null,
    nombre: null,
    telefono: null,
    correo: null,
  },
  motivo: { ...INVALIDACION.motivo, tipoAnulacion: 2, motivoAnulacion: null },
}

const linea = {
  numItem: 1,
  codigoGeneracion: DTE,
  cantidad: 1.25,
  uniMedida: 59,
  codigo: 'TRN-9',
  descripcion: 'Tornillo galvanizado',
  precioUni: 8.13,
  montoDescu: 0.17,
  noGravado: 0,
  ventaNoSuj: 0,
  ventaExenta: 0,
  ventaGravada: 9.9925,
  ivaRete: 0.09,
  compra: 0,
  seguro: 0.37,
  flete: 1.41,
  reteRenta: 0.99,
}

const RETORNO: PlainRetorno = {
  identificacion: {
    ...identificacion,
    version: 1,
    tipoModelo: 1,
    tipoOperacion: 1,
    tipoContingencia: null,
    motivoContin: null,
  },
  documentoRelacionado: [
    { tipoDocumento: '01', codigoGeneracion: DTE, fechaEmision: '2026-10-05' },
  ],
  emisor: {
    ...emisor,
    recintoFiscal: null,
    tipoRegimen: null,
    regimen: null,
    tipoItemExpor: null,
  },
  documento: {
    tipoDocumento: '13',
    numDocumento: '034567891',
    nombre: 'CLIENTE DE MUESTRA',
    codPais: null,
    nombrePais: null,
    telefono: '70001122',
    correo: 'cliente@example.com',
  },
  ventaTercero: { nit: '06141212850017', nombre: 'TERCERO DE MUESTRA', codDomiciliado: 1 },
  compraTercero: null,
  cuerpoDocumento: [
    linea,
    { ...linea, numItem: 2, uniMedida: 99, noGravado: 2.22, ventaGravada: 0, montoDescu: 0 },
  ],
  resumen: {
    totalNoSuj: 0,
    totalExenta: 0,
    totalGravada: 9.99,
    totalCompraExcluidos: 0,
    subTotalVentas: 9.99,
    tributos: [{ codigo: '59', descripcion: 'Turismo: por alojamiento (5%)', valor: 0.44 }],
    totalSeguro: 0.37,
    totalFlete: 1.41,
    montoTotalOperacion: 10.43,
    ivaRete: 0.09,
    reteRenta: 0.99,
    totalNoGravado: 2.22,
    totalPagar: 12.56,
    totalLetras: 'DOCE 56/100 DOLARES',
    saldoFavor: 0,
  },
  apendice: [{ campo: 'caso', etiqueta: 'Caso', valor: 'R-77' }],
}

export const RETORNOS: Readonly<Record<string, PlainRetorno>> = {
  '01': RETORNO,
  '11': {
    ...RETORNO,
    documentoRelacionado: [
      { tipoDocumento: '11', codigoGeneracion: DTE, fechaEmision: '2026-10-05' },
    ],
    emisor: {
      ...emisor,
      recintoFiscal: '02',
      tipoRegimen: 'EX-1',
      regimen: '1000.000',
      tipoItemExpor: 1,
    },
    documento: {
      tipoDocumento: '37',
      numDocumento: '00-12345-X',
      nombre: 'SAMPLE BUYER INC.',
      codPais: 'US',
      nombrePais: 'Estados Unidos',
      telefono: null,
      correo: null,
    },
  },
  '14': {
    ...RETORNO,
    documentoRelacionado: [
      { tipoDocumento: '14', codigoGeneracion: DTE, fechaEmision: '2026-10-05' },
    ],
    ventaTercero: null,
    cuerpoDocumento: [{ ...linea, ventaGravada: 0, compra: 9.9925 }],
    resumen: { ...RETORNO.resumen, totalGravada: 0, totalCompraExcluidos: 9.99, tributos: null },
  },
}

/** An anonymous buyer. */
export const RETORNO_ANONIMO: PlainRetorno = { ...RETORNO, documento: null, ventaTercero: null }

const VOUCHERS = {
  ...{ codigoGeneracionRef: null, tipoDocumento: '02', numDocumento: null, fechaEmision: null },
  ...{ ventaNoSuj: 0, ventaExenta: 0, ventaGravada: 0 },
}

/** Simplified invoices by range, taxed and exempt, and one voucher of internal control. */
export const OPERACIONES: PlainOperaciones = {
  identificacion: {
    ...{ ambiente: '01', codigoGeneracion: CODIGO, fecEmi: '2026-10-20', horEmi: '11:12:13' },
    ...{ version: 1, tipoModelo: 1, tipoOperacion: 1 },
  },
  emisor: { nit: emisor.nit, nombre: emisor.nombre },
  cuerpoDocumento: [
    {
      ...VOUCHERS,
      ...{ numItem: 1, cantidad: 37, descripcion: 'Facturas de venta simplificadas' },
      ...{ docDel: 'A-1201', docAl: 'A-1237', precioUni: 4.86486486, ventaGravada: 179.99999982 },
    },
    {
      ...VOUCHERS,
      ...{ numItem: 2, cantidad: 3, descripcion: 'Ventas exentas de la feria' },
      ...{ docDel: 'A-1238', docAl: 'A-1240', precioUni: 2.5, ventaExenta: 7.5 },
    },
    {
      ...VOUCHERS,
      ...{
        numItem: 3,
        cantidad: 1,
        descripcion: 'Comprobante de control interno',
        tipoDocumento: '97',
      },
      ...{ numDocumento: 'CI-77', fechaEmision: '2026-09-28', docDel: null, docAl: null },
      ...{ precioUni: 3.25, ventaNoSuj: 3.25 },
    },
  ],
  resumen: {
    ...{ totalNoSuj: 3.25, totalExenta: 7.5, totalGravada: 180, subTotal: 190.75 },
    tributos: [{ codigo: '20', descripcion: 'Impuesto al Valor Agregado 13 %', valor: 23.4 }],
    ...{ total: 214.15, totalLetras: 'DOSCIENTOS CATORCE 15/100 DOLARES' },
  },
  apendice: [{ campo: 'lote', etiqueta: 'Lote', valor: 'L-9' }],
}

/** What voids paper of two events. */
export const ANULACION: PlainOperaciones = {
  ...OPERACIONES,
  cuerpoDocumento: OPERACIONES.cuerpoDocumento.map((one, i) => ({
    ...one,
    codigoGeneracionRef: i === 1 ? 'FFFFFFFF-1111-4222-8333-444444444444' : DTE,
  })),
}
