/** The pages of GET /v1/dte and GET /v1/dte/holding (docs/wire.md#queries-and-lists). */
import Type, { type Static } from 'typebox'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES, ESTADOS, TIPO_OPERACIONES, TIPO_RETORNO, TIPOS_DTE } from './words.ts'

const codigoGeneracion = Type.String({ pattern: UUID_PATTERN })
const instant = Type.String({ format: 'date-time' })

/** The members that a row has only on request. */
export const INCLUIBLES = ['documento'] as const

export const ListRow = closed({
  estado: oneOf(ESTADOS),
  codigoGeneracion,
  numeroControl: Type.String(),
  tipoDte: oneOf(TIPOS_DTE),
  fecEmi: Type.String(),
  horEmi: Type.String(),
  selloRecibido: nullable(Type.String()),
  totales: closed({
    totalGravada: Type.Number(),
    totalIva: Type.Number(),
    totalPagar: Type.Number(),
  }),
  receptor: nullable(
    closed({ nombre: nullable(Type.String()), numDocumento: nullable(Type.String()) }),
  ),
  referencia: nullable(Type.String()),
  /** Only if requested with `include=documento`. */
  documento: Type.Optional(Type.Object({}, { additionalProperties: true })),
})
export type ListRow = Static<typeof ListRow>

/** 200 of GET /v1/dte. `siguiente` is passed on unchanged as `cursor`; null: there are no more rows. */
export const ListPage = closed({
  documentos: Type.Array(ListRow),
  siguiente: nullable(Type.String()),
})
export type ListPage = Static<typeof ListPage>

/** For an event `numeroControl` is null, and `tipoDte` is 17, 18 or the type of what it invalidates. */
export const HoldingRow = closed({
  codigoGeneracion,
  tipoDte: oneOf([...TIPOS_DTE, TIPO_OPERACIONES, TIPO_RETORNO]),
  numeroControl: nullable(Type.String()),
  ambiente: oneOf(AMBIENTES),
  whereLanded: oneOf(['holding', 'managed', 'byos']),
  expiresAt: instant,
  downloadedAt: nullable(instant),
  downloadCount: Type.Integer({ minimum: 0 }),
  createdAt: instant,
})
export type HoldingRow = Static<typeof HoldingRow>

/** 200 of GET /v1/dte/holding, newest first. */
export const HoldingPage = closed({
  documentos: Type.Array(HoldingRow),
  siguiente: nullable(Type.String()),
})
export type HoldingPage = Static<typeof HoldingPage>
