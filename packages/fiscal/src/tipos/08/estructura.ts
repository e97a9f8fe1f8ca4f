/**
 * Structure of 08, Comprobante de liquidación, version 2: the issuer sold for the receptor, its principal. Each line lists
 * a document, and takes back where its amounts are negative. Its identification has nothing of a contingency.
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
  pattern,
  signedAmount,
  text,
} from '../../estructuras/schema.ts'
import { sinContingencia } from '../sin-contingencia.ts'

const identificacion = sinContingencia(comun.identificacion(2, '08').properties)
const { nit, nrc: _, nombre, codActividad, descActividad, ...deEmisor } = comun.emisor.properties

const emisor = closed({
  nit,
  nrc: nullable(text(2, 8)),
  nombre,
  codActividad,
  descActividad,
  nombreComercial: nullable(text(2, 150)),
  direccion: comun.direccion,
  telefono: nullable(text(8, 30)),
  correo: text(6, 100),
  codEstable: deEmisor.codEstable,
  codPuntoVenta: deEmisor.codPuntoVenta,
})

const receptor = closed({
  tipoDocumento: anyText(),
  numDocumento: text(1, 20),
  codDomiciliado: Type.Integer(),
  nrc: nullable(text(2, 8)),
  nombre: text(1, 250),
  codActividad: text(5, 6),
  descActividad: text(5, 150),
  nombreComercial: nullable(text(1, 150)),
  direccion: comun.direccion,
  telefono: nullable(text(8, 30)),
  correo: nullable(text(6, 100)),
})

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 500 }),
  tipoDte: anyText(),
  tipoGeneracion: Type.Integer(),
  numeroDocumento: text(1, 36),
  fechaEmision: fecha(),
  ventaNoSuj: signedAmount(8),
  ventaExenta: signedAmount(8),
  ventaGravada: signedAmount(8),
  exportaciones: signedAmount(8),
  tributos: nullable(Type.Array(text(2, 2), { uniqueItems: true })),
  ivaItem: signedAmount(8),
  observaciones: nullable(text(1, 1000)),
})

const tributo = closed({ codigo: text(2, 2), descripcion: text(1, 300), valor: signedAmount(2) })

export const liquidacionV2 = closed({
  identificacion: closed({
    ...identificacion,
    tipoModelo: oneOf([1]),
    tipoOperacion: oneOf([1]),
    fusion: nullable(pattern('^([0-9]{14}|[0-9]{9})$', 14)),
  }),
  emisor,
  receptor,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 500 }),
  resumen: closed({
    totalNoSuj: signedAmount(2),
    totalExenta: signedAmount(2),
    totalGravada: signedAmount(2),
    exportacion: signedAmount(2),
    subTotalVentas: signedAmount(2),
    tributos: nullable(Type.Array(tributo, { uniqueItems: true })),
    montoTotalOperacion: signedAmount(2),
    ivaPerci: signedAmount(2),
    total: amount(2, { minimum: 0, exclusiveMaximum: 100_000_000_000 }),
    totalLetras: nullable(text(1, 200)),
    condicionOperacion: Type.Number(),
    observaciones: nullable(text(1, 3000)),
  }),
  apendice: nullable(
    Type.Array(closed({ campo: text(1, 25), etiqueta: text(1, 50), valor: text(1, 150) }), {
      minItems: 1,
      maxItems: 10,
    }),
  ),
})

export type Liquidacion = Static<typeof liquidacionV2>
