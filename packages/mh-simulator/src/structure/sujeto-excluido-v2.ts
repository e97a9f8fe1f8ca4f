/** 14, Factura de sujeto excluido, version 2: the issuer buys, the receptor is the seller. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const emisor = n.objeto({
  ...shared.emisorMembers,
  ...shared.puntoDeVenta,
  nrc: n.orNull(n.texto(2, 8)),
})

const receptor = n.objeto({
  tipoDocumento: n.texto(),
  numDocumento: n.texto(1, 20),
  nombre: n.texto(1, 250),
  codActividad: n.orNull(n.texto()),
  descActividad: n.orNull(n.texto(5, 150)),
  direccion: shared.direccion,
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(6, 100)),
})

const linea = n.objeto({ ...shared.lineaMembers, uniMedida: n.entero(1), compra: n.monto8 })

const resumen = n.objeto({
  totalCompra: n.monto2,
  descu: n.monto2,
  totalDescu: n.monto2,
  subTotal: n.monto2,
  reteRenta: n.monto2,
  totalPagar: n.monto2,
  totalLetras: n.orNull(n.texto(1, 200)),
  condicionOperacion: n.cualquierNumero,
  pagos: shared.pagos(n.cualquierNumero),
  observaciones: n.orNull(n.texto(1, 3000)),
})

export const sujetoExcluidoV2 = n.objeto({
  identificacion: shared.identificacion('14', 2),
  emisor,
  receptor,
  cuerpoDocumento: n.lista(linea, 1, 2000),
  resumen,
  apendice: shared.apendice(0, 0, 0),
})
