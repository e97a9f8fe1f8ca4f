/** Structure of the return event, version 1 (tipoEvento 18): units and amounts returned of a 01, 11 or 14. */
import Type, { type Static } from 'typebox'
import { apendice, tributos } from '../../estructuras/comun.ts'
import {
  ambiente,
  codigoGeneracion,
  establecimiento,
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
  oneOfOrNull,
  quantity,
  signedAmount,
  summaryAmount,
  summaryAmountOrNull,
  text,
  unboundedBelow,
  zeroOrCredit,
} from '../../estructuras/schema.ts'

const identificacion = closed({
  version: Type.Literal(1),
  ambiente,
  tipoModelo: oneOf([1, 2]),
  tipoOperacion: oneOf([1, 2]),
  tipoEvento: Type.Literal('18'),
  tipoContingencia: oneOfOrNull([1, 2, 3, 4, 5]),
  motivoContin: nullable(text(1, 500)),
  codigoGeneracion,
  fecEmi: fecha(),
  horEmi: hora,
  fusion: nullable(text(9, 14)),
  tipoMoneda: oneOf(['USD']),
})

const emisor = closed({
  nit: nitEmisor,
  nombre: nombreEmisor,
  ...establecimiento,
  recintoFiscal: nullable(text(2, 2)),
  tipoRegimen: nullable(text(1, 4)),
  regimen: nullable(text(1, 13)),
  tipoItemExpor: nullable(Type.Integer()),
})

/** The person that the original names: the buyer of 01 and 11, the seller of 14. */
const documento = nullable(
  closed({
    tipoDocumento: nullable(anyText()),
    numDocumento: nullable(text(1, 20)),
    nombre: nullable(text(1, 250)),
    codPais: nullable(anyText()),
    nombrePais: nullable(text(3, 50)),
    telefono: nullable(text(8, 30)),
    correo: nullable(text(1, 100)),
  }),
)

const ventaTercero = nullable(
  closed({
    nit: nullable(text(1, 20)),
    nombre: nullable(text(1, 250)),
    codDomiciliado: nullable(Type.Integer()),
  }),
)

const compraTercero = nullable(
  closed({ numDocumento: nullable(text(1, 20)), nombre: nullable(text(1, 250)) }),
)

/** Retentions are limited to 11 digits like other amounts; the published structure sets no limit. */
const cents = () => amount(2, { minimum: 0, exclusiveMaximum: 100_000_000_000 })

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 2000 }),
  tipoItem: Type.Integer(),
  codigoGeneracion: text(1, 36),
  cantidad: quantity(),
  precioUni: unboundedBelow(),
  descripcion: text(1, 1500),
  codigo: nullable(text(1, 25)),
  uniMedida: Type.Integer({ minimum: 1, maximum: 99 }),
  montoDescu: lineAmount(),
  codTributo: nullable(text(2, 2)),
  ventaNoSuj: lineAmount(),
  ventaExenta: lineAmount(),
  ventaGravada: lineAmount(),
  compra: lineAmount(),
  tributos: nullable(Type.Array(text(2, 2), { minItems: 1, uniqueItems: true })),
  psv: lineAmount(),
  ivaItem: lineAmount(),
  noGravado: signedAmount(8),
  seguro: signedAmount(8),
  flete: signedAmount(8),
  ivaRete: cents(),
  reteRenta: cents(),
})

const resumen = closed({
  totalNoSuj: summaryAmount(),
  totalExenta: summaryAmount(),
  totalGravada: summaryAmount(),
  totalCompraExcluidos: summaryAmount(),
  subTotalVentas: summaryAmount(),
  tributos,
  totalSeguro: summaryAmountOrNull(),
  totalFlete: summaryAmountOrNull(),
  montoTotalOperacion: summaryAmount(),
  ivaRete: summaryAmount(),
  reteRenta: summaryAmountOrNull(),
  totalNoGravado: signedAmount(2),
  totalPagar: summaryAmount(),
  totalLetras: nullable(text(8, 200)),
  totalNoOnerosas: summaryAmount(),
  totalIva: summaryAmount(),
  saldoFavor: zeroOrCredit(),
})

export const retornoV1 = closed({
  identificacion,
  documentoRelacionado: Type.Array(
    closed({ tipoDocumento: anyText(), codigoGeneracion: text(1, 36), fechaEmision: fecha() }),
    { minItems: 1, maxItems: 50 },
  ),
  emisor,
  documento,
  ventaTercero,
  compraTercero,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type Retorno = Static<typeof retornoV1>
