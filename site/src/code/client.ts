/** An example with `@sello/client`. The compiler asks for a line when the contract gets a route. */
import type { RouteName, RouteSpec } from '../../../packages/contract/src/index.ts'
import type { Example, Json, JsonObject } from '../../../packages/contract/src/openapi/example.ts'

interface Given {
  /** The parameter of the path as a literal. */
  param(name: string): string
  /** The query as an object literal; empty if there is none. */
  readonly query: string
  readonly body: string
  /** A member of the body as a literal. */
  member(name: string): string
}

// biome-ignore format: a table
const CALLS: Readonly<Record<RouteName, (given: Given) => string>> = {
  prepare: ({ body }) => `sello.prepare(${body})`,
  issue: ({ body }) => `sello.issue(${body})`,
  sign: ({ body }) => `sello.sign(${body})`,
  validate: ({ body }) => `sello.proposals.validate(${body})`,
  list: ({ query }) => `sello.listPage(${query})`,
  holding: ({ query }) => `sello.holding(${query})`,
  query: ({ param, query }) => `sello.query(${args(param('codigoGeneracion'), query)})`,
  file: ({ param, query }) => `sello.file(${args(param('codigoGeneracion'), query)})`,
  invalidate: ({ param, body }) => `sello.invalidate(${args(param('codigoGeneracion'), body)})`,
  return: ({ param, body }) => `sello.return(${args(param('codigoGeneracion'), body)})`,
  return_abandon: ({ param }) => `sello.returnAbandon(${args(param('codigoGeneracion'), param('evento'))})`,
  deliver: ({ param, body }) => `sello.deliver(${args(param('codigoGeneracion'), body)})`,
  page_revoke: ({ param }) => `sello.revokePage(${param('codigoGeneracion')})`,
  contingency_list: () => 'sello.contingencies()',
  contingency_close: ({ body }) => `sello.closeContingency(${body})`,
  operaciones_report: ({ body }) => `sello.operaciones.report(${body})`,
  operaciones_list: ({ query }) => `sello.operaciones.page(${query})`,
  operaciones_read: ({ param }) => `sello.operaciones.read(${param('codigoGeneracion')})`,
  proposals_list: ({ query }) => `sello.proposals.page(${query})`,
  proposal_create: ({ body }) => `sello.proposals.create(${body})`,
  proposal_read: ({ param }) => `sello.proposals.read(${param('id')})`,
  proposal_discard: ({ param }) => `sello.proposals.discard(${param('id')})`,
  customers_list: ({ query }) => `sello.customers.page(${query})`,
  customer_create: ({ body }) => `sello.customers.create(${body})`,
  customer_read: ({ param }) => `sello.customers.read(${param('customerId')})`,
  customer_update: ({ param, body }) => `sello.customers.update(${args(param('customerId'), body)})`,
  customer_delete: ({ param }) => `sello.customers.delete(${param('customerId')})`,
  products_list: ({ query }) => `sello.products.page(${query})`,
  product_create: ({ body }) => `sello.products.create(${body})`,
  product_read: ({ param }) => `sello.products.read(${param('productId')})`,
  product_update: ({ param, body }) => `sello.products.update(${args(param('productId'), body)})`,
  product_delete: ({ param }) => `sello.products.delete(${param('productId')})`,
  destinations: () => 'sello.storage.destinations()',
  destination_put: ({ param, body }) => `sello.storage.put(${args(param('id'), body)})`,
  destination_delete: ({ param }) => `sello.storage.end(${param('id')})`,
  destination_verification: ({ param, member }) => `sello.storage.verify(${args(param('id'), member('revision'))})`,
  storage_status: () => 'sello.storage.status()',
  copy_report: ({ param, body }) => `sello.storage.report(${args(param('codigoGeneracion'), body)})`,
  events: ({ query }) => `sello.events.page(${query})`,
  webhooks_list: () => 'sello.webhooks.list()',
  webhook_create: ({ body }) => `sello.webhooks.create(${body})`,
  webhook_update: ({ param, body }) => `sello.webhooks.update(${args(param('id'), body)})`,
  webhook_delete: ({ param }) => `sello.webhooks.delete(${param('id')})`,
  webhook_rotate: ({ param }) => `sello.webhooks.rotate(${param('id')})`,
  webhook_test: ({ param }) => `sello.webhooks.test(${param('id')})`,
  webhook_deliveries: ({ param, query }) => `sello.webhooks.deliveriesPage(${args(param('id'), query)})`,
  webhook_retry: ({ param }) => `sello.webhooks.retry(${args(param('id'), param('entrega'))})`,
  books: ({ param }) => `sello.books(${param('mes')})`,
  books_file: ({ param, query }) => `sello.booksFile(${args(param('mes'), query)})`,
  certificates: ({ param }) => `sello.certificates(${param('nit')})`,
  openapi: () => 'sello.openapi()',
  status: () => 'sello.status()',
}

const args = (...all: readonly string[]) => all.filter((one) => one !== '').join(', ')

export function client(name: RouteName, route: RouteSpec, example: Example): string {
  const { params = {}, query = {}, body = null } = example
  const call = CALLS[name]({
    param: (one) => literal(params[one] ?? '', ''),
    query: Object.keys(query).length === 0 ? '' : literal(typed(route, query), ''),
    body: body === null ? '' : literal(body, ''),
    member: (one) => literal((body as JsonObject | null)?.[one] ?? null, ''),
  })
  return `${CLIENT}\nconst respuesta = await ${call}\nconsole.log(respuesta)`
}

const CLIENT = `import { Sello } from '@sello/client'

const sello = new Sello({
  baseUrl: process.env.SELLO_URL ?? 'http://127.0.0.1:4600',
  apiKey: process.env.SELLO_API_KEY,
  signKey: process.env.SELLO_SIGN_KEY,
})
`

/** The query's texts as the values that the client takes. */
function typed(
  { query: { properties } }: RouteSpec,
  query: Readonly<Record<string, string>>,
): JsonObject {
  const schemas = properties as Readonly<Record<string, { readonly type?: string }>>
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const type = schemas[name]?.type
      const isPlain = type === 'integer' || type === 'number' || type === 'boolean'
      return [name, isPlain ? (JSON.parse(text) as Json) : text]
    }),
  )
}

function literal(value: Json, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? (value as readonly Json[]).map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => `${keyOf(name)}: ${literal(one as Json, inner)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((one) => `${inner}${one},`).join('\n')}\n${indent}${close}`
}

const keyOf = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`)
