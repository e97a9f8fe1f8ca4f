/** Parts that several structures share. */
import * as n from './nodes.ts'

export const direccion = n.objeto({
  departamento: n.texto(),
  municipio: n.texto(),
  distrito: n.texto(),
  complemento: n.texto(1, 200),
})

/** The members of every `identificacion`; notes add one more. */
export function identificacionDe(tipoDte: string, version: number) {
  return {
    version: n.entero(version, version),
    ambiente: n.unoDe('00', '01'),
    tipoDte: n.unoDe(tipoDte),
    numeroControl: n.texto(31, 31, new RegExp(`^DTE-${tipoDte}-[MBSP]\\d{3}P\\d{3}-\\d{15}$`)),
    codigoGeneracion: n.texto(36, 36, /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/),
    // 1 or 2, with no fraction; the schema calls only tipoOperacion an integer.
    tipoModelo: n.entero(1, 2),
    tipoOperacion: n.entero(1, 2),
    tipoContingencia: n.orNull(n.entero(1, 5)),
    motivoContin: n.orNull(n.texto(1, 500)),
    fecEmi: n.fecha,
    // Accepts a one-digit second, as the ministry's own pattern does.
    horEmi: n.texto(0, 8, /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d?$/),
    tipoMoneda: n.unoDe('USD'),
  }
}

export function identificacion(tipoDte: string, version: number) {
  return n.objeto(identificacionDe(tipoDte, version))
}

/** The related documents; never null in notes. */
export const relacionados = n.lista(
  n.objeto({
    tipoDocumento: n.texto(),
    tipoGeneracion: n.entero(),
    numeroDocumento: n.texto(1, 36),
    fechaEmision: n.fecha,
  }),
  1,
  50,
)

export const documentoRelacionado = n.orNull(relacionados)

/** What every `emisor` states about the taxpayer. */
export const emisorMembers = {
  nit: n.texto(0, 14),
  nrc: n.texto(2, 8),
  nombre: n.texto(1, 250),
  codActividad: n.texto(5, 6),
  descActividad: n.texto(5, 150),
  direccion,
  telefono: n.texto(8, 30),
  correo: n.texto(6, 100),
} as const

/** The point of sale; notes omit it. */
export const puntoDeVenta = {
  codEstable: n.orNull(n.texto(4, 4)),
  codPuntoVenta: n.orNull(n.texto(1, 15)),
} as const

export const nombreComercial = n.orNull(n.texto(1, 150))

export const emisor = n.objeto({ ...emisorMembers, ...puntoDeVenta, nombreComercial })

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

/** The members of every line, in all types. */
export const lineaMembers = {
  numItem: n.entero(1, 2000),
  tipoItem: n.entero(),
  cantidad: n.cantidad,
  codigo: n.orNull(n.texto(1, 25)),
  uniMedida: n.entero(1, 99),
  descripcion: n.texto(1, 1500),
  precioUni: n.monto8,
  montoDescu: n.monto8,
} as const

/** What a line of a sale adds: every type but a purchase (14). */
export const lineaVenta = {
  ...lineaMembers,
  numeroDocumento: n.orNull(n.texto(1, 36)),
  codTributo: n.orNull(n.texto(2, 2)),
  ventaGravada: n.monto8,
  tributos: n.orNull(n.distintos(n.lista(n.texto(2, 2), 1))),
  noGravado: n.cargo8,
} as const

/** The kinds of sale that an export does not have. */
export const ventasInternas = { ventaNoSuj: n.monto8, ventaExenta: n.monto8 } as const

/** The line of 01 and 03; 01 adds `ivaItem` and sets no lower bound on the price. */
export const linea = { ...lineaVenta, ...ventasInternas, psv: n.monto8 } as const

const tributoResumen = n.objeto({
  codigo: n.texto(2, 2),
  descripcion: n.texto(1, 300),
  valor: n.monto2,
})

/** The tributes of a summary, each row unique. */
export const tributosResumen = n.orNull(n.distintos(n.lista(tributoResumen)))

/** One means of payment. `periodo` is greater than zero except in 14. */
export function pagos(periodo: n.Node<bigint> = n.positivo) {
  return n.orNull(
    n.lista(
      n.objeto({
        codigo: n.orNull(n.texto(0, 2)),
        montoPago: n.monto2,
        referencia: n.orNull(n.texto(0, 50)),
        plazo: n.orNull(n.texto()),
        periodo: n.orNull(periodo),
      }),
      1,
    ),
  )
}

/** The global discounts and their informative rate. */
export const descuentoGravada = {
  descuGravada: n.monto2,
  porcentajeDescuento: n.porcentaje,
} as const

export const totalesVenta = {
  totalNoSuj: n.monto2,
  totalExenta: n.monto2,
  totalGravada: n.monto2,
  subTotalVentas: n.monto2,
} as const

/** The end of every summary of sales. */
export const totales = {
  totalDescu: n.monto2,
  montoTotalOperacion: n.monto2,
  totalNoGravado: n.cargo2,
  totalPagar: n.monto2,
  condicionOperacion: n.cualquierNumero,
  observaciones: n.orNull(n.texto(1, 3000)),
} as const

/** The summary members of 01 and 03. */
export const resumen = {
  ...totalesVenta,
  ...descuentoGravada,
  ...totales,
  descuNoSuj: n.monto2,
  descuExenta: n.monto2,
  tributos: tributosResumen,
  subTotal: n.monto2,
  ivaRete: n.monto2,
  saldoFavor: n.saldo2,
  pagos: pagos(),
  numPagoElectronico: n.orNull(n.texto(0, 100)),
} as const

/** Minimum lengths of `campo`, `etiqueta` and `valor`; they differ by type. */
export function apendice(campo: number, etiqueta: number, valor: number) {
  const fila = n.objeto({
    campo: n.texto(campo, 25),
    etiqueta: n.texto(etiqueta, 50),
    valor: n.texto(valor, 150),
  })
  return n.orNull(n.lista(fila, 1, 10))
}
