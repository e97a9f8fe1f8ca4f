/** 01, Factura, version 2: prices include the IVA, the receptor may be unknown. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const receptor = n.objeto({
  tipoDocumento: n.orNull(n.texto()),
  numDocumento: n.orNull(n.texto(1, 20)),
  nrc: n.orNull(n.texto(2, 8)),
  nombre: n.orNull(n.texto(1, 250)),
  codActividad: n.orNull(n.texto(5, 6)),
  descActividad: n.orNull(n.texto(5, 150)),
  direccion: n.orNull(shared.direccion),
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(6, 100)),
})

export const facturaV2 = n.objeto({
  identificacion: shared.identificacion('01', 2),
  documentoRelacionado: shared.documentoRelacionado,
  emisor: shared.emisor,
  receptor: n.orNull(receptor),
  otrosDocumentos: shared.otrosDocumentos(n.orNull(n.entre(1, 6))),
  ventaTercero: shared.ventaTercero,
  cuerpoDocumento: n.lista(
    n.objeto({ ...shared.linea, precioUni: n.precioLibre, ivaItem: n.monto8 }),
    1,
    2000,
  ),
  resumen: n.objeto({
    ...shared.resumen,
    totalLetras: n.orNull(n.texto(1, 200)),
    totalIva: n.monto2,
  }),
  apendice: shared.apendice(0, 0, 0),
})
