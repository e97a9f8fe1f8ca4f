/**
 * The types and tables of `@sello/client`, generated from the contract, for the editors of the client's users.
 * Plain TypeScript, so that the package needs no schema library.
 */
import {
  isAfterKey,
  isFile,
  openapiDocument,
  REFUSALS,
  type RefusalCode,
  ROUTE_SPECS,
  type RouteName,
  type RouteSpec,
  TIPOS_DTE,
} from '../../packages/contract/src/index.ts'

type Node = { readonly [member: string]: unknown }

const HEAD = `/**
 * The wire as types. Printed from packages/contract by \`npm run check -- --update\`; not written by hand.
 * Descriptions are in Spanish, as the service's own contract has them.
 */
/* eslint-disable */
`

/** The complete text of the file. */
export function printWireTypes(): string {
  const { components, paths } = openapiDocument('') as unknown as {
    components: { schemas: Record<string, Node> }
    paths: Record<string, Record<string, Node>>
  }
  const schemas = Object.entries(components.schemas)
  const shapes = schemas.filter(([name]) => !name.startsWith('error_'))
  const requests = TIPOS_DTE.map((tipoDte) => `DteRequest${tipoDte}`)
  return [
    HEAD,
    ...shapes.map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')}\n`),
    `/** The body of \`issue\` and \`prepare\`; \`tipoDte\` says which. */\nexport type DteRequest =\n  | ${requests.join('\n  | ')}\n`,
    printDetails(schemas),
    printRefusals(),
    printRoutes(),
    printOperations(paths),
  ].join('\n')
}

function printDetails(schemas: readonly (readonly [string, Node])[]): string {
  const rows = schemas
    .filter(([name]) => name.startsWith('error_'))
    .map(([name, schema]) => {
      const { error } = schema.properties as { error: Node }
      const { details } = error.properties as Record<string, Node>
      const words = doc(schema.description, '  ')
      return `${words}  readonly ${name.slice('error_'.length)}: ${typeOf(details ?? {}, '  ')}`
    })
  return `/** The \`details\` of every refusal, by its code. */\nexport interface RefusalDetails {\n${rows.join('\n')}\n}\n`
}

function printRefusals(): string {
  const rows = Object.entries(REFUSALS).map(
    ([code, { status, retry }]) =>
      `  ${code}: { status: ${status}, retry: '${retry}', afterKey: ${isAfterKey(code as RefusalCode)} },`,
  )
  return `/**\n * \`retry\`: whether the same request may be sent again with the same Idempotency-Key. \`afterKey\`: whether no\n * earlier request with that key did anything either.\n */\nexport const REFUSALS = {\n${rows.join('\n')}\n} as const\n\nexport type RefusalCode = keyof typeof REFUSALS\n`
}

const routes = () => Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]

function printRoutes(): string {
  const rows = routes().map(
    ([name, { method, path, scope, sign, idem }]) =>
      `  ${name}: { method: '${method}', path: '${path}', keyed: ${scope !== null}, sign: ${sign}, idem: ${idem !== null} },`,
  )
  return `export const ROUTES = {\n${rows.join('\n')}\n} as const\n\nexport type RouteName = keyof typeof ROUTES\n`
}

function printOperations(paths: Record<string, Record<string, Node>>): string {
  const rows = routes().map(([name, route]) => {
    const operation = paths[route.path]?.[route.method.toLowerCase()] ?? {}
    return `${doc(operation.summary, '  ')}  readonly ${name}: {\n    readonly query: ${queryOf(operation)}\n    readonly body: ${bodyOf(operation)}\n    readonly answer: ${answerOf(route, operation)}\n  }`
  })
  return `/** What each route takes and answers. */\nexport interface Operations {\n${rows.join('\n')}\n}\n`
}

function queryOf({ parameters }: Node): string {
  const all = (parameters as readonly Node[]).filter((one) => one.in === 'query')
  const members = all.map(({ name, required, description, schema }) =>
    member(
      String(name),
      { ...(schema as Node), description },
      { isRequired: required === true, indent: '      ' },
    ),
  )
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('\n')}\n    }`
}

const jsonOf = (content: unknown) =>
  ((content as Record<string, Node>)['application/json']?.schema ?? {}) as Node

function bodyOf({ requestBody }: Node): string {
  return requestBody === undefined ? 'null' : typeOf(jsonOf((requestBody as Node).content), '    ')
}

function answerOf(route: RouteSpec, { responses }: Node): string {
  const types = Object.entries(route.answers).map(([status, { body }]) => {
    if (isFile(body)) return 'Uint8Array'
    return typeOf(jsonOf((responses as Record<string, Node>)[status]?.content), '    ')
  })
  return [...new Set(types)].join(' | ')
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Throws for a schema that it cannot print, since a member without a type would be a gap in the client. */
export function typeOf(schema: Node, indent: string): string {
  const { $ref, enum: words, anyOf, oneOf, allOf, type } = schema
  if (typeof $ref === 'string') return String($ref.split('/').at(-1))
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(words)) return words.map(literal).join(' | ')
  if (Array.isArray(anyOf ?? oneOf)) return several(anyOf ?? oneOf, ' | ', indent)
  if (Array.isArray(allOf)) return several(allOf, ' & ', indent)
  if (Array.isArray(type)) {
    return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(' | ')
  }
  if (type === 'object' || (type === undefined && schema.properties)) {
    return objectOf(schema, indent)
  }
  if (type === 'array') return `readonly ${wrapped(typeOf((schema.items ?? {}) as Node, indent))}[]`
  if (typeof type === 'string' && SCALARS[type]) return SCALARS[type]
  if (type === undefined) return 'unknown'
  throw new Error(`no TypeScript for ${JSON.stringify(schema)}`)
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)

const wrapped = (type: string) =>
  /[|&]/.test(type.replace(/^\{[\s\S]*\}$/, '')) ? `(${type})` : type

function several(schemas: unknown, joint: string, indent: string): string {
  return (schemas as readonly Node[]).map((one) => wrapped(typeOf(one, indent))).join(joint)
}

function objectOf(schema: Node, indent: string): string {
  const { properties, required, additionalProperties } = schema
  const names = Object.entries((properties ?? {}) as Record<string, Node>)
  if (names.length === 0) {
    return additionalProperties === false
      ? 'Readonly<Record<string, never>>'
      : 'Readonly<Record<string, unknown>>'
  }
  const all = (required ?? []) as readonly string[]
  const inner = `${indent}  `
  const members = names.map(([name, one]) =>
    member(name, one, { isRequired: all.includes(name), indent: inner }),
  )
  return `{\n${members.join('\n')}\n${indent}}`
}

function member(name: string, schema: Node, how: { isRequired: boolean; indent: string }): string {
  const { isRequired, indent } = how
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
  const type = typeOf(schema, indent)
  return `${doc(schema.description, indent)}${indent}readonly ${key}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}`
}

function doc(description: unknown, indent: string): string {
  return typeof description === 'string' && description !== ''
    ? `${indent}/** ${description.replaceAll(/\s*\n\s*/g, ' ').replaceAll('*/', '*\\/')} */\n`
    : ''
}
