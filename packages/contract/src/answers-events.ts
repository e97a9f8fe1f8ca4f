/** The bodies of the answers about events (docs/wire.md#invalidation, docs/wire.md#returns). */
import Type, { type Static } from 'typebox'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES, ESTADOS_EVENTO, TIPO_OPERACIONES, TIPO_RETORNO, TIPOS_DTE } from './words.ts'

const codigoGeneracion = Type.String({ pattern: UUID_PATTERN })
const text = Type.String()
const texts = Type.Array(text)
const signed = Type.Object({}, { additionalProperties: true })

const tipo = oneOf([...TIPOS_DTE, TIPO_OPERACIONES, TIPO_RETORNO])

/** 200 of POST …/invalidate: the ministry sealed the event. */
export const Invalidated = closed({
  estado: Type.Literal('invalidado'),
  codigoGeneracion,
  numeroControl: nullable(text),
  tipoDte: tipo,
  ambiente: oneOf(AMBIENTES),
  evento: closed({
    codigoGeneracion,
    selloRecibido: text,
    fhProcesamiento: nullable(text),
    observaciones: texts,
    tipoAnulacion: Type.Integer(),
  }),
  documento: signed,
  jws: text,
  archivoJson: text,
  representacionGrafica: text,
})

/** 200 of POST …/invalidate if there was nothing left to cancel. */
export const AlreadyInvalidated = closed({
  estado: Type.Literal('invalidado'),
  codigoGeneracion,
  numeroControl: nullable(text),
  yaEstabaInvalidado: Type.Literal(true),
})

export const InvalidateAnswer = Type.Union([Invalidated, AlreadyInvalidated])

/** The balance of a line. */
const Disponible = closed({
  linea: Type.Integer({ minimum: 1 }),
  vendida: Type.Number(),
  devuelta: Type.Number(),
  disponible: Type.Number(),
  noGravado: nullable(
    closed({ vendido: Type.Number(), devuelto: Type.Number(), disponible: Type.Number() }),
  ),
})
export const Disponibles = Type.Array(Disponible)

/** The totals of a return event. */
export const TotalesRetorno = closed({
  totalGravada: Type.Number(),
  totalExenta: Type.Number(),
  totalNoSuj: Type.Number(),
  totalIva: Type.Number(),
  totalPagar: Type.Number(),
})
export type TotalesRetorno = Static<typeof TotalesRetorno>

/** The document that an event is about. */
export const DocumentoDelEvento = closed({
  codigoGeneracion,
  numeroControl: text,
  tipoDte: oneOf(TIPOS_DTE),
  fecEmi: text,
})

const common = {
  codigoGeneracion,
  ambiente: oneOf(AMBIENTES),
  fecEmi: text,
  horEmi: text,
  documentoRelacionado: DocumentoDelEvento,
  totales: TotalesRetorno,
  documento: signed,
  jws: text,
  disponible: Disponibles,
}

/** 200 of POST …/return: the ministry sealed the event. */
export const Returned = closed({
  estado: Type.Literal('sellado'),
  ...common,
  selloRecibido: text,
  fhProcesamiento: nullable(text),
  observaciones: texts,
  archivoJson: text,
  representacionGrafica: text,
})

/** 202 of POST …/return: signed and counted, without an answer of the ministry. */
export const ReturnUnanswered = closed({
  estado: Type.Literal('firmado'),
  ...common,
  detalle: text,
})

/** 200 of DELETE …/return/{evento}. */
export const ReturnAbandoned = closed({
  codigoGeneracion,
  estado: Type.Literal('abandonado'),
})

/** In a query: what cancelled it, or may yet, newest first. */
export const Eventos = Type.Array(
  closed({
    codigoGeneracion,
    tipo: Type.Literal('invalidacion'),
    estado: oneOf(ESTADOS_EVENTO),
    selloRecibido: nullable(text),
    fecha: text,
  }),
)

/** In a query: the return events of the document, newest first. */
export const Retornos = Type.Array(
  closed({
    codigoGeneracion,
    estado: oneOf(ESTADOS_EVENTO),
    fecha: text,
    selloRecibido: nullable(text),
    totales: closed({
      totalGravada: Type.Number(),
      totalIva: Type.Number(),
      totalPagar: Type.Number(),
    }),
    lineas: Type.Array(
      closed({
        linea: Type.Integer({ minimum: 1 }),
        cantidad: Type.Optional(Type.Number()),
        noGravado: Type.Optional(Type.Number()),
      }),
    ),
  }),
)
