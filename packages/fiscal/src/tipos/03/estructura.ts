/** Structure of 03, Comprobante de crédito fiscal, version 4. Prices exclude the IVA. */
import Type, { type Static } from 'typebox'
import {
  apendice,
  direccion,
  documentosRelacionados,
  emisor,
  identificacion,
  otrosDocumentos,
  pagos,
  tributos,
  tributosDeLinea,
  ventaTercero,
} from '../../estructuras/comun.ts'
import {
  closed,
  lineAmount,
  nullable,
  percentage,
  quantity,
  signedAmount,
  summaryAmount,
  text,
  textUpTo,
  zeroOrCredit,
} from '../../estructuras/schema.ts'

const receptor = closed({
  nit: textUpTo(14),
  nrc: nullable(text(2, 8)),
  nombre: text(1, 250),
  codActividad: text(5, 6),
  descActividad: text(5, 150),
  nombreComercial: nullable(text(1, 150)),
  direccion,
  telefono: nullable(text(8, 30)),
  correo: nullable(text(1, 100)),
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
  psv: lineAmount(),
  noGravado: signedAmount(8),
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
  ivaPerci: summaryAmount(),
  ivaRete: summaryAmount(),
  montoTotalOperacion: summaryAmount(),
  totalNoGravado: signedAmount(2),
  totalPagar: summaryAmount(),
  totalLetras: nullable(text(8, 200)),
  saldoFavor: zeroOrCredit(),
  condicionOperacion: Type.Number(),
  pagos,
  numPagoElectronico: nullable(textUpTo(100)),
  observaciones: nullable(text(1, 3000)),
})

export const creditoFiscalV4 = closed({
  identificacion: identificacion(4, '03'),
  documentoRelacionado: documentosRelacionados,
  emisor,
  receptor,
  otrosDocumentos,
  ventaTercero,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type CreditoFiscal = Static<typeof creditoFiscalV4>
