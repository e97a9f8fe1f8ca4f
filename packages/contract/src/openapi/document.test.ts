import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ErrorBody } from '../answers.ts'
import { REFUSALS, type RefusalCode } from '../refusals.ts'
import { isFile, type RouteSpec } from '../route.ts'
import { ROUTE_SPECS } from '../routes.ts'
import { openapiDocument } from './document.ts'
import type { Example } from './example.ts'
import { MEMBERS, TABLES } from './members.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests know the shape of the parts they visit
type Node = any

const document: Node = openapiDocument('')
const operations: readonly Node[] = Object.values<Node>(document.paths).flatMap((item) =>
  Object.values(item),
)
const examples = Object.entries<RouteSpec>(ROUTE_SPECS).flatMap(([name, route]) =>
  Object.entries(route.examples).map(([of, example]) => ({
    what: `${name}, ${of}`,
    route,
    example,
  })),
)

function* nodesOf(node: Node, path = '#'): Generator<readonly [path: string, node: Node]> {
  if (typeof node !== 'object' || node === null) return
  yield [path, node]
  for (const [name, inside] of Object.entries(node)) yield* nodesOf(inside, `${path}/${name}`)
}

const withoutExamples = [...nodesOf(document)].filter(([path]) => !path.includes('/examples/'))

function resolve(ref: string): Node {
  return ref
    .slice(2)
    .split('/')
    .reduce((node, name) => node?.[name], document)
}

test('every reference resolves, and every component is used', () => {
  const refs = withoutExamples.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []))
  const components = Object.entries<Node>(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, some]) => Object.keys(some).map((name) => `#/components/${kind}/${name}`))

  assert.deepEqual(
    refs.filter((ref) => resolve(ref) === undefined),
    [],
  )
  assert.deepEqual(
    components.filter((name) => !refs.includes(name)),
    [],
  )
})

test('every route of the table is an operation with its own name', () => {
  const ids = operations.map(({ operationId }) => operationId)

  assert.equal(new Set(ids).size, ids.length)
  for (const [name, { method, path }] of Object.entries(ROUTE_SPECS)) {
    assert.equal(document.paths[path][method.toLowerCase()].operationId, name)
  }
})

test('every refusal is under its status, with when it is given and what to do', () => {
  for (const [code, { status, when }] of Object.entries(REFUSALS)) {
    const listed = operations.filter(({ responses }) =>
      String(responses[status]?.description).includes(`- \`${code}\`: ${when} `),
    )
    assert.ok(listed.length > 0, `${code} is a refusal of no route`)
    const { description } = document.components.schemas[`error_${code}`]
    assert.ok(description.length > when.length + 10, `${code} says nothing of what to do`)
  }
})

/** A limit alone does not say what a member is. */
const isTold = ({ description, const: fixed }: Node) =>
  fixed !== undefined || (description !== undefined && !/^Hasta \d+ decimales/.test(description))

test('every member and every parameter has a Spanish description', () => {
  const silent = withoutExamples.flatMap(([path, node]) => {
    if (!path.endsWith('/properties')) return []
    return Object.entries<Node>(node).flatMap(([name, member]) =>
      isTold(member) ? [] : [`${path}/${name}`],
    )
  })
  const parameters = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter((one: Node) => !one.$ref && !one.description)
      .map((one: Node) => `${operationId}: ${one.name}`),
  )

  assert.deepEqual([...silent, ...parameters], [])
})

/** A row that is named by another member than the nearest one around it would leave a general word in its place. */
test('every row of the descriptions describes a member', () => {
  const rows = MEMBERS as Record<string, string>
  const words = { ...rows }
  for (const name of Object.keys(words)) rows[name] = `«${name}»`
  const printed = JSON.stringify(openapiDocument(''))
  Object.assign(rows, words)

  assert.deepEqual(
    Object.keys(words).filter((name) => !printed.includes(`«${name}»`)),
    [],
  )
})

test('no member is described twice: the second row would take the place of the first', () => {
  const names = TABLES.flatMap((table) => Object.keys(table))
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  )
})

test('every operation requires its route’s keys and Idempotency-Key', () => {
  for (const { method, path, scope, sign, idem, idemOptional } of Object.values(
    ROUTE_SPECS,
  ) as RouteSpec[]) {
    const { security, parameters } = document.paths[path][method.toLowerCase()]
    const keys = security.flatMap((one: object) => Object.keys(one))
    const wanted = scope === null ? [] : sign ? ['llave', 'llaveDeFirma'] : ['llave']
    assert.deepEqual(keys, wanted, path)
    assert.equal(
      parameters.some(({ $ref }: Node) => $ref?.endsWith('/IdempotencyKey')),
      idem !== null,
      path,
    )
    const mayBeSent = parameters.some(({ $ref }: Node) => $ref?.endsWith('/IdempotencyKeyOpcional'))
    assert.equal(mayBeSent, idemOptional === true, path)
  }
})

test('with a base path the server’s address has it', () => {
  assert.equal(document.servers[0].url, '/')
  assert.equal((openapiDocument('/api') as Node).servers[0].url, '/api')
})

for (const { what, route, example } of examples) {
  test(`an example matches the contract: ${what}`, () => {
    const { status, answer } = example
    const spec = route.answers[status]
    if (spec && !isFile(spec.body)) assertValid(spec.body, answer)
    else if (spec) assert.equal(answer, null)
    else assertRefusal(route, example)
  })
}

function assertRefusal(route: RouteSpec, { status, answer }: Example): void {
  assertValid(ErrorBody, answer)
  const { code, details } = (answer as Node).error
  assert.ok(route.refusals.includes(code))
  assert.equal(REFUSALS[code as RefusalCode].status, status)
  assertValid(REFUSALS[code as RefusalCode].details, details)
}

function assertValid(schema: TSchema, value: unknown): void {
  assert.deepEqual(Compile(schema).Errors(value), [])
}
