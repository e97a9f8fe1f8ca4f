/** Parts that the structures of 01 and 03 have in common. */
import * as n from './nodes.ts'

export const direccion = n.objeto({
  departamento: n.texto(),
  municipio: n.texto(),
  distrito: n.texto(),
  complemento: n.texto(1, 200),
})

export function identificacion(tipoDte: string, version: number) {
  return n.objeto({
    version: n.entero(version, version),
    ambiente: n.unoDe('00', '01'),
    tipoDte: n.unoDe(tipoDte),
    numeroControl: n.texto(31, 31, new RegExp(`^DTE-${tipoDte}-[MBSP]\\d{3}P\\d{3}-\\d{15}$`)),
    codigoGeneracion: n.texto(36, 36, /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/),
    // 1 or 2 and nothing between; only tipoOperacion is called an integer.
    tipoModelo: n.entero(1, 2),
    tipoOperacion: n.entero(1, 2),
    tipoContingencia: n.orNull(n.entero(1, 5)),
    motivoContin: n.orNull(n.texto(1, 500)),
    fecEmi: n.fecha,
    // A one-digit second passes: the ministry's own pattern lets it through.
    horEmi: n.texto(0, 8, /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d?$/),
    tipoMoneda: n.unoDe('USD'),
  })
}

export const documentoRelacionado = n.orNull(
  n.lista(
    n.objeto({
      tipoDocumento: n.texto(),
      tipoGeneracion: n.entero(),
      numeroDocumento: n.texto(1, 36),
      fechaEmision: n.fecha,
    }),
    1,
    50,
  ),
)

export const emisor = n.objeto({
  nit: n.texto(0, 14),
  nrc: n.texto(2, 8),
  nombre: n.texto(1, 250),
  codActividad: n.texto(5, 6),
  descActividad: n.texto(5, 150),
  nombreComercial: n.orNull(n.texto(1, 150)),
  direccion,
  telefono: n.texto(8, 30),
  correo: n.texto(6, 100),
  codEstable: n.orNull(n.texto(4, 4)),
  codPuntoVenta: n.orNull(n.texto(1, 15)),
})

/** `tipoServicio` may be null in 01 and not in 03. */
export function otrosDocumentos(tipoServicio: n.Node<bigint | null>) {
  const medico = n.objeto({
    nombre: n.orNull(n.texto(1, 100)),
    nit: n.orNull(n.texto()),
    docIdentificacion: n.orNull(n.texto(1, 25)),
    tipoServicio,
  })
  const documento = n.objeto({
    codDocAsociado: n.orNull(n.entero(1, 4)),
    descDocumento: n.orNull(n.texto(3, 100)),
    detalleDocumento: n.orNull(n.texto(3, 300)),
    medico: n.orNull(medico),
  })
  return n.orNull(n.lista(documento, 1, 10))
}

export const ventaTercero = n.orNull(
  n.objeto({
    nit: n.orNull(n.texto(1, 20)),
    nombre: n.texto(1, 250),
    codDomiciliado: n.orNull(n.entero()),
  }),
)

/** The line of both types; 01 adds `ivaItem`, and leaves the price without a lower bound. */
export const linea = {
  numItem: n.entero(1, 2000),
  tipoItem: n.entero(),
  numeroDocumento: n.orNull(n.texto(1, 36)),
  cantidad: n.cantidad,
  codigo: n.orNull(n.texto(1, 25)),
  codTributo: n.orNull(n.texto(2, 2)),
  uniMedida: n.entero(1, 99),
  descripcion: n.texto(1, 1500),
  precioUni: n.monto8,
  montoDescu: n.monto8,
  ventaNoSuj: n.monto8,
  ventaExenta: n.monto8,
  ventaGravada: n.monto8,
  tributos: n.orNull(n.distintos(n.lista(n.texto(2, 2), 1, 2000))),
  psv: n.monto8,
  noGravado: n.cargo8,
} as const

/** The summary members of both types. */
export const resumen = {
  totalNoSuj: n.monto2,
  totalExenta: n.monto2,
  totalGravada: n.monto2,
  subTotalVentas: n.monto2,
  descuNoSuj: n.monto2,
  descuExenta: n.monto2,
  descuGravada: n.monto2,
  porcentajeDescuento: n.porcentaje,
  totalDescu: n.monto2,
  tributos: n.orNull(
    n.lista(
      n.objeto({ codigo: n.texto(2, 2), descripcion: n.texto(1, 300), valor: n.monto2 }),
      0,
      2000,
    ),
  ),
  subTotal: n.monto2,
  ivaRete: n.monto2,
  montoTotalOperacion: n.monto2,
  totalNoGravado: n.cargo2,
  totalPagar: n.monto2,
  saldoFavor: n.saldo2,
  condicionOperacion: n.cualquierNumero,
  pagos: n.orNull(
    n.lista(
      n.objeto({
        codigo: n.orNull(n.texto(0, 2)),
        montoPago: n.monto2,
        referencia: n.orNull(n.texto(0, 50)),
        plazo: n.orNull(n.texto()),
        periodo: n.orNull(n.positivo),
      }),
      1,
      2000,
    ),
  ),
  numPagoElectronico: n.orNull(n.texto(0, 100)),
  observaciones: n.orNull(n.texto(1, 3000)),
} as const

export const apendice = n.orNull(
  n.lista(
    n.objeto({ campo: n.texto(0, 25), etiqueta: n.texto(0, 50), valor: n.texto(0, 150) }),
    1,
    10,
  ),
)
