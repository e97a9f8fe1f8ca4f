/**
 * Writes the JSON text of a document that is signed: members in the order of the ministry's structure, explicit
 * nulls, amounts as shortest plain decimals (`13`, never `13.0` or `1.3e1`, because the ministry compares text), no
 * white space.
 *
 * A structure is compiled to writers once; writing a document only runs them.
 */
import type { TSchema } from 'typebox'
import { type Monto, toText } from './monto.ts'

export type Serialise = (documento: unknown) => string

type Write = (value: unknown) => string

/** A document that lacks a member of its structure is a bug, since it was checked before. */
export function compileSerialise(estructura: TSchema): Serialise {
  return writerOf(estructura as Shape)
}

interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

function writerOf(shape: Shape): Write {
  if (shape.properties) return objectWriter(Object.entries(shape.properties))
  if (shape.items) return arrayWriter(writerOf(shape.items))
  return writeValue
}

function objectWriter(properties: readonly (readonly [string, Shape])[]): Write {
  const names = properties.map(([name]) => name)
  const prefixes = names.map((name, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const writers = properties.map(([, shape]) => writerOf(shape))
  return (value) => {
    if (value === null) return 'null'
    if (typeof value !== 'object') throw misplaced(value)
    const object = value as Readonly<Record<string, unknown>>
    let text = ''
    for (let i = 0; i < names.length; i++) {
      text += prefixes[i] as string
      text += (writers[i] as Write)(object[names[i] as string])
    }
    return `${text}}`
  }
}

function arrayWriter(item: Write): Write {
  return (value) => {
    if (value === null) return 'null'
    if (!Array.isArray(value)) throw misplaced(value)
    return `[${value.map((element) => item(element)).join()}]`
  }
}

function writeValue(value: unknown): string {
  switch (typeof value) {
    case 'bigint':
      return toText(value as Monto)
    case 'string':
      return JSON.stringify(value)
    case 'number':
      return String(value)
    default:
      if (value === null) return 'null'
      throw misplaced(value)
  }
}

function misplaced(value: unknown): Error {
  return new Error(`bug: a document holds ${typeof value} where its structure has another thing`)
}
