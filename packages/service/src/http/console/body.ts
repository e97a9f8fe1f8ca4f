/** Bodies of the session API: small objects, each member checked. */
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { bodyOf, refuseFields } from '../body.ts'
import { bodyRefusal } from '../errors.ts'

/** Longer than anything that people type here. */
const TEXT_LENGTH_MAX = 2_000

export const Text = Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX })
export const Ambiente = Type.Union([Type.Literal('00'), Type.Literal('01')])
export const Direccion = Type.Object(
  { departamento: Text, municipio: Text, distrito: Text, complemento: Text },
  { additionalProperties: false },
)
export const PuntoDeVenta = Type.Object(
  { codEstable: Text, codPuntoVenta: Text },
  { additionalProperties: false },
)

/** Compiles a checker: 400 with every problem, unknown members included. */
export function bodyReader<P extends TProperties>(
  properties: P,
): (body: unknown) => Static<TObject<P>> {
  const read = bodyOf(Type.Object(properties, { additionalProperties: false }), () => null)
  return (body) => {
    if (body === undefined) throw bodyRefusal('Falta el cuerpo, en JSON.')
    return read(body) as Static<TObject<P>>
  }
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
