/**
 * No company ever sees another's data. Random operations of three companies in two environments; every answer is
 * searched for the others' data, even inside the signed bytes. Another company's data gets the same answer as
 * missing data, byte for byte.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { relay } from '../../src/ledger/outbox/relay.ts'
import { createWorld, type Reply, type World } from '../world.ts'
import { outsideOperations } from './outside-operations.ts'
import { storageOperations } from './storage-operations.ts'
import {
  ABSENT,
  type Actors,
  type Calls,
  createTenants,
  type Method,
  pick,
  sale,
  secretsFrom,
  type Tenant,
  thingsOf,
} from './tenants.ts'

let world: World
let tenants: readonly Tenant[]
/** How often each operation met its own data, and another's. */
const met = new Map<string, number>()
before(async () => {
  world = await createWorld()
  tenants = await createTenants(world)
})
after(() => world.close())

/** One operation: the caller, the owner of its targets, and the targets. */
interface Step {
  readonly operation: Operation
  readonly who: number
  readonly isOwn: boolean
  /** The expected answer for another's data. */
  readonly whose: number
  readonly which: number
}

test('random operations of three companies in two environments never show one company’s data to another', async () => {
  const step = fc.record({
    operation: fc.constantFrom(...(Object.keys(OPERATIONS) as Operation[])),
    who: fc.nat(5),
    isOwn: fc.boolean(),
    whose: fc.nat(5),
    which: fc.nat(1_000),
  })
  await takeEach()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      for (const each of steps) await take(each)
    }),
    { numRuns: 12, endOnFailure: true },
  )
  for (const operation of Object.keys(OPERATIONS)) {
    if (ABOUT_A_THING.has(operation)) {
      assert.ok(met.get(`${operation} foreign`), `${operation} never met what is another's`)
    }
    assert.ok(met.get(`${operation} own`), `${operation} never met what is its own`)
  }
})

/** Runs each operation once on own and once on foreign data, so that both are certain to occur. */
async function takeEach(): Promise<void> {
  const makes = [
    'issue',
    'issue',
    'prepare',
    'list',
    'storeCustomer',
    'connectDestination',
    'propose',
    'createHook',
    'testHook',
    'hookDeliveries',
    'report',
  ] as const
  for (const who of [0, 2]) {
    for (const operation of makes) await take({ operation, who, isOwn: true, whose: who, which: 0 })
  }
  for (const operation of Object.keys(OPERATIONS) as Operation[]) {
    await take({ operation, who: 0, isOwn: false, whose: 2, which: 0 })
    await take({ operation, who: 0, isOwn: true, whose: 0, which: 0 })
  }
}

async function take({ operation, who, isOwn, whose, which }: Step): Promise<void> {
  const [tenant, other] = [tenants[who], tenants[isOwn ? who : whose]]
  assert.ok(tenant && other)
  await OPERATIONS[operation]({ tenant, other, which })
}

type Operation = keyof typeof OPERATIONS
const calls: Calls = { about, call, meet }

const OPERATIONS = {
  async issue({ tenant }: Actors) {
    const referencia = `${tenant.mark}-${tenant.referencias.length}`
    const reply = await call(tenant, 'POST', '/v1/dte', { ...sale(tenant), referencia })
    assert.equal(reply.status, 200, reply.text)
    const { codigoGeneracion: code, numeroControl, fecEmi, ambiente } = reply.body
    const root = ambiente === '00' ? 'DTE/pruebas' : 'DTE'
    const jsonPath = `${root}/${fecEmi.slice(0, 7).replace('-', '/')}/${numeroControl}.json`
    tenant.codes.push(code)
    tenant.sealed.push({ code, jsonPath })
    tenant.referencias.push(referencia)
    meet('issue', true)
  },
  async prepare({ tenant }: Actors) {
    const { status, text, body } = await call(tenant, 'POST', '/v1/dte/prepare', sale(tenant))
    assert.equal(status, 200, text)
    tenant.codes.push(body.codigoGeneracion)
    tenant.prepared.push({ prepareToken: body.prepareToken, documento: body.documento })
    meet('prepare', true)
  },
  async sign({ tenant, other, which }: Actors) {
    const prepared = pick(other.prepared, which)
    if (!prepared) return
    const { status, body } = await call(tenant, 'POST', '/v1/dte/sign', prepared)
    const isOwn = tenant === other
    meet('sign', isOwn)
    if (!isOwn) assert.deepEqual([status, body.error.code], [422, 'prepare_token_invalid'])
  },
  query: (actors: Actors) =>
    about('query', actors, actors.other.codes, (code) => ['GET', `/v1/dte/${code}`]),
  explain: (actors: Actors) =>
    about('explain', actors, actors.other.codes, (code) => [
      'GET',
      `/v1/dte/${code}?explica=totales`,
    ]),
  file: (actors: Actors) =>
    about('file', actors, actors.other.codes, (code) => ['GET', `/v1/dte/${code}/file?raw=true`]),
  correct: (actors: Actors) =>
    about('correct', actors, actors.other.codes, (code) => [
      'POST',
      '/v1/dte',
      { ...sale(actors.tenant), corrige: code },
    ]),
  relate: (actors: Actors) =>
    about('relate', actors, actors.other.codes, (code) => [
      'POST',
      '/v1/dte',
      {
        ...sale(actors.tenant),
        tipoDte: '05',
        documentosRelacionados: [{ codigoGeneracion: code }],
      },
    ]),
  async list({ tenant }: Actors) {
    const { status, text, body } = await call(tenant, 'GET', '/v1/dte?limit=1')
    assert.equal(status, 200, text)
    if (body.siguiente !== null) tenant.cursors.push(body.siguiente)
    meet('list', true)
  },
  async turnPage({ tenant, other, which }: Actors) {
    const cursor = pick(other.cursors, which)
    if (!cursor) return
    const search = new URLSearchParams({ limit: '1', cursor })
    const { status, text } = await call(tenant, 'GET', `/v1/dte?${search}`)
    assert.equal(status, tenant === other ? 200 : 400, text)
    meet('turnPage', tenant === other)
  },
  async findReference({ tenant, other, which }: Actors) {
    const referencia = pick(other.referencias, which)
    if (!referencia) return
    const search = new URLSearchParams({ referencia })
    const reply = await world.inject(asked(tenant, 'GET', `/v1/dte?${search}`))
    assert.equal(reply.body.documentos.length, tenant === other ? 1 : 0, reply.text)
    meet('findReference', tenant === other)
  },
  async listen({ tenant, other }: Actors) {
    await relay(world.deps)
    for (const cursor of ['', `?despues=${other.heard}`]) {
      const reply = await call(tenant, 'GET', `/v1/events${cursor}`)
      assert.equal(reply.status, 200, reply.text)
      const others = new Set(tenants.flatMap((one) => (one === tenant ? [] : one.codes)))
      const told: { datos: { codigoGeneracion: string } }[] = reply.body.novedades
      for (const { datos } of told) assert.ok(!others.has(datos.codigoGeneracion), reply.text)
      tenant.heard = reply.body.siguiente
    }
    meet('listen', true)
  },
  async holding({ tenant }: Actors) {
    assert.equal((await call(tenant, 'GET', '/v1/dte/holding')).status, 200)
    meet('holding', true)
  },
  async status({ tenant }: Actors) {
    assert.equal((await call(tenant, 'GET', '/v1/status')).status, 200)
    meet('status', true)
  },
  async storeCustomer({ tenant }: Actors) {
    const nombre = `${tenant.companyMark} cliente ${tenant.customers.length}`
    const { status, text, body } = await call(tenant, 'POST', '/v1/customers', { nombre })
    assert.equal(status, 201, text)
    tenant.customers.push(body.customerId)
    meet('storeCustomer', true)
  },
  async listCustomers({ tenant }: Actors) {
    assert.equal((await call(tenant, 'GET', '/v1/customers')).status, 200)
    meet('listCustomers', true)
  },
  async searchCustomers({ tenant, other }: Actors) {
    for (const buscar of [tenant.mark, other.mark, 'cliente']) {
      const query = `buscar=${encodeURIComponent(buscar)}`
      const { status } = await call(tenant, 'GET', `/v1/customers?${query}`, undefined, buscar)
      assert.equal(status, 200)
    }
    meet('searchCustomers', true)
  },
  async listDocumentos({ tenant }: Actors) {
    assert.equal((await call(tenant, 'GET', '/v1/dte?include=documento')).status, 200)
    meet('listDocumentos', true)
  },
  readCustomer: (actors: Actors) =>
    about('readCustomer', actors, actors.other.customers, (id) => ['GET', `/v1/customers/${id}`]),
  changeCustomer: (actors: Actors) =>
    about('changeCustomer', actors, actors.other.customers, (id) => [
      'PATCH',
      `/v1/customers/${id}`,
      { telefono: '22334455' },
    ]),
  sellToCustomer: (actors: Actors) =>
    about('sellToCustomer', actors, actors.other.customers, (customerId) => [
      'POST',
      '/v1/dte',
      { ...sale(actors.tenant), receptor: { customerId } },
    ]),
  dropCustomer: (actors: Actors) =>
    about('dropCustomer', actors, actors.other.customers, (id) => [
      'DELETE',
      `/v1/customers/${id}`,
    ]),
  ...storageOperations(calls),
  ...outsideOperations(calls),
} as const

/** Operations that name a thing, which may be another's. */
const ABOUT_A_THING: ReadonlySet<string> = new Set([
  'sign',
  'query',
  'explain',
  'file',
  'correct',
  'relate',
  'turnPage',
  'findReference',
  'readCustomer',
  'changeCustomer',
  'sellToCustomer',
  'dropCustomer',
  'changeDestination',
  'verifyDestination',
  'reportCopy',
  'reportInto',
  'endDestination',
  'sendMail',
  'revokePage',
  'readProposal',
  'discardProposal',
  'readProposalInConsole',
  'issueProposalInConsole',
  'discardProposalInConsole',
  'changeHook',
  'rotateHook',
  'testHook',
  'hookDeliveries',
  'retryDelivery',
  'readReport',
  'queryReport',
  'fileOfReport',
  'voidReported',
  'dropHook',
])

/** Asks about a thing; one of another is answered like one that never was. */
async function about(
  operation: string,
  { tenant, which }: Actors,
  things: readonly string[],
  ask: (id: string) => readonly [Method, string, (object | undefined)?],
): Promise<void> {
  const id = pick(things, which)
  if (id === undefined) return
  const answerAbout = (one: string) => {
    const [method, url, body] = ask(one)
    return call(tenant, method, url, body, one)
  }
  const reply = await answerAbout(id)
  const isOwn = thingsOf(tenant).includes(id)
  meet(operation, isOwn)
  if (isOwn) return
  const absent = await answerAbout(ABSENT)
  assert.equal(reply.status, absent.status, `${operation}: ${reply.text}`)
  assert.equal(reply.text.replaceAll(id, ABSENT), absent.text)
  assert.ok(reply.status >= 400, operation)
}

function meet(operation: string, isOwn: boolean): void {
  const name = `${operation} ${isOwn ? 'own' : 'foreign'}`
  met.set(name, (met.get(name) ?? 0) + 1)
}

/** A call of the tenant, whose answer contains nothing of the others except what the call itself stated. */
async function call(
  tenant: Tenant,
  method: Method,
  url: string,
  body?: object,
  said = '',
): Promise<Reply> {
  const reply = await world.inject(asked(tenant, method, url, body))
  const told = [reply.text, ...signedTexts(reply.text)].join('\n').replaceAll(said || ABSENT, '')
  for (const secret of secretsFrom(tenant, tenants)) {
    assert.ok(!told.includes(secret), `${method} ${url} told ${tenant.mark} of ${secret}`)
  }
  return reply
}

function asked({ key }: Tenant, method: Method, url: string, body?: object): InjectOptions {
  return {
    method,
    url,
    headers: {
      'x-service-key': key.apiKey,
      'x-service-sign-key': key.signKey ?? '',
      'idempotency-key': world.deps.random.uuid(),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  }
}

/** The payloads of whatever looks like a JWS. */
function signedTexts(text: string): string[] {
  return [...text.matchAll(/eyJ[\w-]+\.([\w-]+)\.[\w-]+/g)].map(([, payload = '']) =>
    Buffer.from(payload, 'base64url').toString(),
  )
}
