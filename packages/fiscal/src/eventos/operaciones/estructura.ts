/** Structure of the event of special operations, version 1 (tipoEvento 17): paper that stays beside the DTE. */
import Type, { type Static } from 'typebox'
import { apendice, tributosDeLinea } from '../../estructuras/comun.ts'
import {
  ambiente,
  codigoGeneracion,
  fecha,
  hora,
  nitEmisor,
  nombreEmisor,
} from '../../estructuras/evento.ts'
import {
  amount,
  anyText,
  closed,
  lineAmount,
  nullable,
  oneOf,
  summaryAmount,
  text,
  textUpTo,
} from '../../estructuras/schema.ts'

/** An event of this kind is never deferred and never in contingency. */
const identificacion = closed({
  version: Type.Literal(1),
  ambiente,
  tipoModelo: Type.Literal(1),
  tipoOperacion: Type.Literal(1),
  tipoEvento: Type.Literal('17'),
  codigoGeneracion,
  fecEmi: fecha(),
  horEmi: hora,
  tipoMoneda: oneOf(['USD']),
})

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 2000 }),
  codigoGeneracionRef: nullable(text(36, 36)),
  tipoDocumento: anyText(),
  numDocumento: nullable(text(1, 36)),
  fechaEmision: nullable(fecha()),
  cantidad: Type.Integer({ minimum: 1 }),
  descripcion: text(1, 1500),
  docDel: nullable(textUpTo(36)),
  docAl: nullable(textUpTo(36)),
  precioUni: lineAmount(),
  ventaNoSuj: lineAmount(),
  ventaExenta: lineAmount(),
  ventaGravada: lineAmount(),
  tributos: tributosDeLinea,
})

const resumen = closed({
  totalNoSuj: summaryAmount(),
  totalExenta: summaryAmount(),
  totalGravada: summaryAmount(),
  subTotal: summaryAmount(),
  tributos: nullable(
    Type.Array(
      closed({
        codigo: text(2, 2),
        descripcion: text(1, 300),
        valor: amount(2, { exclusiveMaximum: 100_000_000_000 }),
      }),
      {
        uniqueItems: true,
      },
    ),
  ),
  total: summaryAmount(),
  totalLetras: nullable(text(8, 200)),
})

export const operacionesV1 = closed({
  identificacion,
  emisor: closed({ nit: nitEmisor, nombre: nombreEmisor }),
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type Operaciones = Static<typeof operacionesV1>
