/** The bodies of the routes about special operations (docs/wire.md#operaciones-especiales): their shape only. */
import Type, { type Static } from 'typebox'
import { Eventos } from './answers-events.ts'
import { closed, decimal, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES, ESTADOS_EVENTO } from './words.ts'

/** The largest number of the ministry's structures: 11 digits. */
const LIMIT = 100_000_000_000
/** The published structure; what the functional manual allows is a rule. */
const ITEMS_MAX = 2000

const numero = () => Type.String({ minLength: 1, maxLength: 36 })
const amount = () => decimal(8, { minimum: 0, exclusiveMaximum: LIMIT })

/** A range with both ends, or one voucher with its number and date; a price or a total. */
export const ItemOperacion = closed({
  tipoDocumento: oneOf(['02', '97']),
  desde: Type.Optional(numero()),
  hasta: Type.Optional(numero()),
  numero: Type.Optional(numero()),
  fecha: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })),
  cantidad: Type.Optional(Type.Integer({ minimum: 1 })),
  precioUni: Type.Optional(amount()),
  total: Type.Optional(amount()),
  tipoVenta: Type.Optional(oneOf(['gravada', 'exenta', 'no_sujeta'])),
  descripcion: Type.Optional(Type.String({ minLength: 1, maxLength: 1500 })),
  anulaDe: Type.Optional(Type.String({ pattern: UUID_PATTERN })),
})

export const OperacionesRequest = closed({
  items: Type.Array(ItemOperacion, { minItems: 1, maxItems: ITEMS_MAX }),
})
export type OperacionesRequest = Static<typeof OperacionesRequest>

const text = Type.String()
const signed = Type.Object({}, { additionalProperties: true })

export const TotalesOperaciones = closed({
  totalGravada: Type.Number(),
  totalExenta: Type.Number(),
  totalNoSuj: Type.Number(),
  totalIva: Type.Number(),
  total: Type.Number(),
})
export type TotalesOperaciones = Static<typeof TotalesOperaciones>

const common = {
  codigoGeneracion: Type.String({ pattern: UUID_PATTERN }),
  ambiente: oneOf(AMBIENTES),
  fecEmi: text,
  horEmi: text,
  totales: TotalesOperaciones,
}
const content = { documento: signed, jws: text }
const seal = {
  selloRecibido: text,
  fhProcesamiento: nullable(text),
  observaciones: Type.Array(text),
}

/** 200 of POST /v1/operaciones-especiales: the ministry sealed the event. */
export const OperacionesSelladas = closed({
  estado: Type.Literal('sellado'),
  ...common,
  ...content,
  ...seal,
  archivoJson: text,
  representacionGrafica: text,
})

/** 202: signed and counted, without an answer of the ministry. */
export const OperacionesFirmadas = closed({
  estado: Type.Literal('firmado'),
  ...common,
  ...content,
  detalle: text,
})

const row = {
  estado: oneOf(ESTADOS_EVENTO),
  ...common,
  selloRecibido: nullable(text),
  /** The ministry's words of a rejection. */
  motivo: nullable(text),
}

export const FilaDeOperaciones = closed(row)

export const PaginaDeOperaciones = closed({
  operaciones: Type.Array(FilaDeOperaciones),
  siguiente: nullable(text),
})
export type PaginaDeOperaciones = Static<typeof PaginaDeOperaciones>

export const OperacionesCompletas = closed({
  ...row,
  ...content,
  fhProcesamiento: nullable(text),
  observaciones: Type.Array(text),
  archivoJson: nullable(text),
  eventos: Eventos,
})
export type OperacionesCompletas = Static<typeof OperacionesCompletas>
