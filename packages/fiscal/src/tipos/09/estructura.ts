/**
 * Structure of 09, Documento contable de liquidación, version 2: whoever administers cards liquidates to an affiliate.
 * Its body is one record with all amounts, to the cent; it has no summary, and its identification nothing of a
 * contingency.
 */
import Type, { type Static } from 'typebox'
import * as comun from '../../estructuras/comun.ts'
import {
  amount,
  anyText,
  closed,
  fecha,
  nullable,
  oneOf,
  percentage,
  summaryAmount,
  summaryAmountOrNull,
  text,
} from '../../estructuras/schema.ts'
import { sinContingencia } from '../sin-contingencia.ts'

const identificacion = sinContingencia(comun.identificacion(2, '09').properties)
const { telefono, correo, direccion, codEstable, codPuntoVenta, ...deEmisor } =
  comun.emisor.properties

const receptor = closed({
  nit: deEmisor.nit,
  nrc: nullable(anyText()),
  nombre: text(1, 250),
  codActividad: text(5, 6),
  descActividad: text(5, 150),
  nombreComercial: nullable(text(1, 150)),
  tipoEstablecimiento: anyText(),
  direccion: nullable(comun.direccion),
  telefono: nullable(text(8, 30)),
  correo: text(6, 100),
})

const mayorQueCero = () => amount(2, { exclusiveMinimum: 0, exclusiveMaximum: 100_000_000_000 })

const registro = closed({
  periodoLiquidacionFechaInicio: fecha(),
  periodoLiquidacionFechaFin: fecha(),
  codLiquidacion: nullable(text(1, 30)),
  cantidadDoc: nullable(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1_000_000_000 })),
  valorOperaciones: mayorQueCero(),
  montoSinPercepcion: summaryAmountOrNull(),
  descripSinPercepcion: nullable(text(1, 100)),
  subTotal: mayorQueCero(),
  iva: mayorQueCero(),
  montoSujetoPercepcion: mayorQueCero(),
  ivaPercibido: mayorQueCero(),
  comision: summaryAmount(),
  porcentComision: percentage(),
  ivaComision: summaryAmount(),
  liquidoApagar: mayorQueCero(),
  totalLetras: text(1, 200),
  observaciones: nullable(text(1, 1000)),
})

export const documentoContableV2 = closed({
  identificacion: closed({
    ...identificacion,
    tipoModelo: oneOf([1]),
    tipoOperacion: oneOf([1]),
  }),
  emisor: closed({ ...deEmisor, telefono, correo, direccion, codEstable, codPuntoVenta }),
  receptor,
  cuerpoDocumento: registro,
  extension: closed({
    nombEntrega: text(1, 100),
    docuEntrega: text(1, 25),
    codEmpleado: nullable(text(1, 15)),
  }),
  apendice: nullable(
    Type.Array(closed({ campo: text(2, 25), etiqueta: text(3, 50), valor: text(1, 150) }), {
      minItems: 1,
      maxItems: 10,
    }),
  ),
})

export type DocumentoContable = Static<typeof documentoContableV2>
