/**
 * The ministry's published JSON schemas, when their folder is given. `multipleOf` is removed from them
 * and checked on the decimals of the text: in binary floating point 0.07 is not a multiple of 0.01.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { unitsOf } from '../json/decimal.ts'
import { isObject, isOddNumber, type Json } from '../json/parse.ts'

type Schema = { readonly [keyword: string]: unknown }

/** The problems of a document; empty when it meets the schema. `documento` was parsed from `text`. */
export type PublishedCheck = (text: string, documento: Json) => readonly string[]

/** The schemas are trusted. Without these two options compiling takes six times as long. */
const FAST = { validateSchema: false, code: { optimize: false } } as const
const OPTIONS = { strict: false, allErrors: true, logger: false, ...FAST } as const

/** By the text of its schema: the simulators of one process compile each once. */
const checks = new Map<string, PublishedCheck>()

/** Reads one schema; throws when the folder lacks it. */
export async function loadPublished(dir: string, file: string): Promise<PublishedCheck> {
  const schema = await readFile(join(dir, file), 'utf8')
  const check = checks.get(schema) ?? checkOf(JSON.parse(schema) as Schema)
  checks.set(schema, check)
  return check
}

/** The first document compiles the schema: most simulators see one or two of the nine. */
function checkOf(schema: Schema): PublishedCheck {
  let compiled: ValidateFunction | undefined
  return (text, documento) => {
    compiled ??= compile(schema)
    const validate = compiled
    const problems: string[] = []
    if (!validate(JSON.parse(text))) problems.push(...(validate.errors ?? []).map(sentence))
    checkMultiples(schema, documento, '#', problems)
    return problems
  }
}

function compile(schema: Schema): ValidateFunction {
  const ajv = new Ajv(OPTIONS)
  // The module's types describe its CommonJS default as a namespace.
  const addFormats = addFormatsModule as unknown as (ajv: Ajv) => Ajv
  addFormats(ajv)
  return ajv.compile(withoutMultiples(schema) as Schema)
}

function sentence({ instancePath, keyword, params }: ErrorObject): string {
  const path = `#${instancePath}`
  if (keyword === 'required') return `Campo ${path}/${params.missingProperty} es requerido`
  if (keyword === 'additionalProperties') {
    return `Campo ${path}/${params.additionalProperty} no es permitido`
  }
  return `Campo ${path} no cumple el formato requerido`
}

function withoutMultiples(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutMultiples)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([name, value]) => name !== 'multipleOf' || typeof value !== 'number',
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutMultiples(value)]))
}

function checkMultiples(schema: Schema, value: Json, path: string, problems: string[]): void {
  const step = schema.multipleOf
  if (typeof step === 'number' && !isMultiple(value, step)) {
    problems.push(`Campo ${path} no cumple el formato requerido`)
  }
  if (Array.isArray(value)) {
    const items = schema.items as Schema | undefined
    if (!items) return
    value.forEach((item, i) => {
      checkMultiples(items, item, `${path}/${i}`, problems)
    })
  } else if (isObject(value)) {
    const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
    for (const [name, member] of Object.entries(value)) {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (own) checkMultiples(own, member, `${path}/${name}`, problems)
    }
  }
}

/** Only numbers are checked. A number finer than the scale is finer than every step in use. */
function isMultiple(value: Json, step: number): boolean {
  const units = isOddNumber(value) ? value.units : value
  if (units === null) return !isOddNumber(value)
  const stepUnits = unitsOf(String(step))
  return typeof units !== 'bigint' || !stepUnits || units % stepUnits === 0n
}
