/** Structure of 01, Factura, version 2. Prices include the IVA, so each line states its own. */
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
  anyText,
  closed,
  lineAmount,
  nullable,
  percentage,
  quantity,
  signedAmount,
  summaryAmount,
  text,
  textUpTo,
  unboundedBelow,
  zeroOrCredit,
} from '../../estructuras/schema.ts'

const receptor = nullable(
  closed({
    tipoDocumento: nullable(anyText()),
    numDocumento: nullable(text(1, 20)),
    nrc: nullable(text(2, 8)),
    nombre: nullable(text(1, 250)),
    codActividad: nullable(text(5, 6)),
    descActividad: nullable(text(5, 150)),
    direccion: nullable(direccion),
    telefono: nullable(text(8, 30)),
    correo: nullable(text(6, 100)),
  }),
)

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 2000 }),
  tipoItem: Type.Integer(),
  numeroDocumento: nullable(text(1, 36)),
  cantidad: quantity(),
  codigo: nullable(text(1, 25)),
  codTributo: nullable(text(2, 2)),
  uniMedida: Type.Integer({ minimum: 1, maximum: 99 }),
  descripcion: text(1, 1500),
  precioUni: unboundedBelow(),
  montoDescu: lineAmount(),
  ventaNoSuj: lineAmount(),
  ventaExenta: lineAmount(),
  ventaGravada: lineAmount(),
  tributos: tributosDeLinea,
  psv: lineAmount(),
  noGravado: signedAmount(8),
  ivaItem: lineAmount(),
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
  ivaRete: summaryAmount(),
  montoTotalOperacion: summaryAmount(),
  totalNoGravado: signedAmount(2),
  totalPagar: summaryAmount(),
  totalLetras: nullable(text(1, 200)),
  totalIva: summaryAmount(),
  saldoFavor: zeroOrCredit(),
  condicionOperacion: Type.Number(),
  pagos,
  numPagoElectronico: nullable(textUpTo(100)),
  observaciones: nullable(text(1, 3000)),
})

export const facturaV2 = closed({
  identificacion: identificacion(2, '01'),
  documentoRelacionado: documentosRelacionados,
  emisor,
  receptor,
  otrosDocumentos,
  ventaTercero,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type Factura = Static<typeof facturaV2>
