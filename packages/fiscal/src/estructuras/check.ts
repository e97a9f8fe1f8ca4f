/**
 * Validates a document against its structure. Structures are compiled once at start; only a failing document is
 * walked again to locate the errors.
 */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import type { Problem } from '../problem.ts'

/** Every structural problem of a document; empty if it conforms. */
export type CheckEstructura = (documento: unknown) => Problem[]

/** More than one mistake in each member of the longest document. */
const ERRORS_MAX = 50_000

export function compileEstructura(estructura: TSchema): CheckEstructura {
  const validator = Compile(estructura)
  return (documento) => {
    if (validator.Check(documento)) return []
    return withAllErrors(() => validator.Errors(documento)).flatMap(problemsOf)
  }
}

/** The library stops at 8 errors unless its one global setting is changed. */
function withAllErrors<T>(errors: () => T): T {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: ERRORS_MAX })
  try {
    return errors()
  } finally {
    Settings.Set({ maxErrors })
  }
}

function problemsOf(error: TLocalizedValidationError): Problem[] {
  const field = fieldOf(error.instancePath)
  switch (error.keyword) {
    case 'boolean': // reported together with additionalProperties
      return []
    case 'required':
      return error.params.requiredProperties.map((name) => problem(under(field, name), 'required'))
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) =>
        problem(under(field, name), 'additionalProperties'),
      )
    case '~refine': {
      const [keyword = '', limit] = error.params.message.split(' ')
      return [problem(field, keyword, limit)]
    }
    default: {
      const { limit } = error.params as { limit?: unknown }
      return [problem(field, error.keyword, limit)]
    }
  }
}

function problem(field: string, rule: string, limit?: unknown): Problem {
  const say = MESSAGES[rule] ?? (() => 'no tiene la forma que pide la estructura del documento')
  return { field, rule, message: `${field} ${say(limit)}.` }
}

// biome-ignore format: a table
const MESSAGES: Readonly<Record<string, (limit: unknown) => string>> = {
  required:             () => 'falta; escríbalo',
  additionalProperties: () => 'no existe en este tipo de documento; quítelo',
  type:                 () => 'falta o no es del tipo de dato esperado',
  enum:                 () => 'no es uno de los valores permitidos',
  const:                () => 'no es el valor de este tipo de documento',
  pattern:              () => 'no tiene el formato esperado',
  format:               () => 'no es una fecha AAAA-MM-DD que exista',
  minLength:            (limit) => `debe tener al menos ${count(limit, 'carácter', 'caracteres')}`,
  maxLength:            (limit) => `debe tener a lo más ${count(limit, 'carácter', 'caracteres')}`,
  minItems:             (limit) => `debe tener al menos ${count(limit, 'elemento', 'elementos')}`,
  maxItems:             (limit) => `debe tener a lo más ${count(limit, 'elemento', 'elementos')}`,
  uniqueItems:          () => 'no debe repetir elementos',
  minimum:              (limit) => `debe ser ${limit} o mayor`,
  maximum:              (limit) => `debe ser ${limit} o menor`,
  exclusiveMinimum:     (limit) => `debe ser mayor que ${limit}`,
  exclusiveMaximum:     (limit) => `debe ser menor que ${limit}`,
  multipleOf:           (limit) => `debe tener a lo más ${count(limit, 'decimal', 'decimales')}: redondéelo`,
}

function count(n: unknown, one: string, many: string): string {
  return `${n} ${Number(n) === 1 ? one : many}`
}

/** `/cuerpoDocumento/1/cantidad` is `cuerpoDocumento[1].cantidad`. */
function fieldOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((field, part) => (/^\d+$/.test(part) ? `${field}[${part}]` : under(field, part)), '')
}

function under(field: string, name: string): string {
  return field ? `${field}.${name}` : name
}
