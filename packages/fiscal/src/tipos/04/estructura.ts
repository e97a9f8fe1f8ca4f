/** Structure of 04, Nota de remisión, version 4: goods on their way. Prices exclude the IVA, and nothing is paid. */
import Type, { type Static } from 'typebox'
import {
  apendice,
  direccion,
  documentosRelacionados,
  emisor,
  identificacion,
  tributos,
  tributosDeLinea,
  ventaTercero,
} from '../../estructuras/comun.ts'
import {
  anyText,
  closed,
  lineAmount,
  nullable,
  percentage,
  quantity,
  summaryAmount,
  text,
  textUpTo,
} from '../../estructuras/schema.ts'

/** Codes of two characters here, as the other structures mean. */
const destino = closed({
  ...direccion.properties,
  departamento: text(2, 2),
  municipio: text(2, 2),
})

const receptor = closed({
  tipoDocumento: anyText(),
  numDocumento: text(1, 20),
  nrc: nullable(text(2, 8)),
  nombre: text(1, 250),
  codActividad: anyText(),
  descActividad: text(5, 150),
  nombreComercial: nullable(text(1, 150)),
  direccion: nullable(destino),
  telefono: nullable(text(8, 30)),
  correo: nullable(text(6, 100)),
  bienTitulo: textUpTo(2),
})

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 2000 }),
  tipoItem: Type.Integer(),
  numeroDocumento: nullable(text(1, 36)),
  codigo: nullable(text(1, 25)),
  codTributo: nullable(text(2, 2)),
  descripcion: text(1, 1500),
  cantidad: quantity(),
  uniMedida: Type.Integer({ minimum: 1, maximum: 99 }),
  precioUni: lineAmount(),
  montoDescu: lineAmount(),
  ventaNoSuj: lineAmount(),
  ventaExenta: lineAmount(),
  ventaGravada: lineAmount(),
  tributos: tributosDeLinea,
})

const resumen = closed({
  totalNoSuj: summaryAmount(),
  totalExenta: summaryAmount(),
  totalGravada: summaryAmount(),
  subTotalVentas: summaryAmount(),
  descuNoSuj: summaryAmount(),
  descuExenta: summaryAmount(),
  descuGravada: summaryAmount(),
  porcentajeDescuento: percentage(),
  totalDescu: summaryAmount(),
  tributos,
  subTotal: summaryAmount(),
  montoTotalOperacion: summaryAmount(),
  totalLetras: nullable(text(1, 200)),
  observaciones: nullable(textUpTo(3000)),
})

export const remisionV4 = closed({
  identificacion: identificacion(4, '04'),
  documentoRelacionado: documentosRelacionados,
  emisor,
  receptor,
  ventaTercero,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type NotaDeRemision = Static<typeof remisionV4>
