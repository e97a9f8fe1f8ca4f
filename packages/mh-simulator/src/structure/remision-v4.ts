/** 04, Nota de remisión, version 4: goods on their way, prices without IVA, no payment. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

/** Unlike the issuer's, two characters for department and municipality. */
const direccion = n.objeto({
  departamento: n.texto(2, 2),
  municipio: n.texto(2, 2),
  distrito: n.texto(),
  complemento: n.texto(1, 200),
})

const receptor = n.objeto({
  tipoDocumento: n.texto(),
  numDocumento: n.texto(1, 20),
  nrc: n.orNull(n.texto(2, 8)),
  nombre: n.texto(1, 250),
  codActividad: n.texto(),
  descActividad: n.texto(5, 150),
  nombreComercial: shared.nombreComercial,
  direccion: n.orNull(direccion),
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(6, 100)),
  bienTitulo: n.texto(0, 2),
})

const { noGravado: _, ...lineaSinCargo } = shared.lineaVenta

export const remisionV4 = n.objeto({
  identificacion: shared.identificacion('04', 4),
  documentoRelacionado: shared.documentoRelacionado,
  emisor: shared.emisor,
  receptor,
  ventaTercero: shared.ventaTercero,
  cuerpoDocumento: n.lista(n.objeto({ ...lineaSinCargo, ...shared.ventasInternas }), 1, 2000),
  resumen: n.objeto({
    ...shared.totalesVenta,
    ...shared.descuentoGravada,
    descuNoSuj: n.monto2,
    descuExenta: n.monto2,
    totalDescu: n.monto2,
    tributos: shared.tributosResumen,
    subTotal: n.monto2,
    montoTotalOperacion: n.monto2,
    totalLetras: n.orNull(n.texto(1, 200)),
    observaciones: n.orNull(n.texto(0, 3000)),
  }),
  apendice: shared.apendice(0, 0, 0),
})

export type Remision = n.Infer<typeof remisionV4>
