/** Sales that a program proposes and a person issues in the console (docs/wire.md#propuestas). */
import Type, { type Static } from 'typebox'
import { Totales } from './answers.ts'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES, ESTADOS, TIPOS_DTE } from './words.ts'

const instant = Type.String({ format: 'date-time' })

/** `emitida`: a person signed it, whatever the ministry said of its document. */
export const ESTADOS_PROPUESTA = ['pendiente', 'emitida', 'descartada', 'vencida'] as const
export type EstadoPropuesta = (typeof ESTADOS_PROPUESTA)[number]

/** What the `referencia` of a proposed document begins with; its proposal's id follows. */
export const REFERENCIA_DE_PROPUESTA = 'propuesta-'

const members = {
  id: Type.String({ pattern: UUID_PATTERN }),
  estado: oneOf(ESTADOS_PROPUESTA),
  tipoDte: oneOf(TIPOS_DTE),
  ambiente: oneOf(AMBIENTES),
  receptor: nullable(
    closed({ nombre: nullable(Type.String()), numDocumento: nullable(Type.String()) }),
  ),
  totales: Totales,
  referencia: Type.String(),
  llave: closed({ keyId: Type.String(), label: Type.String() }),
  emitido: nullable(
    closed({ codigoGeneracion: Type.String({ pattern: UUID_PATTERN }), estado: oneOf(ESTADOS) }),
  ),
  consola: Type.String(),
  createdAt: instant,
  venceEl: instant,
}

export const Propuesta = closed(members)
export type Propuesta = Static<typeof Propuesta>

/** 200 of GET of one: with what is issued, and the document that it comes to. */
export const PropuestaCompleta = closed({
  ...members,
  peticion: Type.Object({}, { additionalProperties: true }),
  documento: Type.Object({}, { additionalProperties: true }),
})
export type PropuestaCompleta = Static<typeof PropuestaCompleta>

/** 200 of GET of all, newest first. */
export const Propuestas = closed({
  propuestas: Type.Array(Propuesta),
  siguiente: nullable(Type.String()),
})
export type Propuestas = Static<typeof Propuestas>

/** 200 of POST /v1/dte/validate: what the document would be, with a number that is not its own. */
export const Validada = closed({
  tipoDte: oneOf(TIPOS_DTE),
  ambiente: oneOf(AMBIENTES),
  totales: Totales,
  documento: Type.Object({}, { additionalProperties: true }),
})
export type Validada = Static<typeof Validada>
