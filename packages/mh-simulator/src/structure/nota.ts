/** What Nota de crédito (05) and Nota de débito (06) share: both adjust sealed documents. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const emisor = n.objeto({
  ...shared.emisorMembers,
  nrc: n.orNull(n.texto(2, 8)),
  correo: n.texto(1, 100),
  nombreComercial: shared.nombreComercial,
})

export const receptor = {
  tipoDocumento: n.texto(),
  numDocumento: n.texto(1, 20),
  nrc: n.orNull(n.texto(2, 8)),
  nombre: n.texto(1, 250),
  codActividad: n.texto(5, 6),
  descActividad: n.texto(5, 150),
  nombreComercial: shared.nombreComercial,
  direccion: shared.direccion,
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(1, 100)),
} as const

/** No payments and no global discounts: the lines already include the origin's discounts. */
export const resumen = {
  ...shared.totalesVenta,
  ...shared.totales,
  tributos: shared.tributosResumen,
  ivaPerci: n.monto2,
  totalIva: n.monto2,
  ivaRete: n.monto2,
  totalLetras: n.orNull(n.texto(8, 200)),
  codigoRetencionMH: n.orNull(n.texto(0, 2)),
} as const

const linea = n.objeto({
  ...shared.lineaVenta,
  ...shared.ventasInternas,
  numeroDocumento: n.texto(1, 36),
  ivaPerci: n.monto8,
  totalIva: n.monto8,
  ivaRete: n.monto8,
})

/** The sections that are the same in both. */
export const secciones = {
  documentoRelacionado: shared.relacionados,
  emisor,
  ventaTercero: shared.ventaTercero,
  cuerpoDocumento: n.lista(linea, 1, 2000),
  apendice: shared.apendice(2, 3, 1),
} as const
