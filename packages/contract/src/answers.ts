/** The bodies of the answers (docs/wire.md#issuing). */
import Type, { type Static } from 'typebox'
import { Disponibles, DocumentoDelEvento, Eventos, Retornos } from './answers-events.ts'
import { EntregaHecha } from './entregas.ts'
import { Explicacion } from './explicacion.ts'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES, ESTADOS, TIPO_OPERACIONES, TIPO_RETORNO, TIPOS_DTE } from './words.ts'

const codigoGeneracion = Type.String({ pattern: UUID_PATTERN })
const texts = Type.Array(Type.String())
const signedDocumento = Type.Object({}, { additionalProperties: true })

/** The totals of a document as its summary states them, in dollars. */
export const Totales = closed({
  totalNoSuj: Type.Number(),
  totalExenta: Type.Number(),
  totalGravada: Type.Number(),
  totalDescu: Type.Number(),
  totalIva: Type.Number(),
  montoTotalOperacion: Type.Number(),
  totalPagar: Type.Number(),
  totalLetras: nullable(Type.String()),
})
export type Totales = Static<typeof Totales>

export const Contingencia = closed({
  tipo: Type.Integer(),
  limiteEvento: nullable(Type.String()),
  limiteDocumento: nullable(Type.String()),
})
export type Contingencia = Static<typeof Contingencia>

/** The same in a query, with who must do what until when. */
export const ContingenciaConsultada = closed({
  ...Contingencia.properties,
  queHacer: Type.String(),
})
export type ContingenciaConsultada = Static<typeof ContingenciaConsultada>

const common = {
  tipoDte: oneOf(TIPOS_DTE),
  ambiente: oneOf(AMBIENTES),
  numeroControl: Type.String(),
  codigoGeneracion,
  fecEmi: Type.String(),
  horEmi: Type.String(),
  totales: Totales,
}

/** What an issuing answer may warn about. */
export const ADVERTENCIAS_EMISION = [
  'certificado_por_vencer',
  'copias_en_espera',
  'destino_por_verificar',
  'documento_por_revisar',
] as const

const AdvertenciaEmision = closed({ codigo: oneOf(ADVERTENCIAS_EMISION), mensaje: Type.String() })
export type AdvertenciaEmision = Static<typeof AdvertenciaEmision>
const advertencias = Type.Array(AdvertenciaEmision)

/** 200 of POST /v1/dte: the ministry sealed the document. */
export const Sealed = closed({
  estado: Type.Literal('sellado'),
  ...common,
  selloRecibido: Type.String(),
  fhProcesamiento: nullable(Type.String()),
  observaciones: texts,
  advertencias,
  documento: signedDocumento,
  jws: Type.String(),
  archivoDte: Type.String(),
  archivoJson: Type.String(),
  representacionGrafica: Type.String(),
})
export type Sealed = Static<typeof Sealed>

/** 202 of POST /v1/dte: signed and stored; Sello keeps transmitting it. */
export const Unanswered = closed({
  estado: Type.Literal('contingencia'),
  ...common,
  detalle: Type.String(),
  contingencia: Contingencia,
  observaciones: texts,
  advertencias,
  documento: signedDocumento,
  jws: Type.String(),
  archivoJson: Type.String(),
})
export type Unanswered = Static<typeof Unanswered>

/** 200 of GET /v1/dte/{codigoGeneracion}, for a document in any state or an event. */
export const Query = closed({
  estado: oneOf([...ESTADOS, 'abandonado']),
  codigoGeneracion,
  numeroControl: nullable(Type.String()),
  tipoDte: oneOf([...TIPOS_DTE, TIPO_OPERACIONES, TIPO_RETORNO]),
  ambiente: oneOf(AMBIENTES),
  fecEmi: Type.String(),
  horEmi: Type.String(),
  selloRecibido: nullable(Type.String()),
  fhProcesamiento: nullable(Type.String()),
  observaciones: texts,
  motivo: nullable(Type.String()),
  totales: nullable(Totales),
  receptor: nullable(
    closed({ nombre: nullable(Type.String()), numDocumento: nullable(Type.String()) }),
  ),
  documento: nullable(signedDocumento),
  jws: nullable(Type.String()),
  referencia: nullable(Type.String()),
  contingencia: nullable(ContingenciaConsultada),
  /** The kind of the queried event, and the document that it is about, if any; both null for a document. */
  tipoEvento: nullable(oneOf(['invalidacion', 'retorno', 'operaciones'])),
  documentoRelacionado: nullable(DocumentoDelEvento),
  eventos: Eventos,
  retornos: Retornos,
  entregas: Type.Array(EntregaHecha),
  disponible: nullable(Disponibles),
  historial: Type.Array(
    closed({
      estado: oneOf([...ESTADOS, 'abandonado']),
      fecha: Type.String(),
      motivo: nullable(Type.String()),
    }),
  ),
  /** Only if requested with `explica=totales`; null: there is no document to explain. */
  explicacion: Type.Optional(nullable(Explicacion)),
})
export type Query = Static<typeof Query>

/** Every refusal has this body. */
export const ErrorBody = closed({
  error: closed({
    code: Type.String(),
    message: Type.String(),
    details: Type.Object({}, { additionalProperties: true }),
  }),
})
