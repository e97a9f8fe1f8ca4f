/**
 * The contract as a text that a person can compare: each operation with its keys, parameters, answers and refusals, and
 * each member of a body with its form, its bounds and its description, one to a line. Printed from the OpenAPI document,
 * which is what callers get.
 */
import { fileURLToPath } from 'node:url'
import { openapiDocument } from '../src/openapi/document.ts'
import type { Refusal } from '../src/refusal.ts'
import { REFUSALS } from '../src/refusals.ts'
import { CONSOLE_REFUSALS } from '../src/refusals-console.ts'

// biome-ignore lint/suspicious/noExplicitAny: parts of an OpenAPI document have the shape that it says
type Node = any

/** `npm run goldens -- --update` writes it, and a person reviews it. */
export const GOLDEN_OF_CONTRACT = {
  name: 'contrato',
  file: fileURLToPath(new URL('../examples/contrato.txt', import.meta.url)),
}

export function describeContract(): string {
  const { paths, components, ...head }: Node = openapiDocument('')
  const { schemas, headers, parameters, securitySchemes } = components
  return [
    ...Object.entries(head).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
    ...Object.entries<Node>(paths).flatMap(([path, methods]) =>
      Object.entries<Node>(methods).flatMap(([method, one]) => [
        '',
        ...operation(method, path, one),
      ]),
    ),
    ...[schemas, headers, parameters, securitySchemes].flatMap((some) =>
      Object.entries<Node>(some).flatMap(([name, one]) => ['', ...named(name, one)]),
    ),
    '',
    ...Object.entries<Refusal>({ ...REFUSALS, ...CONSOLE_REFUSALS }).flatMap(refusal),
    '',
  ].join('\n')
}

/** Also of those that no route of the wire gives: the console's own. */
function refusal([code, { status, retry, when, queHacer, details }]: [string, Refusal]): string[] {
  return [
    `${status} ${code}, retry ${retry}: ${when} ${queHacer}`,
    ...indented(named('details', details)),
  ]
}

function operation(method: string, path: string, one: Node): string[] {
  const { operationId, tags, summary, description, security, parameters, ...rest } = one
  const { requestBody, responses } = rest
  return [
    `${method.toUpperCase()} ${path} ${operationId}, ${tags}: ${summary}`,
    ...indented([
      description.replaceAll('\n\n', ' '),
      `keys ${JSON.stringify(security)}`,
      ...parameters.flatMap((parameter: Node) => named('parameter', parameter)),
      ...(requestBody ? contents('body', requestBody) : []),
      ...Object.entries<Node>(responses).flatMap(([status, answer]) => contents(status, answer)),
    ]),
  ]
}

/** What its refusals mean stands with their schemas. */
function contents(name: string, { content = {}, headers = {}, description, required }: Node) {
  const isOfRefusals = description?.startsWith('- `')
  const said = [name, required && 'required', isOfRefusals ? '' : description].filter(Boolean)
  const shared = Object.entries<Node>(headers).filter(([, { $ref }]) => $ref)
  const own = Object.entries<Node>(headers).filter(([, { $ref }]) => !$ref)
  return [
    said.join(' ').replaceAll('\n', ' '),
    ...indented([
      ...(shared.length === 0 ? [] : [shared.map(([header]) => header).join(', ')]),
      ...own.flatMap(([header, one]) => named(header, one)),
      ...Object.entries<Node>(content).flatMap(([type, { schema, examples = {}, ...rest }]) => [
        ...named(type, { ...schema, ...rest }),
        ...Object.entries<Node>(examples).map(
          ([example, value]) => `example ${example} ${JSON.stringify(value)}`,
        ),
      ]),
    ]),
  ]
}

/** A schema in one line, and its members below it. */
function named(name: string, schema: Node): string[] {
  const { properties = {}, required = [], items, anyOf = [], allOf = [], ...own } = schema
  const { description, schema: inner, $ref, oneOf = [], ...form } = own
  const isList = Array.isArray(required)
  const facts = Object.entries(isList ? form : { ...form, required }).map(
    ([fact, value]) => `${fact} ${JSON.stringify(value)}`,
  )
  const refs = oneOf.map((one: Node) => one.$ref)
  const alternatives = refs.every(Boolean) ? refs : []
  const others = alternatives.length > 0 ? [] : oneOf
  const short = [$ref, ...alternatives].filter(Boolean).map((ref) => ref.split('/').at(-1))
  const line = [[name, ...short].join(' '), ...facts].join(', ')
  return [
    description ? `${line}: ${description.replaceAll('\n', ' ')}` : line,
    ...indented([
      ...Object.entries<Node>(properties).flatMap(([member, one]) =>
        named(isList && required.includes(member) ? member : `${member}?`, one),
      ),
      ...(items ? named('each', items) : []),
      ...(inner ? named('value', inner) : []),
      ...others.flatMap((one: Node) => named('one', one)),
      ...anyOf.flatMap((one: Node) => named('or', one)),
      ...allOf.flatMap((one: Node) => named('and', one)),
    ]),
  ]
}

const indented = (lines: readonly string[]) => lines.map((line) => ` ${line}`)
