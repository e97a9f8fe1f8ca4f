import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LETTER_OF, type Letter } from '../../src/http/console/route.ts'
import { CONSOLE_ROUTES } from '../../src/http/console/routes.ts'
import { V1_ROLES } from '../../src/http/console/v1.ts'
import { ROUTES } from '../../src/http/routes/index.ts'
import { ROLES, type Rol } from '../../src/people/memberships.ts'
import { type Browser, type BrowserReply, openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'

let world: World
const browsers = new Map<Letter | 'nobody' | 'elsewhere', Browser>()

before(async () => {
  world = await createWorld()
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

/** What acts on who asks would end the session that the next rows need. */
const OWN = new Set(['salir', 'yo.contrasena'])

test('each role tries every route of the session API: it passes where the table says so, and nowhere else', async () => {
  let tried = 0
  for (const route of CONSOLE_ROUTES) {
    if (route.who === '-' || OWN.has(route.name)) continue
    for (const [letter, browser] of browsers) {
      const path = filled(route.path)
      const reply: BrowserReply =
        route.method === 'GET'
          ? await browser.get(path)
          : await browser.send(route.method, path, {})
      const isMember = letter !== 'nobody' && letter !== 'elsewhere'
      const expected: boolean =
        route.who === '*'
          ? letter !== 'nobody'
          : route.who === 'O'
            ? letter === 'O'
            : isMember && route.who.includes(letter)
      const passed = !NOT_ALLOWED.has(reply.body?.error?.code)
      assert.equal(
        passed,
        expected,
        `${letter} ${route.name}: ${reply.status} ${JSON.stringify(reply.body)}`,
      )
      assert.notEqual(reply.status, 500, `${letter} ${route.name}: ${JSON.stringify(reply.body)}`)
      tried += 1
    }
  }
  assert.ok(tried > 200, `${tried}`)
})

test('each role tries every route of the public API from its session', async () => {
  for (const route of ROUTES) {
    if (route.method === 'HEAD') continue
    for (const [letter, browser] of browsers) {
      const path = `/${world.company.nit}/00${filled(route.path)}`
      const reply: BrowserReply =
        route.method === 'GET'
          ? await browser.get(path)
          : await browser.send(route.method, path, {})
      const who: readonly string[] = V1_ROLES[route.name]
      const passed = !NOT_ALLOWED.has(reply.body?.error?.code)
      assert.equal(passed, who.includes(letter), `${letter} ${route.name}: ${reply.status}`)
      assert.notEqual(reply.status, 500, `${letter} ${route.name}`)
    }
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
  // Asking for options, confirming, probing and saving a draft change nothing that anybody could regret.
  assert.deepEqual(
    silent.filter(
      (name) => !/opciones|confirmar|probar|verificar|borradores|exportaciones/.test(name),
    ),
    [],
  )
})
