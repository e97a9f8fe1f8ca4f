/** 07, Comprobante de retención, version 2: the issuer retains from the receptor, its supplier. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const emisor = n.objeto({
  ...shared.emisorMembers,
  ...shared.puntoDeVenta,
  nombreComercial: shared.nombreComercial,
  nrc: n.orNull(n.texto(2, 8)),
  telefono: n.orNull(n.texto(8, 30)),
})

const receptor = n.objeto({
  tipoDocumento: n.texto(),
  numDocumento: n.texto(1, 20),
  nrc: n.orNull(n.texto(2, 8)),
  nombre: n.texto(1, 250),
  codActividad: n.texto(),
  descActividad: n.texto(5, 150),
  nombreComercial: shared.nombreComercial,
  direccion: shared.direccion,
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(6, 100)),
})

/** The four that name the supplier's document may be null in the published structure. */
const linea = n.objeto({
  numItem: n.entero(1, 500),
  tipoDte: n.orNull(n.texto()),
  tipoGeneracion: n.orNull(n.entero()),
  numeroDocumento: n.orNull(n.texto()),
  fechaEmision: n.orNull(n.fecha),
  montoSujetoGrav: n.positivo2,
  codigoRetencionMH: n.texto(),
  ivaRetenido: n.positivo2,
  descripcion: n.orNull(n.texto(1, 1500)),
})

export const retencionV2 = n.objeto({
  identificacion: n.objeto({
    ...shared.identificacionDe('07', 2),
    fusion: n.orNull(n.texto()),
  }),
  emisor,
  receptor,
  cuerpoDocumento: n.lista(linea, 1, 500),
  resumen: n.objeto({
    totalSujetoRetencion: n.positivo2,
    totalIva: n.monto2,
    totalIvaRetenido: n.positivo2,
    totalLetras: n.orNull(n.texto(1, 200)),
    observaciones: n.orNull(n.texto(1, 3000)),
  }),
  apendice: shared.apendice(1, 1, 1),
})
