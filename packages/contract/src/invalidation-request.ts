/** The body of POST /v1/dte/{codigoGeneracion}/invalidate (docs/wire.md#invalidation): its shape only. */
import Type, { type Static } from 'typebox'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'

/** A person responsible for an event, or requesting it. The rules check the forms of numbers. */
export const Persona = closed({
  nombre: Type.String({ minLength: 1, maxLength: 250 }),
  tipoDocumento: Type.Optional(nullable(oneOf(['36', '13', '37', '03', '02']))),
  numDocumento: Type.String({ minLength: 1, maxLength: 25 }),
})

export const InvalidationRequest = closed({
  tipoAnulacion: oneOf([1, 2, 3]),
  motivo: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  codigoGeneracionReemplazo: Type.Optional(nullable(Type.String({ pattern: UUID_PATTERN }))),
  responsable: Persona,
  solicita: Persona,
})
export type InvalidationRequest = Static<typeof InvalidationRequest>
