/** 03, Comprobante de crédito fiscal, version 4: prices without IVA, the receptor is a taxpayer. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const receptor = n.objeto({
  nit: n.texto(),
  nrc: n.orNull(n.texto(2, 8)),
  nombre: n.texto(1, 250),
  codActividad: n.texto(5, 6),
  descActividad: n.texto(5, 150),
  nombreComercial: n.orNull(n.texto(1, 150)),
  direccion: shared.direccion,
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(1, 100)),
})

export const creditoFiscalV4 = n.objeto({
  identificacion: shared.identificacion('03', 4),
  documentoRelacionado: shared.documentoRelacionado,
  emisor: shared.emisor,
  receptor,
  otrosDocumentos: shared.otrosDocumentos(n.entre(1, 6)),
  ventaTercero: shared.ventaTercero,
  cuerpoDocumento: n.lista(n.objeto(shared.linea), 1, 2000),
  resumen: n.objeto({
    ...shared.resumen,
    totalLetras: n.orNull(n.texto(8, 200)),
    ivaPerci: n.monto2,
  }),
  apendice: shared.apendice(0, 0, 0),
})
