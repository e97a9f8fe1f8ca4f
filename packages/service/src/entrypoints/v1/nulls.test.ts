/**
 * Null in a member that may be left out is the same as leaving it out, for every member of every request of the
 * contract: the members are taken from the schemas, the values around them from the examples.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dteRequestOf, Refused, ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import { buildDocumento, canonical, serialise, toRequestProblems } from '@sello/fiscal'
import type { TSchema } from 'typebox'
import { inputOf } from '../../../../fiscal/test/fixtures.ts'
import { listGoldens } from '../../../../fiscal/test/goldens.ts'
import { giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { callCustomers, EMPRESA_CLIENTE, storedId } from '../../../test/customers.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { withoutNulls } from '../../base/json/nulls.ts'
import { bodyOf, textBodyOf } from '../http/body.ts'
import { readDteRequest } from './dte-request.ts'

type Json = null | boolean | number | string | Json[] | { [member: string]: Json }
type Members = { [member: string]: Json }
type Path = readonly (string | number)[]

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
}

/** The members that may be left out of the objects that the value has, whether or not it has them. */
function* optionalIn(schema: Node, value: Json, path: Path = []): Generator<Path> {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) {
      if (schema.items) yield* optionalIn(schema.items, one, [...path, i])
    }
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(name)) yield [...path, name]
    const one = value[name]
    if (one !== undefined) yield* optionalIn(member, one, [...path, name])
  }
}

function changed(value: Json, path: Path, change: (holder: Members, name: string) => void): Json {
  const copy = structuredClone(value)
  const holder = path.slice(0, -1).reduce((one, key) => (one as Members)[key] as Json, copy)
  change(holder as Members, String(path.at(-1)))
  return copy
}
const leftOut = (value: Json, path: Path) =>
  changed(value, path, (holder, name) => delete holder[name])
const asNull = (value: Json, path: Path) =>
  changed(value, path, (holder, name) => {
    holder[name] = null
  })

interface How {
  readonly read: (body: Json) => unknown
  readonly of: (request: never) => unknown
}

/** What a reader makes of a body: its refusal, or what is hashed for its Idempotency-Key and what comes of it. */
function outcomeOf(schema: TSchema, { read, of }: How, body: Json) {
  try {
    const request = read(body)
    return { hashed: canonical(withoutNulls(schema)(request)), made: of(request as never) }
  } catch (error) {
    if (error instanceof Refused) return error.details
    throw error
  }
}

function assertSame(schema: TSchema, body: Json, how: How): number {
  let count = 0
  for (const path of optionalIn(schema as Node, body)) {
    const absent = outcomeOf(schema, how, leftOut(body, path))
    assert.deepEqual(outcomeOf(schema, how, asNull(body, path)), absent, path.join('.'))
    count += 1
  }
  return count
}

/** The document, or its problems. */
function documentOf(request: never) {
  const { documento, problems } = buildDocumento(inputOf(request))
  return problems.length > 0
    ? toRequestProblems(problems, { asked: request, completed: request })
    : serialise(documento)
}

test('null and absence make the same document, for every member of every type', () => {
  let members = 0
  for (const { request, rejected } of listGoldens()) {
    if (rejected) continue
    const schema = dteRequestOf(request.tipoDte)
    const how = { read: readDteRequest, of: documentOf }
    members += assertSame(schema, request as unknown as Json, how)
  }
  assert.ok(members > 2_000, `${members} members`)
})

const SIMPLE = (Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]).filter(
  ([, { body, method }]) => body !== null && !Array.isArray(body) && method !== 'PATCH',
)

for (const [name, { body: schema, examples }] of SIMPLE) {
  test(`null and absence are the same request: ${name}`, () => {
    for (const { body } of Object.values(examples)) {
      if (body === undefined) continue
      for (const read of [bodyOf, textBodyOf]) {
        const how = { read: read(schema as TSchema), of: () => null }
        assertSame(schema as TSchema, body as Json, how)
      }
    }
  })
}

test('null where a member is required is refused as before, and in a patch it removes or is refused', async () => {
  const world = await createWorld()
  try {
    const [item] = SALE.items
    for (const [body, field] of [
      [{ ...SALE, items: null }, 'items'],
      [{ ...SALE, items: [null] }, 'items[0]'],
      [{ ...SALE, items: [{ ...item, cantidad: null }] }, 'items[0].cantidad'],
      [{ ...SALE, items: [{ ...item, descripcion: null }] }, 'items[0].descripcion'],
      [{ ...SALE, tipoDte: null }, 'tipoDte'],
      [{ ...SALE, numPagoElectronico: null }, 'numPagoElectronico'],
      [{ ...SALE, desconocido: null }, 'desconocido'],
    ] as const) {
      const { status, body: refused } = await world.issue(body)
      const { issues } = refused.error.details
      assert.deepEqual([status, issues.map((one: { field: string }) => one.field)], [400, [field]])
    }
    const customerId = await storedId(world, EMPRESA_CLIENTE)
    const patch = (body: object) =>
      callCustomers(world, { method: 'PATCH', path: `/${customerId}`, body })
    assert.equal((await patch({ telefono: null })).body.telefono, null)
    assert.equal((await patch({ activo: null })).body.error.details.field, 'activo')
    assert.equal((await patch({ nombre: null })).body.error.details.field, 'nombre')
  } finally {
    await world.close()
  }
})

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('a sale that says null where another leaves out is the same sale under its Idempotency-Key', async () => {
  const idempotencyKey = 'nulls'
  const first = await world.issue(SALE, { idempotencyKey })
  const [item] = SALE.items
  const full = {
    ...SALE,
    receptor: null,
    condicionOperacion: null,
    pagos: null,
    descuentos: null,
    referencia: null,
    corrige: null,
    observaciones: null,
    items: [{ ...item, noGravado: null, tributos: null, montoDescu: null, productId: null }],
  }
  const again = await world.issue(full, { idempotencyKey })
  assert.deepEqual([again.status, again.text], [200, first.text])
  const other = { ...full, observaciones: 'Otra' }
  const reused = await world.issue(other, { idempotencyKey })
  assert.equal(reused.body.error.code, 'idempotency_key_reuse')
})

test('with a stored customer null says that the document lacks the member, and that is another body', async () => {
  const customerId = await storedId(world, { ...EMPRESA_CLIENTE, numDocumento: '06140202901032' })
  const sale = (receptor: object) => ({ tipoDte: '03', receptor, items: SALE.items })
  const idempotencyKey = 'stored'
  const whole = await world.issue(sale({ customerId }), { idempotencyKey })
  const without = sale({ customerId, telefono: null })
  const reused = await world.issue(without, { idempotencyKey })
  assert.equal(reused.body.error.code, 'idempotency_key_reuse')
  const lacking = await world.issue(without)
  assert.equal(whole.body.documento.receptor.telefono, EMPRESA_CLIENTE.telefono)
  assert.equal(lacking.body.documento.receptor.telefono, null)
})

test('a repeat finds the claim that a process of the last version took, which hashed its nulls', async () => {
  const idempotencyKey = 'older'
  const body = { ...SALE, receptor: null, observaciones: null }
  const first = await world.issue(body, { idempotencyKey })
  const { hashesOf } = await import('../../base/secrets/secrets.ts')
  const [older] = hashesOf(world.deps.secrets, `issue\n${canonical(body)}`)
  await world.deps.pool.many('update claims set body_hash = $2 where idempotency_key = $1', [
    idempotencyKey,
    older,
  ])
  const again = await world.issue(body, { idempotencyKey })
  assert.deepEqual([again.status, again.text], [200, first.text])
})

test('a correction reads null as absence too', async () => {
  const { body: issued } = await world.issue(SALE)
  const code = issued.codigoGeneracion
  const returned = await giveBack(world, code, [{ linea: 1, cantidad: 1, noGravado: null }])
  assert.equal(returned.status, 200, returned.text)
  const { body: other } = await world.issue(SALE)
  const cancelled = await invalidate(world, other.codigoGeneracion, {
    ...RESCISION,
    motivo: null,
    codigoGeneracionReemplazo: null,
    solicita: { ...RESCISION.solicita, tipoDocumento: null },
  })
  assert.equal(cancelled.status, 200, cancelled.text)
})
