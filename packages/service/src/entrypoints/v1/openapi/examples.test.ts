/**
 * Sends every example of the served contract unchanged and checks the answer: its status, and a body with every
 * member of the example, each of the same type. Values that a caller gets from an earlier answer (a code, a token)
 * are taken from one.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { EARLIER, ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import { createWorld, type Reply, type World } from '../../../../test/world.ts'
import { relay } from '../../../ledger/outbox/relay.ts'

type Example = RouteSpec['examples'][string]

/** In a group each is made, read, changed, deleted: an example that needs another's result runs after it. */
const METHODS: readonly RouteSpec['method'][] = ['PUT', 'POST', 'GET', 'PATCH', 'DELETE']
const ALL = Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]
const ROUTES = [...new Set(ALL.map(([, { grupo }]) => grupo))].flatMap((grupo) =>
  METHODS.flatMap((method) =>
    ALL.filter(([, route]) => route.grupo === grupo && route.method === method),
  ),
)

/** The answers so far, by route and example. */
const answers = new Map<string, Reply>()
let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('every route has its examples', () => {
  assert.equal(ROUTES.length, ALL.length)
  const without = ROUTES.flatMap(([name, { examples }]) =>
    Object.keys(examples).length === 0 ? [name] : [],
  )
  assert.deepEqual(without, ['openapi']) // its answer would contain itself
})

for (const [name, route] of ROUTES) {
  for (const [of, example] of Object.entries(route.examples)) {
    test(`${name}, ${of}: ${example.resumen}`, async () => {
      await relay(world.deps)
      const reply = await send(name, route, example)
      answers.set(`${name} ${of}`, reply)

      assert.equal(reply.status, example.status, reply.text.slice(0, 1_000))
      if (example.answer !== null) assertLike(reply.body, example.answer, 'body')
    })
  }
}

function send(name: RouteName, route: RouteSpec, example: Example): Promise<Reply> {
  const { apiKey, signKey } = world.company.key
  const { query = {}, body } = example
  // The issuer of the example is the test's issuer.
  const params: Readonly<Record<string, string>> = { ...example.params, nit: world.company.nit }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, member) => params[member] ?? '')
  const search = new URLSearchParams(query).toString()
  const sent = name === 'sign' ? prepared() : body
  return world.inject({
    method: route.method,
    url: fromEarlier(search === '' ? path : `${path}?${search}`),
    headers: {
      ...(route.scope === null ? {} : { 'x-service-key': apiKey }),
      ...(route.sign ? { 'x-service-sign-key': signKey ?? '' } : {}),
      ...(route.idem ? { 'idempotency-key': `${name} ${example.resumen.length}` } : {}),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(sent === undefined ? {} : { payload: fromEarlier(JSON.stringify(sent)) }),
  })
}

/** The example's body is prepare's answer, because its token and its document vary. */
function prepared() {
  const { prepareToken, documento } = answers.get('prepare factura')?.body ?? {}
  return { prepareToken, documento }
}

function fromEarlier(text: string): string {
  const made = {
    codigoGeneracion: answers.get('issue creditoFiscal')?.body.codigoGeneracion,
    codigoDevuelto: answers.get('issue factura')?.body.codigoGeneracion,
    codigoInvalidado: answers.get('sign preparada')?.body.codigoGeneracion,
    customerId: answers.get('customer_create contribuyente')?.body.customerId,
    productId: answers.get('product_create cafe')?.body.productId,
    webhookId: answers.get('webhook_create sistema')?.body.id,
    novedad: answers.get('webhook_test prueba')?.body.id,
    propuestaId: answers.get('proposal_create factura')?.body.id,
  }
  const { fecEmi = '', numeroControl } = answers.get('issue creditoFiscal')?.body ?? {}
  const path = `DTE/pruebas/${fecEmi.slice(0, 4)}/${fecEmi.slice(5, 7)}/${numeroControl}`
  return text
    .replaceAll(EARLIER.jsonPath, `${path}.json`)
    .replaceAll(EARLIER.pdfPath, `${path}.pdf`)
    .replaceAll(EARLIER.codigoGeneracion, made.codigoGeneracion)
    .replaceAll(EARLIER.codigoDevuelto, made.codigoDevuelto)
    .replaceAll(EARLIER.codigoInvalidado, made.codigoInvalidado)
    .replaceAll(EARLIER.customerId, made.customerId)
    .replaceAll(EARLIER.productId, made.productId)
    .replaceAll(EARLIER.webhookId, made.webhookId)
    .replaceAll(EARLIER.novedad, made.novedad)
    .replaceAll(EARLIER.propuestaId, made.propuestaId)
}

/** Every member of the example is present with the same type, and `code` is equal. */
function assertLike(actual: unknown, example: unknown, where: string): void {
  assert.equal(typeOf(actual), typeOf(example), where)
  if (Array.isArray(example)) {
    const some = actual as readonly unknown[]
    assert.ok(some.length >= example.length, `${where} has ${some.length} elements`)
    for (const [i, one] of example.entries()) assertLike(some[i], one, `${where}[${i}]`)
  } else if (typeof example === 'object' && example !== null) {
    for (const [name, member] of Object.entries(example)) {
      const inside = (actual as Readonly<Record<string, unknown>>)[name]
      const isSame = SAME.includes(name) && typeof member !== 'object'
      if (isSame) assert.equal(inside, member, `${where}.${name}`)
      else assertLike(inside, member, `${where}.${name}`)
    }
  }
}

/** Values that do not depend on the company, the day or the ministry must equal the example's. */
const SAME = [
  'code',
  'field',
  'rule',
  'estado',
  'tipoDte',
  'totalPagar',
  'version',
  'correo',
  'activo',
]

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
