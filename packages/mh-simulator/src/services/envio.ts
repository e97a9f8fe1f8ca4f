/** The body of a reception: what is sent around a signed document. */
import { type Message, refusal } from '../codes.ts'

export interface Envio {
  readonly ambiente: string
  readonly idEnvio: number
  readonly version: number
  readonly tipoDte: string
  /** Compact JWS. */
  readonly documento: string
  readonly codigoGeneracion: string
}

const MEMBERS = {
  ambiente: 'string',
  idEnvio: 'integer',
  version: 'integer',
  tipoDte: 'string',
  documento: 'string',
  codigoGeneracion: 'string',
} as const satisfies Record<keyof Envio, 'string' | 'integer'>

/** The envelope, or why it is none. */
export function readEnvio(body: string): Envio | Message {
  if (body === '') return refusal('097')
  const parsed = parse(body)
  if (typeof parsed !== 'object' || parsed === null) return refusal('098')
  const members = parsed as Readonly<Record<string, unknown>>
  for (const [name, type] of Object.entries(MEMBERS)) {
    const value = members[name]
    if (value === undefined || value === null || value === '') return refusal('005', name)
    const right = type === 'integer' ? Number.isInteger(value) : typeof value === type
    if (!right) return refusal('006', name)
  }
  const { ambiente, idEnvio, version, tipoDte, documento, codigoGeneracion } =
    parsed as unknown as Envio
  return { ambiente, idEnvio, version, tipoDte, documento, codigoGeneracion }
}

/** Undefined where the text is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
