/**
 * A NUL in each text of each route, in a member's name, in the path and in the query: always refused, never a 500.
 * Names with direction or invisible characters, and people named like an address, are refused by their field.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTE_SPECS } from '@sello/contract'
import {
  addPerson,
  addPointOfSale,
  createCompany,
  importCustomers,
  mintKey,
  setResponsable,
} from '../../src/admin.ts'
import { CONSOLE_ROUTES } from '../../src/entrypoints/console/routes.ts'
import { ROUTES } from '../../src/entrypoints/v1/index.ts'
import { updateCompany } from '../../src/flows/admin/company.ts'
import { readCorreo } from '../../src/ledger/people/person.ts'
import { type Browser, openBrowser, signInAs } from '../people.ts'
import { until } from '../until.ts'
import { createWorld, EMPRESA, KEY, type World } from '../world.ts'
import {
  CONSOLE_BODIES,
  DIRECCION,
  ID,
  type Json,
  RECEPTOR,
  V1_BODIES,
  WITHOUT_BODY,
} from './bodies.ts'

let world: World
let owner: Browser
let operator: Browser
before(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  await world.advance(60_000) // the company's and the address's calls are limited
  await signInAgain()
})
after(() => world.close())

/** Other people: each makes a limited number of calls. */
async function signInAgain(): Promise<void> {
  owner = await signInAs(world, 'dueno')
  operator = await signInAs(world, 'operador')
}

/** Copies of the value with the text in one string of it, then as the name of one member more. */
function* withText(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text
  if (typeof value !== 'object' || value === null) return
  const copy = (name: string, one: unknown) => {
    const made = structuredClone(value) as Record<string, unknown>
    made[name] = one
    return made
  }
  for (const [name, one] of Object.entries(value)) {
    for (const changed of withText(one, text)) yield copy(name, changed)
  }
  if (!Array.isArray(value)) yield copy(`x${text}`, 'x')
}

const filled = (path: string, id = ID) =>
  path
    .replace(':empresa', world.company.nit)
    .replace(/:ambiente(\(.*?\))?/, '00')
    .replaceAll(/:\w+/g, id)

interface Tried {
  readonly what: string
  send(body: unknown): Promise<{ readonly status: number; readonly body: Json }>
}

/** Every route with a body: of the session API, of /v1 with a key, and of /v1 from a session. */
function routesWithBody(): readonly Tried[] {
  const ofConsole = CONSOLE_ROUTES.filter(({ name }) => name in CONSOLE_BODIES).map((route) => {
    const send = (body: unknown) => {
      const browser = route.who === 'O' ? operator : route.who === '-' ? openBrowser(world) : owner
      return browser.send(route.method as 'POST', filled(route.path), body)
    }
    return { what: route.name, send }
  })
  const ofV1 = ROUTES.filter(({ name }) => name in V1_BODIES).flatMap((route) => [
    { what: route.name, send: (body: unknown) => byKey(route.method, filled(route.path), body) },
    {
      what: route.name,
      send: (body: unknown) =>
        owner.send(route.method as 'POST', `/${world.company.nit}/00${filled(route.path)}`, body, {
          'idempotency-key': crypto.randomUUID(),
        }),
    },
  ])
  return [...ofConsole, ...ofV1]
}

function byKey(method: string, url: string, body?: unknown) {
  const { apiKey, signKey } = world.company.key
  return world.inject({
    method: method as 'POST',
    url,
    headers: {
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': crypto.randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

const said = (reply: { readonly status: number; readonly body: unknown }) =>
  `${reply.status} ${JSON.stringify(reply.body)}`

test('each route that reads a body has one in the tables', () => {
  const reading = CONSOLE_ROUTES.filter(({ method }) => method !== 'GET' && method !== 'DELETE')
  assert.deepEqual(
    reading
      .map(({ name }) => name)
      .filter((name) => !WITHOUT_BODY.has(name))
      .sort(),
    Object.keys(CONSOLE_BODIES).sort(),
  )
  const v1 = ROUTES.filter(({ name }) => ROUTE_SPECS[name].body !== null)
  assert.deepEqual(v1.map(({ name }) => name as string).sort(), Object.keys(V1_BODIES).sort())
})

test('a NUL in any text or member name of any body is 400, and half a character never 500', async () => {
  let tried = 0
  for (const [at, { what, send }] of routesWithBody().entries()) {
    if (at % 10 === 0) await signInAgain()
    const body = CONSOLE_BODIES[what] ?? V1_BODIES[what]
    for (const odd of withText(body, 'a\0b')) {
      const reply = await send(odd)
      assert.equal(reply.status, 400, `${what} ${JSON.stringify(odd)}: ${said(reply)}`)
      tried += 1
    }
    if (what === 'yo.contrasena') continue // half a character is any other in a password
    for (const odd of withText(body, 'a\ud800b')) {
      const reply = await send(odd)
      assert.notEqual(reply.status, 500, `${what} ${JSON.stringify(odd)}: ${said(reply)}`)
    }
  }
  assert.ok(tried > 200, `${tried}`)
})

test('a NUL in the path or in the query is 400 on every route, and names its parameter', async () => {
  const own = `/${world.company.nit}/00`
  const ask = (browser: Browser, method: string, path: string) =>
    method === 'GET' ? browser.get(path) : browser.send(method as 'POST', path)
  const tries = [
    ...CONSOLE_ROUTES.map(({ method, path, who }) => {
      const browser = who === 'O' ? operator : owner
      return { path, send: (address: string) => ask(browser, method, address) }
    }),
    ...ROUTES.map(({ method, path }) => ({
      path,
      send: (address: string) => byKey(method, address),
    })),
    ...ROUTES.filter(({ method }) => method !== 'HEAD').map(({ method, path }) => ({
      path,
      send: (address: string) => ask(owner, method, own + address),
    })),
  ]
  for (const { path, send } of tries) {
    const isFixed = /:ambiente\(/.test(path) // another text there finds no route
    const inPath = path.replace(isFixed ? ':empresa' : /:\w+/, 'a%00b')
    for (const address of [
      ...(inPath === path ? [] : [inPath]),
      `${path}?buscar=a%00b`,
      `${path}?nombre=1&nombre=%00`,
      `${path}?a%00=1`,
    ]) {
      // So many calls in a row are told to wait a second.
      const reply = await until(`${address} is answered`, async () => {
        const answer = await send(filled(address))
        if (answer.status !== 429) return answer
        await sleep(1_000)
        return null
      })
      assert.equal(reply.status, 400, `${address}: ${said(reply)}`)
    }
  }
  const named = await byKey('GET', '/v1/customers?nombre=a%00')
  assert.equal((named.body as { error: Json }).error.code, 'invalid_request')
  assert.match(JSON.stringify(named.body), /"field":"nombre".*U\+0000/)
})

const ODD = ['Ana \u202excod', 'Ana\u2066', 'An\u200ba', ' \t ', '---']
const ADDRESSES = ['ana@example.com', 'https://evil.example', 'Entre a evil.com']

/** Where something is named: the route, the path of the name in its body, and whether it names a person. */
// biome-ignore format: a table
const NAMED: readonly (readonly [string, string, 'person' | 'thing'])[] = [
  ['yo.nombre',         'nombre',                'person'],
  ['empresas.crear',    'dueno.nombre',          'person'],
  ['empresas.crear',    'nombre',                'thing'],
  ['empresa.cambiar',   'nombre',                'thing'],
  ['empresa.cambiar',   'nombreComercial',       'thing'],
  ['empresa.cambiar',   'responsable.nombre',    'thing'],
  ['empresa.cambiar',   'direccion.complemento', 'thing'],
  ['puntos.agregar',    'direccion.complemento', 'thing'],
  ['llaves.crear',      'nombre',                'thing'],
  ['yo.llaves.agregar', 'nombre',                'thing'],
  ['issue',             'receptor.nombre',       'thing'],
  ['customer_create',   'nombre',                'thing'],
  ['customer_update',   'nombre',                'thing'],
  ['product_create',    'descripcion',           'thing'],
  ['product_update',    'descripcion',           'thing'],
]

function changed(body: Json, path: string, text: string): Json {
  const [first = '', ...rest] = path.split('.')
  const value = rest.length === 0 ? text : changed(body[first] as Json, rest.join('.'), text)
  return { ...body, [first]: value }
}

test('no person, company, customer, product, key or device takes an odd name', async () => {
  const routes = routesWithBody()
  for (const [what, path, of] of NAMED) {
    for (const text of [...ODD, ...(of === 'person' ? ADDRESSES : [])]) {
      for (const { send } of routes.filter((one) => one.what === what)) {
        const reply = await send(changed(CONSOLE_BODIES[what] ?? V1_BODIES[what] ?? {}, path, text))
        assert.ok([400, 422].includes(reply.status), `${what} ${path} ${text}: ${said(reply)}`)
        assert.ok(said(reply).includes(path), `${what}: ${said(reply)}`)
      }
    }
  }
  const { people } = await world.deps.pool.one<{ people: string }>(
    `select string_agg(nombre, ' ') as people from (select nombre from people union all select nombre from companies) n`,
  )
  assert.doesNotMatch(people, /[\u202e\u2066\u200b@]|evil/)
})

test('a shell refuses the same names', async () => {
  const { admin, company } = world
  const person = { member: null, operador: false, password: null, correo: 'otra@example.com' }
  for (const nombre of [...ODD, ...ADDRESSES, 'a\0b']) {
    await assert.rejects(addPerson(admin, { ...person, nombre }), /nombre: /, nombre)
  }
  for (const text of ['Ana \u202excod', 'a\0b']) {
    await assert.rejects(
      mintKey(admin, company.nit, { ...KEY, label: text, passphrase: null }),
      /nombre: /,
    )
    const made = { ...EMPRESA, nit: '06140101901235', nombre: text }
    await assert.rejects(createCompany(admin, made), /nombre: /)
    await assert.rejects(
      updateCompany(admin, company.nit, { nombreComercial: text }),
      /nombreComercial: /,
    )
    const direccion = { ...DIRECCION, complemento: text }
    const point = { codEstable: 'S003', codPuntoVenta: 'P003', direccion }
    await assert.rejects(addPointOfSale(admin, company.nit, point), /complemento: /)
    const responsable = { nombre: text, tipoDocumento: '13', numDocumento: '012345678' }
    await assert.rejects(setResponsable(admin, company.nit, responsable), /nombre: /)
    const customers = [{ line: 1, customer: { ...RECEPTOR, nombre: text } }]
    const imported = await importCustomers(admin, company.nit, customers)
    assert.deepEqual(
      imported.refused[0]?.problems.map(({ field }) => field),
      ['nombre'],
    )
    assert.equal(readCorreo(`${text}@example.com`), null)
  }
})

test('a draft whose summary may not be shown is kept, without the summary', async () => {
  const path = `/${world.company.nit}/00/borradores/${crypto.randomUUID()}`
  const draft = {
    tipoDte: '01',
    resumen: 'Ana \u202excod',
    contenido: { a: 'Ana \u202excod' },
    revision: 0,
  }
  assert.equal((await owner.send('PUT', path, draft)).status, 200)
  const { resumen, contenido } = (await owner.get(path)).body
  assert.deepEqual({ resumen, contenido }, { resumen: '', contenido: draft.contenido })
})
