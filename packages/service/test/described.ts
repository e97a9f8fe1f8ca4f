/**
 * Validates every answer in a test against its route in the contract: status, headers, body, and a refusal's code
 * and details. An answer that packages/contract/src/routes.ts does not describe fails the test.
 */
import assert from 'node:assert/strict'
import {
  type AnswerSpec,
  CONSOLE_REFUSALS,
  ErrorBody,
  isFile,
  REFUSALS,
  type Refusal,
  type RouteSpec,
  routesOf,
} from '@sello/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Reply } from './world.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The request: a method and an address without the base path. */
export interface Asked {
  readonly method: string
  readonly url: string
}

/** Fails on a status, a header or a body that the contract does not describe. */
export function assertDescribed({ method, url }: Asked, reply: Reply): void {
  const { status, headers, text, body } = reply
  const where = `${method} ${url.slice(0, 200)} answered ${status}: ${text.slice(0, 500)}`
  assertSaid(body, where)
  assert.match(String(headers['x-request-id']), UUID, where)
  const [path = ''] = url.split(/[?#]/)
  const routes = routesOf(path)
  const route = routes.find((one) => methodsOf(one).includes(method))
  if (status >= 400) {
    assertRefusal({ method, route, isRoute: routes.length > 0 }, reply, where)
    return
  }
  assert.ok(route, `the contract has no such route: ${where}`)
  const answer = route.answers[status]
  assert.ok(answer, `the contract describes no ${status} here: ${where}`)
  assertHeaders(route, answer, reply, where)
  if (method === 'HEAD') return // its body is taken off on the wire
  if (!isFile(answer.body)) assert.deepEqual(errorsOf(answer.body, reply.body), [], where)
}

/** Members that people read: each is a whole sentence, and a part that is missing from one shows. */
const SENTENCES = new Set(['message', 'mensaje', 'queHacer', 'detalle'])
const SENTENCE = /^(?!\s)(?:(?! [,.:;)]| {2}).)*\S$/s
/** Members by which a program tells problems apart. */
const NAMES = new Set(['ayuda', 'field', 'rule'])

function assertSaid(value: unknown, where: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'string') assertSaid(member, where)
    else if (SENTENCES.has(name)) {
      assert.match(withoutField(member, value), SENTENCE, `${name}: ${where}`)
    } else if (NAMES.has(name)) assert.match(member, /\S/, `${name}: ${where}`)
  }
}

/** A message may begin with the field, whose name the caller may have chosen. */
function withoutField(text: string, { details }: { readonly details?: { field?: string } }) {
  const beginning = `${details?.field}: `
  return text.startsWith(beginning) ? text.slice(beginning.length) : text
}

/** Routes without a key also answer HEAD. */
const methodsOf = ({ method, scope }: RouteSpec) => (scope === null ? [method, 'HEAD'] : [method])

function assertHeaders(route: RouteSpec, answer: AnswerSpec, { headers }: Reply, where: string) {
  const types = isFile(answer.body) ? answer.body : [JSON_TYPE]
  assert.ok(types.includes(String(headers['content-type'])), where)
  if (route.scope !== null) assertWindows(headers, where)
  const caching = route.scope === null ? 'public, max-age=3600' : 'no-store'
  assert.equal(headers['cache-control'], caching, where)
  for (const name of Object.keys(answer.headers ?? {})) {
    const given = headers[name.toLowerCase()]
    if (name === 'Idempotency-Replayed') assert.ok([undefined, 'true'].includes(given as string))
    else assert.equal(typeof given, 'string', `${name} is missing: ${where}`)
  }
}

/** The headers about the key's windows in an authenticated answer (docs/wire.md#limits). */
function assertWindows(headers: Reply['headers'], where: string): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const text = String(headers[`ratelimit-${name}`])
    assert.match(text, /^\d+$/, `RateLimit-${name}: ${where}`)
    return Number(text)
  }) as [number, number, number]
  assert.ok(remaining <= limit && reset <= RESET_MAX, `${limit} ${remaining} ${reset}: ${where}`)
  assert.match(String(headers['ratelimit-policy']), /^\d+;w=\d+(, \d+;w=\d+)*$/, where)
}

/** A day, and a second where another call was counted a moment after this one arrived. */
const RESET_MAX = 24 * 60 * 60 + 1

/** Answers before the key is known, or when it cannot be. */
const WITHOUT_KEY: readonly string[] = [
  'unauthorized',
  'invalid_api_key',
  'service_unavailable',
  'internal_error',
]

/** Problems that are found before the key is checked. */
const BEFORE_KEY: readonly string[] = ['path', 'Host', 'Expect']

interface CalledRoute {
  readonly method: string
  readonly route: RouteSpec | undefined
  /** Whether the path is one of ours, with whatever method. */
  readonly isRoute: boolean
}

function assertRefusal({ method, route, isRoute }: CalledRoute, reply: Reply, where: string): void {
  const { headers, body } = reply
  if (method === 'HEAD') return // its body is taken off on the wire
  assertRow(REFUSALS, reply, where)
  const { code, details } = body.error
  const isKeyed = route !== undefined && route.scope !== null
  if (isKeyed && !WITHOUT_KEY.includes(code) && !BEFORE_KEY.includes(details.field)) {
    assertWindows(headers, where)
  }
  const elsewhere = isRoute ? ['method_not_allowed'] : ['not_found']
  const listed: readonly string[] = route?.refusals ?? [...elsewhere, 'invalid_request']
  assert.ok(listed.includes(code), `packages/contract/src/routes.ts lists no ${code}: ${where}`)
}

interface Refusing {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: checked against the contract
  readonly body: any
}

/** Fails on a refusal of the console's API that is no row of the two tables. */
export function assertDescribedRefusal(reply: Refusing): void {
  const where = `answered ${reply.status}: ${JSON.stringify(reply.body).slice(0, 500)}`
  assertSaid(reply.body, where)
  assertRow({ ...REFUSALS, ...CONSOLE_REFUSALS }, reply, where)
}

/** Its row has its status, its details and whether to repeat it. */
function assertRow(
  table: Readonly<Record<string, Refusal>>,
  { status, headers, body }: Refusing,
  where: string,
): void {
  assert.equal(headers['content-type'], JSON_TYPE, where)
  assert.equal(headers['cache-control'], 'no-store', where)
  assert.deepEqual(errorsOf(ErrorBody, body), [], where)
  const { code, message, details } = body.error
  const refusal = Object.hasOwn(table, code) ? table[code] : undefined
  assert.ok(refusal, `an unknown code: ${where}`)
  assert.equal(refusal.status, status, where)
  assert.equal('retry-after' in headers, refusal.retry === 'safe' || waits(details), where)
  assert.ok(message.length > 10, `no sentence: ${where}`)
  assert.deepEqual(errorsOf(refusal.details, details), [], where)
}

/** A full window says when it has a free slot. */
const waits = (details: object) => 'retryAfterSeconds' in details

const compiled = new Map<TSchema, ReturnType<typeof Compile>>()

function errorsOf(schema: TSchema, body: unknown) {
  const check = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, check)
  return check.Errors(body)
}
