/** Bodies of the session API: small objects, each member checked, and texts as all of Sello's are normalised. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { refuseFields, textBodyOf } from '../http/body.ts'
import { bodyRefusal } from '../http/errors.ts'
import type { ConsoleAsked, Member } from './route.ts'

/** Marks a member whose texts are not normalised. */
export const VERBATIM = 'x-verbatim'
/** Longer than anything that people type here. */
const TEXT_LENGTH_MAX = 2_000

export const Text = Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX })
/** Taken as given: passwords, codes, tokens. A space may belong to it. */
export const Verbatim = Type.String({
  minLength: 1,
  maxLength: TEXT_LENGTH_MAX,
  [VERBATIM]: true,
})
export const Ambiente = Type.Union([Type.Literal('00'), Type.Literal('01')])
export const Direccion = Type.Object(
  { departamento: Text, municipio: Text, distrito: Text, complemento: Text },
  { additionalProperties: false },
)
export const PuntoDeVenta = Type.Object(
  { codEstable: Text, codPuntoVenta: Text },
  { additionalProperties: false },
)

/** Compiles a checker: 400 with every problem, unknown members and forbidden characters included. */
export function bodyReader<P extends TProperties>(
  properties: P,
): (body: unknown) => Static<TObject<P>> {
  const schema = Type.Object(properties, { additionalProperties: false })
  const verbatim = verbatimIn(schema)
  const read = textBodyOf(schema, { verbatim: new Set(verbatim.map((path) => path.join('.'))) })
  return (body) => {
    if (body === undefined) throw bodyRefusal('Falta el cuerpo, en JSON.')
    return read(body) as Static<TObject<P>>
  }
}

/** The paths of members that are taken as given. One of any shape is the browser's own: an answer of its authenticator, a draft. */
function verbatimIn(schema: TSchema): readonly (readonly string[])[] {
  if (Reflect.get(schema, VERBATIM) === true || Type.IsUnknown(schema)) return [[]]
  if (Type.IsUnion(schema)) return schema.anyOf.flatMap(verbatimIn)
  if (!Type.IsObject(schema)) return []
  return Object.entries(schema.properties).flatMap(([name, one]) =>
    verbatimIn(one).map((path) => [name, ...path]),
  )
}

/** For the audit log, which is written before a body is checked: a text member, of bounded length. */
export function textIn(body: unknown, name: string): string | null {
  const value = (body as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value.slice(0, 254) : null
}

/** Reads the environment from the path. 400 for anything else. */
export function readAmbiente({ ambiente }: Readonly<Record<string, string>>): '00' | '01' {
  if (ambiente === '00' || ambiente === '01') return ambiente
  return refuseFields([{ field: 'ambiente', message: 'es 00 (pruebas) o 01 (producción).' }])
}

/** What is the person's own in the company and the environment of the path. */
export function ownOf({ params }: ConsoleAsked, { company, person }: Member) {
  const { companyId } = company
  return { companyId, personId: person.personId, ambiente: readAmbiente(params) }
}
