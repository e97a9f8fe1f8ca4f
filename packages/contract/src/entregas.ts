/** Delivery to the buyer by mail (docs/wire.md#entrega). */
import Type, { type Static } from 'typebox'
import { Correos } from './dte-request.ts'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { ESTADOS_ENTREGA } from './words.ts'

/** One mail to one address. */
export const EntregaHecha = closed({
  id: Type.String({ pattern: UUID_PATTERN }),
  destino: Type.String(),
  estado: oneOf(ESTADOS_ENTREGA),
  motivo: nullable(Type.String()),
  fecha: Type.String({ format: 'date-time' }),
})
export type EntregaHecha = Static<typeof EntregaHecha>

/** The body of POST /v1/dte/{codigoGeneracion}/entregas. */
export const EntregaRequest = closed({ correo: Correos })
export type EntregaRequest = Static<typeof EntregaRequest>

/** Oldest first. */
export const Entregas = closed({ entregas: Type.Array(EntregaHecha) })
export type Entregas = Static<typeof Entregas>

/** Mails of one document, however often it is sent again. */
export const ENTREGAS_MAX = 50

/** 200 of DELETE /v1/dte/{codigoGeneracion}/pagina. */
export const PaginaRevocada = closed({ revocada: Type.Boolean() })
export type PaginaRevocada = Static<typeof PaginaRevocada>
