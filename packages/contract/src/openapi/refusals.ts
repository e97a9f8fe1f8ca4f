/** The refusals of a route, by status: when each is given and what the caller should do. */
import { REFUSALS, type RefusalCode } from '../refusals.ts'
import type { RouteSpec } from '../route.ts'
import type { JsonObject } from './example.ts'
import { refusalHeaders } from './headers.ts'
import { refTo, type Schemas } from './schemas.ts'

const CODES = Object.keys(REFUSALS) as RefusalCode[]
const nameOf = (code: RefusalCode) => `error_${code}`

/** One component per code. */
export function refusalSchemas(schemas: Schemas): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(CODES.map((code) => [nameOf(code), refusalSchema(code, schemas)]))
}

function refusalSchema(code: RefusalCode, schemas: Schemas): JsonObject {
  const error = closed({
    code: { const: code, description: 'Para programas. Conserva su significado.' },
    message: { type: 'string', description: 'Para personas. Puede cambiar.' },
    details: { ...schemas.of(REFUSALS[code].details, code), description: 'Lo que el código trae.' },
  })
  const described = { ...error, description: 'Qué se rechazó y por qué.' }
  return { ...closed({ error: described }), description: wordsOf(code) }
}

function closed(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  const required = Object.keys(properties)
  return { type: 'object', required, properties, additionalProperties: false }
}

const wordsOf = (code: RefusalCode) => `${REFUSALS[code].when} ${REFUSALS[code].queHacer}`

/** The `responses` of refusing statuses. */
export function refusalResponses({ refusals }: RouteSpec): Readonly<Record<string, JsonObject>> {
  const statuses = [...new Set(refusals.map((code) => REFUSALS[code].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = CODES.filter(
        (code) => refusals.includes(code) && REFUSALS[code].status === status,
      )
      return [String(status), responseOf(status, codes)]
    }),
  )
}

function responseOf(status: number, codes: readonly RefusalCode[]): JsonObject {
  const refs = codes.map((code) => refTo(nameOf(code)))
  const [only] = refs
  const schema = refs.length === 1 && only ? only : { oneOf: refs }
  return {
    description: codes.map((code) => `- \`${code}\`: ${wordsOf(code)}`).join('\n'),
    headers: refusalHeaders(status, codes),
    content: { 'application/json': { schema } },
  }
}
