import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { CONSOLE_API } from '../../src/entrypoints/console/app.ts'
import { LETTER_OF, type Letter } from '../../src/entrypoints/console/route.ts'
import { CONSOLE_ROUTES } from '../../src/entrypoints/console/routes.ts'
import { ROLES, type Rol } from '../../src/ledger/people/memberships.ts'
import { type Browser, type BrowserReply, openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'
import { SESSION_MATRIX, V1_MATRIX } from './roles.ts'

let world: World
const browsers = new Map<Letter | 'nobody' | 'elsewhere', Browser>()
/** What the app serves, as Fastify was told: `GET /console/api/session`. */
const served = new Set<string>()

/** Listens to the making of an app: a route is noted however it came to be there. */
function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) served.add(`${one} ${url}`)
  })
}

before(async () => {
  const making = channel('fastify.initialization')
  making.subscribe(noteRoutes)
  world = await createWorld()
  making.unsubscribe(noteRoutes)
  const other = await world.addCompany()
  for (const rol of ROLES) browsers.set(LETTER_OF[rol], await signInAs(world, rol as Rol))
  browsers.set('O', await signInAs(world, 'operador'))
  browsers.set('nobody', openBrowser(world))
  browsers.set('elsewhere', await signInAs(world, 'dueno', { nit: other.nit }))
})
after(() => world.close())

const NOT_ALLOWED = new Set(['session_required', 'role_not_allowed'])
const ID = '00000000-0000-4000-8000-000000000000'

const filled = (path: string) =>
  path
    .replace(':empresa', world.company.nit)
    .replace(/:ambiente(\(.*?\))?/, '00')
    .replace(':keyId', 'nokeynokey12')
    .replaceAll(/:\w+/g, ID)

/** The rows of /v1: `*` is each name that is served there. */
function v1Rows(): readonly (readonly [row: string, who: string])[] {
  return Object.entries(V1_MATRIX).flatMap(([row, who]) => {
    if (!row.endsWith('/*')) return [[row, who] as const]
    const [parent, depth] = [row.slice(0, -1), row.split('/').length]
    const own = [...served].filter(
      (one) => one.startsWith(parent) && one.split('/').length === depth,
    )
    return own.map((one) => [one, who] as const)
  })
}

const AMBIENTE = '/:empresa/:ambiente(^0[01]$)'

/** Whoever has its address reads it, without a session and without a key. */
const BUYERS_PAGE = /^(GET|HEAD) \/d\//
/** With a key alone, each of whose calls is one of /v1. */
const AGENTS = /^(POST|GET|DELETE) \/mcp$/

test('every route that is served has a row in the matrix, and every row is served', () => {
  const rows = [
    ...Object.keys(SESSION_MATRIX).map((row) => row.replace(' ', ` ${CONSOLE_API}`)),
    ...v1Rows().map(([row]) => row),
    ...v1Rows().map(([row]) => row.replace(' ', ` ${CONSOLE_API}${AMBIENTE}`)),
  ]
  const asGet = (route: string) => route.replace(/^HEAD /, 'GET ')
  assert.deepEqual(
    [...served].filter(
      (route) =>
        !rows.includes(route) &&
        !rows.includes(asGet(route)) &&
        !BUYERS_PAGE.test(route) &&
        !AGENTS.test(route),
    ),
    [],
  )
  assert.deepEqual(
    rows.filter((row) => !served.has(row)),
    [],
  )
  const heads = [...served].filter((route) => route.startsWith(`HEAD ${CONSOLE_API}`))
  assert.deepEqual(heads, [], 'a page reads what it asks for')
  assert.ok(rows.length > 120, `${rows.length}`)
})

/** Routes that act on their caller would end the session that the next rows need. */
const OWN: ReadonlySet<string> = new Set(['POST /salir', 'POST /yo/contrasena'])

/** Calls the route of a row with each browser, and says where it passed and should not have, or the reverse. */
async function tryRow(row: string, prefix: string, who: string): Promise<readonly string[]> {
  const [method = '', path = ''] = row.split(' ')
  const wrong: string[] = []
  for (const [letter, browser] of browsers) {
    const address = filled(prefix + path)
    const reply: BrowserReply =
      method === 'GET'
        ? await browser.get(address)
        : await browser.send(method as 'POST', address, {})
    const isMember = letter !== 'nobody' && letter !== 'elsewhere'
    const expected = who === '*' ? letter !== 'nobody' : isMember && who.includes(letter)
    const passed = !NOT_ALLOWED.has(reply.body?.error?.code)
    if (passed !== expected || reply.status === 500) {
      wrong.push(`${letter} ${row}: ${reply.status} ${JSON.stringify(reply.body)}`)
    }
  }
  return wrong
}

test('each role tries every route of the session API: each passes exactly where the table says so', async () => {
  for (const [row, who] of Object.entries(SESSION_MATRIX)) {
    if (who === '-' || OWN.has(row)) continue
    assert.deepEqual(await tryRow(row, '', who), [])
  }
})

test('each role tries every route of the public API from its session', async () => {
  for (const [row, who] of v1Rows()) {
    assert.deepEqual(await tryRow(row, `/${world.company.nit}/00`, who), [])
  }
})

test('an address that reads as one route and is another is refused', async () => {
  const { nit } = world.company
  const reader = browsers.get('L')
  const issuer = browsers.get('E')
  const coded = `%3${nit[0]}${nit.slice(1)}`
  for (const [browser, read] of [
    [issuer, `/${nit}/00/v1/books/2026-11`],
    [reader, `/${nit}/00/v1/storage/destinations`],
  ] as const) {
    const reply = await browser?.get(`/${coded}/00/v1/customers?x=/console/api${read}`)
    assert.equal(reply?.body.error.code, 'role_not_allowed', JSON.stringify(reply?.body))
  }
  const path = `/${coded}/00/v1/customers?x=/console/api/${nit}/00/v1/dte/${ID}/invalidate`
  const sent = await issuer?.send('POST', path, {})
  assert.equal(sent?.body.error.code, 'role_not_allowed', JSON.stringify(sent?.body))
})

test('every permitted act of the table is recorded in the audit log', async () => {
  const silent = CONSOLE_ROUTES.filter(
    (route) =>
      route.method !== 'GET' && route.who !== '-' && !('audited' in route && route.audited),
  ).map(({ name }) => name)
  // Asking for options or an amount, confirming, probing and saving a draft change nothing that anybody could regret.
  assert.deepEqual(
    silent.filter(
      (name) => !/opciones|confirmar|probar|verificar|borradores|documentos\.devolucion/.test(name),
    ),
    [],
  )
})
