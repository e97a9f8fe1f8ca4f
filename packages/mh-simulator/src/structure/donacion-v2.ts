/** 15, Comprobante de donación, version 2: the issuer receives, the receptor gives. No contingency, so no members for it. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const {
  tipoContingencia: _,
  motivoContin: __,
  ...identificacion
} = shared.identificacionDe('15', 2)
const { nit: ___, nrc: ____, ...deEmisor } = shared.emisorMembers

const donatario = n.objeto({
  ...deEmisor,
  ...shared.puntoDeVenta,
  tipoDocumento: n.texto(),
  numDocumento: n.texto(9, 14),
  nrc: n.orNull(n.texto(2, 8)),
  nombreComercial: shared.nombreComercial,
})

const donante = n.objeto({
  tipoDocumento: n.texto(),
  numDocumento: n.texto(1, 20),
  nrc: n.orNull(n.texto(2, 8)),
  nombre: n.texto(1, 250),
  codActividad: n.orNull(n.texto(5, 6)),
  descActividad: n.orNull(n.texto(1, 150)),
  direccion: n.orNull(shared.direccion),
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(6, 100)),
  codDomiciliado: n.entero(),
  codPais: n.texto(),
})

const asociado = n.objeto({
  codDocAsociado: n.orNull(n.entero()),
  descDocumento: n.orNull(n.texto(3, 100)),
  detalleDocumento: n.orNull(n.texto(3, 300)),
})

/** `tipoDepreciacion` is an amount. */
const linea = n.objeto({
  numItem: n.entero(1, 2000),
  tipoDonacion: n.entero(),
  cantidad: n.cantidad,
  codigo: n.orNull(n.texto(1, 25)),
  uniMedida: n.entero(),
  descripcion: n.texto(1, 1500),
  tipoDepreciacion: n.monto8,
  valorUni: n.monto8,
  valor: n.monto8,
})

const pago = n.objeto({
  codigo: n.orNull(n.texto(0, 2)),
  montoPago: n.monto2,
  referencia: n.orNull(n.texto(0, 50)),
})

export const donacionV2 = n.objeto({
  identificacion: n.objeto({
    ...identificacion,
    // The published pattern still takes any eight characters.
    numeroControl: n.texto(31, 31, /^DTE-15-[A-Z0-9]{8}-\d{15}$/),
    tipoOperacion: n.entero(1, 1),
  }),
  emisor: donatario,
  receptor: donante,
  otrosDocumentos: n.lista(asociado, 1, 10),
  cuerpoDocumento: n.lista(linea, 1, 2000),
  resumen: n.objeto({
    valorTotal: n.monto2,
    totalLetras: n.orNull(n.texto(1, 200)),
    pagos: n.orNull(n.lista(pago, 1)),
  }),
  apendice: shared.apendice(1, 1, 1),
})

export type Donacion = n.Infer<typeof donacionV2>
