/** Documents of the tests, written by hand: their sums were computed on paper, not by this package. */
import { randomUUID } from 'node:crypto'

// biome-ignore lint/suspicious/noExplicitAny: a test changes any member of a document to any value
export type Draft = any

export const NIT = '06142803901121'
/** The instant at which the ministry of the tests stands: 5 October 2026, 10:20 in El Salvador. */
export const NOW = '2026-10-05T16:20:00.000Z'

let serial = 0

export const direccion = () => ({
  departamento: '06',
  municipio: '23',
  distrito: '14',
  complemento: 'Avenida Inventada 45',
})

export function identificacion(tipoDte: string, version: number): Draft {
  serial += 1
  return {
    version,
    ambiente: '00',
    tipoDte,
    numeroControl: `DTE-${tipoDte}-M001P001-${String(serial).padStart(15, '0')}`,
    codigoGeneracion: randomUUID().toUpperCase(),
    tipoModelo: 1,
    tipoOperacion: 1,
    tipoContingencia: null,
    motivoContin: null,
    fecEmi: '2026-10-05',
    horEmi: '10:15:00',
    tipoMoneda: 'USD',
  }
}

export const emisor = () => ({
  nit: NIT,
  nrc: '2345678',
  nombre: 'TIENDA DE LOS ENSAYOS, S.A. DE C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor de otros productos',
  nombreComercial: null,
  direccion: direccion(),
  telefono: '22334455',
  correo: 'ventas@example.com',
  codEstable: 'M001',
  codPuntoVenta: 'P001',
})

/** A line that sells nothing yet. */
export function linea(numItem: number, members: Draft): Draft {
  return {
    numItem,
    tipoItem: 1,
    numeroDocumento: null,
    cantidad: 1,
    codigo: null,
    codTributo: null,
    uniMedida: 59,
    descripcion: 'Cosa',
    precioUni: 0,
    montoDescu: 0,
    ventaNoSuj: 0,
    ventaExenta: 0,
    ventaGravada: 0,
    tributos: null,
    psv: 0,
    noGravado: 0,
    ...members,
  }
}

export const cargo = (numItem: number, noGravado: number, members: Draft = {}): Draft =>
  linea(numItem, { uniMedida: 99, noGravado, ...members })

export const pago = (montoPago: number) => ({
  codigo: '01',
  montoPago,
  referencia: null,
  plazo: null,
  periodo: null,
})

const resumen = (members: Draft): Draft => ({
  totalNoSuj: 0,
  totalExenta: 0,
  descuNoSuj: 0,
  descuExenta: 0,
  descuGravada: 0,
  porcentajeDescuento: 0,
  totalDescu: 0,
  tributos: null,
  ivaRete: 0,
  totalNoGravado: 0,
  totalLetras: 'LOS QUE SEAN 00/100',
  saldoFavor: 0,
  condicionOperacion: 1,
  numPagoElectronico: null,
  observaciones: null,
  ...members,
})

/** 3 x 7.35 - 1.05 taxed, 4.20 exempt, 2.10 not subject, 0.75 charged outside the base. */
export function factura(): Draft {
  return {
    identificacion: identificacion('01', 2),
    documentoRelacionado: null,
    emisor: emisor(),
    receptor: {
      tipoDocumento: '13',
      numDocumento: '034567891',
      nrc: null,
      nombre: 'PERSONA INVENTADA',
      codActividad: null,
      descActividad: null,
      direccion: direccion(),
      telefono: null,
      correo: 'persona@example.com',
    },
    otrosDocumentos: null,
    ventaTercero: null,
    cuerpoDocumento: [
      linea(1, {
        cantidad: 3,
        precioUni: 7.35,
        montoDescu: 1.05,
        ventaGravada: 21,
        ivaItem: 2.4159292,
      }),
      linea(2, { precioUni: 4.2, ventaExenta: 4.2, ivaItem: 0 }),
      linea(3, { precioUni: 2.1, ventaNoSuj: 2.1, ivaItem: 0 }),
      cargo(4, 0.75, { ivaItem: 0 }),
    ],
    resumen: resumen({
      totalNoSuj: 2.1,
      totalExenta: 4.2,
      totalGravada: 21,
      subTotalVentas: 27.3,
      totalDescu: 1.05,
      subTotal: 27.3,
      montoTotalOperacion: 27.3,
      totalNoGravado: 0.75,
      totalPagar: 28.05,
      totalIva: 2.42,
      pagos: [pago(28.05)],
    }),
    apendice: null,
  }
}

/** 8 x 31.25 taxed with 20.00 of global discount, 1 % withheld, a credit of 3.00: on 45 days. */
export function creditoFiscal(): Draft {
  return {
    identificacion: identificacion('03', 4),
    documentoRelacionado: null,
    emisor: emisor(),
    receptor: {
      nit: '06140506071028',
      nrc: '998877',
      nombre: 'COMPRADORA INVENTADA, S.A.',
      codActividad: '46900',
      descActividad: 'Venta al por mayor',
      nombreComercial: null,
      direccion: direccion(),
      telefono: '22998877',
      correo: 'compras@example.com',
    },
    otrosDocumentos: null,
    ventaTercero: null,
    cuerpoDocumento: [
      linea(1, { cantidad: 8, precioUni: 31.25, ventaGravada: 250, tributos: ['20'] }),
      cargo(2, -3),
    ],
    resumen: resumen({
      totalGravada: 250,
      subTotalVentas: 250,
      descuGravada: 20,
      porcentajeDescuento: 8,
      totalDescu: 20,
      tributos: [{ codigo: '20', descripcion: 'IVA', valor: 29.9 }],
      subTotal: 230,
      ivaPerci: 0,
      ivaRete: 2.3,
      montoTotalOperacion: 259.9,
      totalNoGravado: -3,
      totalPagar: 254.6,
      condicionOperacion: 2,
      pagos: [{ ...pago(254.6), codigo: '13', plazo: '01', periodo: 45 }],
    }),
    apendice: null,
  }
}

/** The same document as another one: a fresh code and a fresh number. */
export function renewed(documento: Draft): Draft {
  const { tipoDte, version } = documento.identificacion
  const { codigoGeneracion, numeroControl } = identificacion(tipoDte, version)
  return {
    ...documento,
    identificacion: { ...documento.identificacion, codigoGeneracion, numeroControl },
  }
}

/** A deep copy with one member changed: `set(doc, 'resumen.pagos.0.codigo', '77')`. */
export function set(documento: Draft, path: string, value: unknown): Draft {
  const copy = structuredClone(documento)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const holder = steps.reduce((at, step) => at[step], copy)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

export function get(documento: Draft, path: string): Draft {
  return path.split('.').reduce((at, step) => at[step], documento)
}
