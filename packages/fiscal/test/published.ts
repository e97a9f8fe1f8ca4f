/**
 * The ministry's published schemas, if the reference folder is next to the project. Their multipleOf is removed and
 * decimals are counted as digits instead, because a multipleOf of 0.01 refuses 0.07 in binary floating point.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TipoDte } from '@sello/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { TIPOS } from '../src/index.ts'

const FOLDER = fileURLToPath(new URL('../../../../shared/reference/', import.meta.url))

/** Why the tests against the published schemas do not run, or false. */
export const missing = existsSync(`${FOLDER}schemas`)
  ? false
  : 'no reference folder at ../shared/reference'
if (missing) console.log(`NOTICE: nothing is compared with the published schemas: ${missing}`)

export const EVENT_SCHEMAS = {
  invalidacion: 'invalidacion-schema-v3',
  retorno: 'fe-eret-v1',
  contingencia: 'contingencia-schema-v4',
} as const

/** The schema that states the type and the version which we issue. */
export function publishedCheck(tipoDte: TipoDte): ValidateFunction {
  const [{ version }] = TIPOS[tipoDte].versions
  const name = SCHEMAS().find((one) => {
    const { identificacion } = (readJson(`schemas/${one}.json`) as Stating).properties
    const stated = identificacion?.properties
    return stated?.tipoDte?.const === tipoDte && stated.version?.const === version
  })
  if (!name) throw new Error(`no published schema of ${tipoDte} in version ${version}`)
  return compiled(name)
}

const SCHEMAS = () => readdirSync(`${FOLDER}schemas`).map((file) => file.replace(/[.]json$/, ''))

/** Where a schema states what it is of. */
interface Stating {
  readonly properties: {
    readonly identificacion?: {
      readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>
    }
  }
}

export function publishedEventCheck(evento: keyof typeof EVENT_SCHEMAS): ValidateFunction {
  return compiled(EVENT_SCHEMAS[evento])
}

function compiled(name: string): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addKeyword({
    keyword: 'decimals',
    type: 'number',
    validate: (decimals: number, n: number) => decimalsOf(n) <= decimals,
  })
  return ajv.compile(withDecimals(readJson(`schemas/${name}.json`)) as object)
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
