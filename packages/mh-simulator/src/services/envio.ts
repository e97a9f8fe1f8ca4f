/** The request body of a reception: the envelope around a signed document. */
import { type Message, refusal } from '../codes.ts'

interface Envio {
  readonly ambiente: string
  readonly idEnvio: number
  readonly version: number
  readonly tipoDte: string
  /** Compact JWS. */
  readonly documento: string
  readonly codigoGeneracion: string
}

/** What the examination reads of it. */
export type Sobre = Omit<Envio, 'idEnvio'>

const MEMBERS = {
  ambiente: 'string',
  idEnvio: 'integer',
  version: 'integer',
  tipoDte: 'string',
  documento: 'string',
  codigoGeneracion: 'string',
} as const satisfies Record<keyof Envio, 'string' | 'integer'>

/** The envelope, or the reason why the body is not one. */
export function readEnvio(body: string): Envio | Message {
  return readMembers<Envio>(body, MEMBERS)
}

type Kind = 'string' | 'integer' | 'texts'

/** Checks that a body has exactly these members, each of its kind; returns the first error. */
export function readMembers<T extends object>(
  body: string,
  kinds: Readonly<Record<keyof T & string, Kind>>,
): T | Message {
  if (body === '') return refusal('097')
  const parsed = parse(body)
  if (typeof parsed !== 'object' || parsed === null) return refusal('098')
  const members = parsed as Readonly<Record<string, unknown>>
  const entries = Object.entries<Kind>(kinds)
  for (const [name, kind] of entries) {
    const value = members[name]
    if (value === undefined || value === null || value === '') return refusal('005', name)
    if (!IS[kind](value)) return refusal('006', name)
  }
  return Object.fromEntries(entries.map(([name]) => [name, members[name]])) as T
}

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}

/** Undefined when the text is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
