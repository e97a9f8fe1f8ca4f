/** Structure of 11, Factura de exportación, version 3. Its customs members are in the issuer section. */
import Type, { type Static } from 'typebox'
import {
  documentosRelacionados,
  emisor,
  identificacion,
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
  summaryAmountOrNull,
  text,
  textUpTo,
} from '../../estructuras/schema.ts'

const emisorExportador = closed({
  ...emisor.properties,
  descActividad: text(1, 150),
  direccion: closed({
    departamento: text(1, 2),
    municipio: text(1, 2),
    distrito: anyText(),
    complemento: text(1, 200),
  }),
  telefono: nullable(text(8, 30)),
  tipoItemExpor: Type.Integer(),
  recintoFiscal: nullable(text(2, 2)),
  tipoRegimen: nullable(anyText()),
  regimen: nullable(text(1, 13)),
})

const receptor = closed({
  nombre: text(1, 250),
  tipoDocumento: text(2, 2),
  numDocumento: text(1, 20),
  descActividad: text(5, 150),
  nombreComercial: nullable(text(1, 150)),
  codPais: anyText(),
  nombrePais: text(3, 50),
  complemento: text(1, 200),
  tipoPersona: Type.Integer(),
  telefono: nullable(text(8, 30)),
  correo: nullable(text(6, 100)),
})

/** Including the transport of the goods. */
const otrosDocumentos = nullable(
  Type.Array(
    closed({
      codDocAsociado: nullable(Type.Integer()),
      descDocumento: nullable(text(3, 100)),
      detalleDocumento: nullable(text(3, 300)),
      placaTrans: nullable(text(5, 70)),
      modoTransp: nullable(Type.Integer({ minimum: 1, maximum: 7 })),
      numConductor: nullable(text(5, 100)),
      nombreConductor: nullable(text(5, 200)),
    }),
    { minItems: 1, maxItems: 20 },
  ),
)

/** The principal for whom a logistics operator buys. */
const compraTercero = nullable(closed({ numDocumento: text(1, 20), nombre: text(1, 250) }))

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 2000 }),
  tipoItem: Type.Integer(),
  numeroDocumento: nullable(text(1, 36)),
  cantidad: quantity(),
  codigo: nullable(text(1, 25)),
  codTributo: nullable(text(2, 2)),
  uniMedida: Type.Integer({ minimum: 1, maximum: 99 }),
  descripcion: text(1, 1500),
  precioUni: lineAmount(),
  montoDescu: lineAmount(),
  ventaGravada: lineAmount(),
  tributos: tributosDeLinea,
  noGravado: signedAmount(8),
})

const resumen = closed({
  totalGravada: summaryAmount(),
  descuGravada: summaryAmount(),
  porcentajeDescuento: percentage(),
  totalDescu: summaryAmount(),
  seguro: summaryAmount(),
  flete: summaryAmountOrNull(),
  tributos,
  montoTotalOperacion: summaryAmount(),
  totalNoGravado: signedAmount(2),
  totalNoOnerosas: summaryAmount(),
  totalPagar: summaryAmount(),
  totalLetras: nullable(text(1, 200)),
  saldoFavor: signedAmount(2),
  condicionOperacion: Type.Number(),
  pagos,
  codIncoterms: nullable(textUpTo(2)),
  descIncoterms: nullable(text(1, 150)),
  numPagoElectronico: nullable(text(1, 100)),
  observaciones: nullable(text(1, 3000)),
})

const apendice = nullable(
  Type.Array(closed({ campo: text(1, 25), etiqueta: text(1, 50), valor: text(1, 150) }), {
    minItems: 1,
    maxItems: 10,
  }),
)

export const facturaExportacionV3 = closed({
  identificacion: identificacion(3, '11'),
  documentoRelacionado: documentosRelacionados,
  emisor: emisorExportador,
  receptor,
  otrosDocumentos,
  ventaTercero,
  compraTercero,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type FacturaExportacion = Static<typeof facturaExportacionV3>
