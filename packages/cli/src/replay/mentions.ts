/** What an exchange is about: the codes and numbers by which a difference in one explains another. */
import { type Exchange, membersOf, parseJson, textOf } from './read.ts'

export interface Paper {
  /** The JSON text that was signed. */
  readonly text: string
  readonly codigoGeneracion: string | null
  readonly tipo: string | null
  readonly numeroControl: string | null
  readonly nit: string | null
  /** Codes of other documents and events that it names. */
  readonly named: readonly string[]
}

const UUID = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/
/** The members that name a document; a company's own texts may have such codes too. */
const NAMING: ReadonlySet<string> = new Set([
  ...['codigoGeneracion', 'codigoGeneracionR', 'codigoGeneracionRef'],
  ...['numeroDocumento', 'numDocumento'],
])

/** The signed documents and events of an exchange. */
export function papersOf({ request }: Exchange): readonly Paper[] {
  const { documento, documentos } = request ?? {}
  const texts = Array.isArray(documentos) ? documentos : [documento]
  return texts.map(textOf).flatMap((text) => (text === null ? [] : [paperOf(text)]))
}

function paperOf(text: string): Paper {
  const paper = membersOf(parseJson(text))
  const identificacion = membersOf(paper?.identificacion)
  const emisor = membersOf(paper?.emisor)
  const codigoGeneracion = textOf(identificacion?.codigoGeneracion)
  return {
    text,
    codigoGeneracion,
    tipo: textOf(identificacion?.tipoDte) ?? textOf(identificacion?.tipoEvento),
    numeroControl: textOf(identificacion?.numeroControl),
    nit: textOf(emisor?.nit) ?? textOf(emisor?.numDocumento),
    named: [...new Set(namedIn(paper, ''))].filter((one) => one !== codigoGeneracion),
  }
}

function namedIn(value: unknown, member: string): readonly string[] {
  if (typeof value === 'string') return NAMING.has(member) && UUID.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((one) => namedIn(one, member))
  return Object.entries(membersOf(value) ?? {}).flatMap(([name, one]) => namedIn(one, name))
}

/** The code that a query is about. */
export const queriedCode = ({ request }: Exchange): string | null =>
  textOf(request?.codigoGeneracion)
