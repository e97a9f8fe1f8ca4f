/** 200 of POST /v1/dte/prepare (docs/wire.md#issuing): a number is reserved, nothing is signed. */
import Type, { type Static } from 'typebox'
import { Totales } from './answers.ts'
import { closed, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES, TIPOS_DTE } from './words.ts'

export const Prepared = closed({
  estado: Type.Literal('reservado'),
  tipoDte: oneOf(TIPOS_DTE),
  ambiente: oneOf(AMBIENTES),
  numeroControl: Type.String(),
  codigoGeneracion: Type.String({ pattern: UUID_PATTERN }),
  totales: Totales,
  documento: Type.Object({}, { additionalProperties: true }),
  prepareToken: Type.String(),
  venceEn: Type.String({ format: 'date-time' }),
})
export type Prepared = Static<typeof Prepared>
