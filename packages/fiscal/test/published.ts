/**
 * The ministry's published schemas, if the reference folder is next to the project. Their multipleOf is removed and
 * decimals are counted as digits instead, because a multipleOf of 0.01 refuses 0.07 in binary floating point.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { TipoDte } from '@sello/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TObject } from 'typebox'
import { EVENTOS, TIPOS } from '../src/index.ts'

const FOLDER = fileURLToPath(new URL('../../../../shared/reference/', import.meta.url))

/** Why the tests against the published schemas do not run, or false. */
export const missing = existsSync(`${FOLDER}schemas`)
  ? false
  : 'no reference folder at ../shared/reference'
if (missing) console.log(`NOTICE: nothing is compared with the published schemas: ${missing}`)

/** The schema that states the type and the version which we issue. */
export function publishedCheck(tipoDte: TipoDte): ValidateFunction {
  const [{ version }] = TIPOS[tipoDte].versions
  return compiled(`${tipoDte} in version ${version}`, ({ properties }) => {
    const stated = properties.identificacion?.properties
    return stated?.tipoDte?.const === tipoDte && stated.version?.const === version
  })
}

/** An event does not state its kind: the schema with its sections that states the version which we issue. */
export function publishedEventCheck(evento: keyof typeof EVENTOS): ValidateFunction {
  const { version, estructura } = EVENTOS[evento]
  const sections = Object.keys((estructura as TObject).properties)
  return compiled(`${evento} in version ${version}`, ({ properties }) => {
    const stated = properties.identificacion?.properties?.version?.const
    return stated === version && isDeepStrictEqual(Object.keys(properties), sections)
  })
}

/** Where a schema states what it is of. */
interface Stating {
  readonly properties: {
    readonly [section: string]: {
      readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>
    }
  }
}

/** The one schema for which `isOf` holds; `what` it is of, for the message. */
function compiled(what: string, isOf: (schema: Stating) => boolean): ValidateFunction {
  const found = readdirSync(`${FOLDER}schemas`)
    .map((file) => readJson(`schemas/${file}`))
    .filter((schema) => isOf(schema as Stating))
  if (found.length !== 1) throw new Error(`there are ${found.length} published schemas of ${what}`)
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addKeyword({
    keyword: 'decimals',
    type: 'number',
    validate: (decimals: number, n: number) => decimalsOf(n) <= decimals,
  })
  return ajv.compile(withDecimals(found[0]) as object)
}

export function sample(name: string): Record<string, unknown> {
  return readJson(`samples/${name}.json`) as Record<string, unknown>
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(`${FOLDER}${path}`, 'utf8'))
}

function withDecimals(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withDecimals)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === 'multipleOf' ? ['decimals', value === 0.01 ? 2 : 8] : [key, withDecimals(value)],
    ),
  )
}

function decimalsOf(n: number): number {
  const [digits = '', exponent = '0'] = String(n).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}
