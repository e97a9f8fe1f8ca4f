/** One operation of the document, from its row in the route table. */
import type { TSchema } from 'typebox'
import { type AnswerSpec, isFile, type RouteSpec } from '../route.ts'
import type { RouteName } from '../routes.ts'
import { scopesFor, TIPOS_DTE } from '../words.ts'
import type { Example, Json, JsonObject } from './example.ts'
import { answerHeaders } from './headers.ts'
import { refusalResponses } from './refusals.ts'
import { refTo, type Schemas } from './schemas.ts'

export const LLAVE = 'llave'
export const FIRMA = 'llaveDeFirma'

type Named = readonly (readonly [name: string, example: Example])[]

export function operationOf(name: RouteName, route: RouteSpec, schemas: Schemas): JsonObject {
  const examples = Object.entries(route.examples)
  return {
    operationId: name,
    tags: [route.grupo],
    summary: route.resumen,
    description: `${route.descripcion}${scopeWords(route)}`,
    security: securityOf(route),
    parameters: parametersOf(name, route, schemas),
    ...(route.body === null ? {} : { requestBody: requestBodyOf(route.body, examples, schemas) }),
    responses: responsesOf(name, route, examples, schemas),
  }
}

function scopeWords({ scope }: RouteSpec): string {
  if (scope === null || scope === 'any') return ''
  const words = scopesFor(scope).map((one) => `\`${one}\``)
  return `\n\nAlcance de la llave: ${words.join(' o ')}.`
}

function securityOf({ scope, sign }: RouteSpec): Json {
  if (scope === null) return []
  return [{ [LLAVE]: [], ...(sign ? { [FIRMA]: [] } : {}) }]
}

function parametersOf(
  name: string,
  { params, query, idem, idemOptional }: RouteSpec,
  schemas: Schemas,
): Json {
  const parameter = (where: string) => (entry: readonly [string, TSchema]) => {
    const [member, schema] = entry
    // Wrapped in an object, so that its description is found like every member's.
    const { properties } = schemas.of({ properties: { [member]: schema } } as TSchema, name)
    const { description = '', ...own } = (properties as Readonly<Record<string, JsonObject>>)[
      member
    ] as JsonObject
    return { name: member, in: where, required: where === 'path', description, schema: own }
  }
  return [
    ...Object.entries(params).map(parameter('path')),
    ...Object.entries<TSchema>(query.properties).map(parameter('query')),
    ...(idem !== null ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(idemOptional ? [{ $ref: '#/components/parameters/IdempotencyKeyOpcional' }] : []),
  ]
}

function requestBodyOf(
  body: TSchema | readonly TSchema[],
  examples: Named,
  schemas: Schemas,
): JsonObject {
  const bodies = examples.filter(([, { body }]) => body !== undefined)
  const schema = Array.isArray(body) ? byType() : schemas.of(body as TSchema, 'body')
  return {
    required: true,
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(
          bodies.map(([name, { resumen, body = null }]) => [
            name,
            { summary: resumen, value: body },
          ]),
        ),
      },
    },
  }
}

/** The body of each document type; `tipoDte` says which. */
function byType(): JsonObject {
  const refs = TIPOS_DTE.map((tipoDte) => [tipoDte, refTo(`DteRequest${tipoDte}`)] as const)
  return {
    oneOf: refs.map(([, ref]) => ref),
    discriminator: {
      propertyName: 'tipoDte',
      mapping: Object.fromEntries(refs.map(([tipoDte, { $ref = '' }]) => [tipoDte, $ref])),
    },
  }
}

function responsesOf(
  name: string,
  route: RouteSpec,
  examples: Named,
  schemas: Schemas,
): JsonObject {
  const answers = Object.entries(route.answers).map(([status, answer]) => [
    status,
    answerOf(name, route, answer, schemas),
  ])
  const responses: Record<string, JsonObject> = {
    ...Object.fromEntries(answers),
    ...refusalResponses(route),
  }
  for (const [status, response] of Object.entries(responses)) {
    responses[status] = withExamples(response, examples, Number(status))
  }
  return responses
}

function answerOf(
  name: string,
  route: RouteSpec,
  answer: AnswerSpec,
  schemas: Schemas,
): JsonObject {
  const own = Object.entries(answer.headers ?? {}).map(([header, description]) => [
    header,
    { description, schema: { type: 'string' } },
  ])
  const content = isFile(answer.body)
    ? Object.fromEntries(answer.body.map((type) => [type.split(';')[0], {}]))
    : { 'application/json': { schema: schemas.of(answer.body, name) } }
  return {
    description: answer.descripcion,
    headers: { ...answerHeaders(route), ...Object.fromEntries(own) },
    content,
  }
}

/** Adds the answers of the examples with this status. */
function withExamples(response: JsonObject, examples: Named, status: number): JsonObject {
  const mine = examples.filter(([, one]) => one.status === status && one.answer !== null)
  if (mine.length === 0) return response
  const content = response.content as Readonly<Record<string, JsonObject>>
  const values = mine.map(([name, { resumen, answer }]) => [
    name,
    { summary: resumen, value: answer },
  ])
  const json = { ...content['application/json'], examples: Object.fromEntries(values) }
  return { ...response, content: { ...content, 'application/json': json } }
}
