/** 08, Comprobante de liquidación, version 2: what the issuer sold for the receptor. No contingency. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const {
  tipoContingencia: _,
  motivoContin: __,
  ...identificacion
} = shared.identificacionDe('08', 2)

const comisionista = n.objeto({
  ...shared.emisorMembers,
  ...shared.puntoDeVenta,
  nrc: n.orNull(n.texto(2, 8)),
  nombreComercial: n.orNull(n.texto(2, 150)),
  telefono: n.orNull(n.texto(8, 30)),
})

const mandante = n.objeto({
  tipoDocumento: n.texto(),
  numDocumento: n.texto(1, 20),
  codDomiciliado: n.entero(),
  nrc: n.orNull(n.texto(2, 8)),
  nombre: n.texto(1, 250),
  codActividad: n.texto(5, 6),
  descActividad: n.texto(5, 150),
  nombreComercial: shared.nombreComercial,
  direccion: shared.direccion,
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(6, 100)),
})

/** Amounts of either sign: what takes back is negative. */
const linea = n.objeto({
  numItem: n.entero(1, 500),
  tipoDte: n.texto(),
  tipoGeneracion: n.entero(),
  numeroDocumento: n.texto(1, 36),
  fechaEmision: n.fecha,
  ventaNoSuj: n.cargo8,
  ventaExenta: n.cargo8,
  ventaGravada: n.cargo8,
  exportaciones: n.cargo8,
  tributos: n.orNull(n.distintos(n.lista(n.texto(2, 2)))),
  ivaItem: n.cargo8,
  observaciones: n.orNull(n.texto(1, 1000)),
})

const tributo = n.objeto({
  codigo: n.texto(2, 2),
  descripcion: n.texto(1, 300),
  valor: n.cargo2,
})

export const liquidacionV2 = n.objeto({
  identificacion: n.objeto({
    ...identificacion,
    tipoModelo: n.entero(1, 1),
    tipoOperacion: n.entero(1, 1),
    fusion: n.orNull(n.texto(9, 14, /^(?:\d{14}|\d{9})$/)),
  }),
  emisor: comisionista,
  receptor: mandante,
  cuerpoDocumento: n.lista(linea, 1, 500),
  resumen: n.objeto({
    totalNoSuj: n.cargo2,
    totalExenta: n.cargo2,
    totalGravada: n.cargo2,
    exportacion: n.cargo2,
    subTotalVentas: n.cargo2,
    tributos: n.orNull(n.distintos(n.lista(tributo))),
    montoTotalOperacion: n.cargo2,
    ivaPerci: n.cargo2,
    total: n.monto2,
    totalLetras: n.orNull(n.texto(1, 200)),
    condicionOperacion: n.cualquierNumero,
    observaciones: n.orNull(n.texto(1, 3000)),
  }),
  apendice: shared.apendice(1, 1, 1),
})

export type Liquidacion = n.Infer<typeof liquidacionV2>
