/** 09, Documento contable de liquidación, version 2: one record in place of lines and summary, and who answers for it. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const {
  tipoContingencia: _,
  motivoContin: __,
  ...identificacion
} = shared.identificacionDe('09', 2)

const afiliado = n.objeto({
  nit: n.texto(0, 14),
  nrc: n.orNull(n.texto()),
  nombre: n.texto(1, 250),
  codActividad: n.texto(5, 6),
  descActividad: n.texto(5, 150),
  nombreComercial: shared.nombreComercial,
  tipoEstablecimiento: n.texto(),
  direccion: n.orNull(shared.direccion),
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.texto(6, 100),
})

/** Amounts of two decimals, also in the body. */
const registro = n.objeto({
  periodoLiquidacionFechaInicio: n.fecha,
  periodoLiquidacionFechaFin: n.fecha,
  codLiquidacion: n.orNull(n.texto(1, 30)),
  cantidadDoc: n.orNull(n.cuenta),
  valorOperaciones: n.positivo2,
  montoSinPercepcion: n.orNull(n.monto2),
  descripSinPercepcion: n.orNull(n.texto(1, 100)),
  subTotal: n.positivo2,
  iva: n.positivo2,
  montoSujetoPercepcion: n.positivo2,
  ivaPercibido: n.positivo2,
  comision: n.monto2,
  porcentComision: n.porcentaje,
  ivaComision: n.monto2,
  liquidoApagar: n.positivo2,
  totalLetras: n.texto(1, 200),
  observaciones: n.orNull(n.texto(1, 1000)),
})

export const documentoContableV2 = n.objeto({
  identificacion: n.objeto({
    ...identificacion,
    // The published pattern has no end; the length of 31 ends it.
    numeroControl: n.texto(31, 31, /^DTE-09-[MBSP]\d{3}P\d{3}-\d{15}/),
    tipoModelo: n.entero(1, 1),
    tipoOperacion: n.entero(1, 1),
  }),
  emisor: shared.emisor,
  receptor: afiliado,
  cuerpoDocumento: registro,
  extension: n.objeto({
    nombEntrega: n.texto(1, 100),
    docuEntrega: n.texto(1, 25),
    codEmpleado: n.orNull(n.texto(1, 15)),
  }),
  apendice: shared.apendice(2, 3, 1),
})

export type DocumentoContable = n.Infer<typeof documentoContableV2>
export type Registro = DocumentoContable['cuerpoDocumento']
