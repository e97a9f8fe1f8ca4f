/**
 * Parses a document's JSON text back into the document it was written from. Amounts are read digit by digit, so
 * that no double comes between a stored document and its sums.
 */
import { isCode } from './catalogos/catalogo.ts'
import { EVENTOS, type Invalidacion, type Operaciones, type Retorno } from './eventos/index.ts'
import { parseMonto } from './monto.ts'
import { type Documento, TIPOS, tipoOf } from './tipos/index.ts'
import type { Version } from './tipos/tipo.ts'

/**
 * Throws a RangeError unless the text is a document of an issued type and version that conforms to its structure.
 * `serialise` of the result gives the same text if we wrote it.
 */
export function readDocumento(text: string): Documento {
  const raw = parse(text) as RawDocumento
  const { tipoDte, version: number } = raw.identificacion
  const version = isCode(TIPOS, tipoDte)
    ? tipoOf(tipoDte).versions.find((one) => String(one.version) === number)
    : undefined
  if (!version) throw new RangeError(`no document type ${tipoDte} of version ${number} is issued`)
  return readBy(version, raw) as Documento
}

/** The same for a return event. */
export function readEventoDeRetorno(text: string): Retorno {
  return readBy(EVENTOS.retorno, parse(text)) as Retorno
}

/** The same for an event of special operations. */
export function readEventoDeOperaciones(text: string): Operaciones {
  return readBy(EVENTOS.operaciones, parse(text)) as Operaciones
}

/** The same for an invalidation event. */
export function readEventoDeInvalidacion(text: string): Invalidacion {
  return readBy(EVENTOS.invalidacion, parse(text)) as Invalidacion
}

function parse(text: string): unknown {
  return JSON.parse(text.replace(NUMBER_OR_TEXT, quoted))
}

function readBy(version: Version, raw: unknown): unknown {
  const documento = read(version.estructura as Shape, raw)
  const [first] = version.check(documento)
  if (first) throw new RangeError(`not a document of its type: ${first.message}`)
  return documento
}

interface RawDocumento {
  readonly identificacion: { readonly tipoDte: string; readonly version: string }
}

const NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** Turns numbers into strings of their digits; the structure later distinguishes them from strings. */
function quoted(token: string): string {
  return token.startsWith('"') ? token : `"${token}"`
}

interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly '~amount'?: unknown
}

function read(shape: Shape | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => read(shape?.items, item))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    return Object.fromEntries(members.map(([k, v]) => [k, read(memberOf(shape, k), v)]))
  }
  if (typeof value !== 'string' || !shape) return value
  if ('~amount' in shape) return parseMonto(value)
  return isNumeric(shape) ? Number(value) : value
}

function memberOf(shape: Shape | undefined, name: string): Shape | undefined {
  const { properties = {} } = shape ?? {}
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

function isNumeric({ type = [] }: Shape): boolean {
  return ['integer', 'number'].some((one) => type === one || type.includes(one))
}
