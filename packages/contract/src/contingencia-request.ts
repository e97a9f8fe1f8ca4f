/** The body of POST /v1/contingencia (docs/wire.md#contingency): its shape only. */
import Type, { type Static } from 'typebox'
import { Persona } from './invalidation-request.ts'
import { closed } from './schema.ts'

export const ContingenciaRequest = closed({
  /** The person responsible for the event; absent: the one that the company has stated. */
  responsable: Type.Optional(Persona),
})
export type ContingenciaRequest = Static<typeof ContingenciaRequest>
