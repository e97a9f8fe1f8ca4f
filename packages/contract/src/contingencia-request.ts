/** The body of POST /v1/contingencia (docs/wire.md#contingency): its shape only. */
import Type, { type Static } from 'typebox'
import { Persona } from './invalidation-request.ts'
import { closed } from './schema.ts'

export const ContingenciaRequest = closed({
  /** Who answers for the event before the ministry; absent, the company itself. */
  responsable: Type.Optional(Persona),
})
export type ContingenciaRequest = Static<typeof ContingenciaRequest>
