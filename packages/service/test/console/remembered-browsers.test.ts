/** Whoever issues has a second factor, and gives it once in thirty days in each browser. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { addPerson } from '../../src/admin.ts'
import type { Rol } from '../../src/ledger/people/memberships.ts'
import { addPasskey, confirmWith } from '../passkey.ts'
import {
  type Browser,
  type BrowserReply,
  codeOf,
  enterByLink,
  openBrowser,
  signInAs,
} from '../people.ts'
import { createWorld, type World } from '../world.ts'

const PASSWORD = 'montaña verde lluvia 8'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let world: World
let nit: string
let list: string

before(async () => {
  world = await createWorld()
  nit = world.company.nit
  list = `/${nit}/00/v1/dte`
})
after(() => world.close())

const asksForFactor = ({ status, body }: BrowserReply) =>
  `${status} ${body?.error?.code} ${body?.error?.details.segundoFactor}`
const ASKED = '403 confirmation_required true'
const NEEDS_CODE = '401 second_factor_required'

let count = 0

/** Somebody whose browser gave the code of a new generator, and is then signed out. */
async function withCode(rol: Rol) {
  count += 1
  const given = { correo: `recordada-${count}@example.com`, contrasena: PASSWORD }
  const person = { correo: given.correo, nombre: 'Berta Paz', member: { nit, rol } }
  const { personId } = await addPerson(world.admin, {
    ...person,
    operador: false,
    password: PASSWORD,
  })
  const browser = openBrowser(world)
  await enterByLink(world, browser, given.correo)
  const codeNow = await setUpCode(browser)
  assert.equal((await browser.send('POST', '/salir', {})).status, 204)
  return { personId, given, browser, codeNow, enter: (in_: Browser) => signIn(in_, given) }
}

const signIn = (browser: Browser, given: object) =>
  browser.send('POST', '/entrar/contrasena', given)

/** Sets up a code generator. Returns what shows its code, each of which serves once. */
async function setUpCode(browser: Browser): Promise<() => Promise<string>> {
  const { secreto } = (await browser.send('POST', '/yo/totp', {})).body
  const totp = new TOTP({ secret: Secret.fromBase32(secreto) })
  const codeNow = async () => {
    await world.advance(MINUTE_MS)
    return totp.generate({ timestamp: world.deps.clock.now().getTime() })
  }
  const set = await browser.send('POST', '/yo/totp/confirmar', { codigo: await codeNow() })
  assert.deepEqual([set.status, set.body.pendiente], [200, null])
  return codeNow
}

test('an issuer gives the code once in thirty days by browser, and the password alone opens no other', async () => {
  const { given, browser, codeNow, enter } = await withCode('emisor')
  const back = await enter(browser)
  assert.deepEqual([back.status, back.body.pendiente], [200, null])
  assert.equal((await browser.get(list)).status, 200)

  const thief = openBrowser(world)
  assert.equal(codeOf(await enter(thief)), NEEDS_CODE)
  // A browser that is remembered as somebody else's, with the password of this one.
  const other = await withCode('emisor')
  assert.equal(codeOf(await enter(other.browser)), NEEDS_CODE)
  assert.equal((await other.enter(other.browser)).status, 200, 'it is as it was')
  for (const [name, value] of browser.cookies) {
    if (name.endsWith('device')) thief.cookies.set(name, `${value.slice(0, -1)}_`)
  }
  assert.equal(codeOf(await enter(thief)), NEEDS_CODE, 'an altered cookie')

  await world.advance(30 * DAY_MS - 60 * MINUTE_MS)
  assert.equal((await enter(browser)).status, 200, 'nor does signing in prolong it')
  await world.advance(60 * MINUTE_MS)
  assert.equal((await browser.get(list)).status, 200, 'a session that began before goes on')
  assert.equal(codeOf(await enter(browser)), NEEDS_CODE)
  const again = await signIn(browser, { ...given, codigo: await codeNow() })
  assert.equal(again.status, 200)
  assert.equal((await enter(browser)).status, 200, 'for thirty days more')
})

for (const rol of ['dueno', 'administrador'] as const) {
  test(`no browser spares the code to ${rol}`, async () => {
    const { given, browser, codeNow, enter } = await withCode(rol)
    assert.equal(codeOf(await enter(browser)), NEEDS_CODE)
    const codigo = await codeNow()
    assert.equal((await signIn(browser, { ...given, codigo })).status, 200)
  })
}

test('a passkey makes a browser remembered too, and an issuer with one confirms with it elsewhere', async () => {
  const member = { nit, rol: 'emisor' as const }
  const given = { correo: 'pasa@example.com', contrasena: PASSWORD }
  const person = { correo: given.correo, nombre: 'Pía Sol', member, operador: false }
  await addPerson(world.admin, { ...person, password: PASSWORD })
  const browser = openBrowser(world)
  await enterByLink(world, browser, given.correo)
  const passkey = await addPasskey(browser)
  assert.equal((await signIn(browser, given)).body.pendiente, null)

  const till = openBrowser(world)
  assert.equal((await signIn(till, given)).body.pendiente, 'confirmar_segundo_factor')
  assert.equal(asksForFactor(await till.get(list)), ASKED)
  assert.equal((await confirmWith(till, passkey)).status, 200)
  assert.equal((await till.get(list)).status, 200)
  await till.send('POST', '/salir', {})
  assert.equal((await signIn(till, given)).body.pendiente, null, 'remembered from there on')

  assert.equal((await confirmWith(till, passkey)).status, 200)
  assert.equal((await till.send('DELETE', `/yo/llaves/${passkey.id}`)).status, 200)
  await till.send('POST', '/salir', {})
  assert.equal((await signIn(till, given)).body.pendiente, 'segundo_factor')
  assert.equal(codeOf(await till.send('POST', '/yo/totp', {})), '200', 'it is known since')
})

test('a link makes no browser remembered, and in its session the password confirms without a code', async () => {
  const { given, enter } = await withCode('emisor')
  const browser = openBrowser(world)
  await enterByLink(world, browser, given.correo)
  const password = { contrasena: PASSWORD }
  assert.equal(codeOf(await browser.send('POST', '/yo/confirmar', password)), '200')
  assert.equal((await browser.send('POST', '/salir', {})).status, 204)
  assert.equal(codeOf(await enter(browser)), NEEDS_CODE)
})

test('the audit log tells how each session began, and whether the browser spared the code', async () => {
  const { personId, given, browser, codeNow, enter } = await withCode('emisor')
  await enter(browser)
  await signIn(openBrowser(world), { ...given, codigo: await codeNow() })
  await signIn(browser, { ...given, codigo: await codeNow() })
  const rows = await world.deps.pool.many<{ detalle: object }>(
    `select detalle from audit_log where acto = 'entrar' and person_id = $1 order by seq`,
    [personId],
  )
  assert.deepEqual(
    rows.map(({ detalle }) => detalle),
    [
      ...[{ metodo: 'enlace' }, { metodo: 'contrasena', recordado: true }],
      ...[{ metodo: 'contrasena' }, { metodo: 'contrasena' }],
    ],
  )
})

test('in a remembered browser the password confirms an act, and what changes the access still asks the factor', async () => {
  const { browser, codeNow, enter } = await withCode('emisor')
  await enter(browser)
  const invalidate = () => browser.send('POST', `${list}/${CODE}/invalidate`, {})
  await world.advance(6 * MINUTE_MS)
  assert.equal(asksForFactor(await invalidate()), '403 confirmation_required false')
  const password = { contrasena: PASSWORD }
  assert.equal((await browser.send('POST', '/yo/confirmar', password)).status, 200)
  assert.notEqual((await invalidate()).status, 403, 'past the confirmation')

  const changes = {
    contrasena: () => browser.send('POST', '/yo/contrasena', { contrasena: 'otro camino 4 largo' }),
    totp: () => browser.send('POST', '/yo/totp', {}),
    'totp.quitar': () => browser.send('DELETE', '/yo/totp'),
    'llaves.opciones': () => browser.send('POST', '/yo/llaves/opciones', {}),
    sesiones: () => browser.get('/yo/sesiones'),
    'sesiones.cerrar': () => browser.send('DELETE', '/yo/sesiones'),
  }
  for (const [name, change] of Object.entries(changes)) {
    assert.equal(asksForFactor(await change()), ASKED, name)
  }
  const both = { ...password, codigo: await codeNow() }
  assert.equal((await browser.send('POST', '/yo/confirmar', both)).status, 200)
  assert.equal((await browser.get('/yo/sesiones')).status, 200)
})

const CODE = '00000000-0000-4000-8000-000000000000'

type Issuer = Awaited<ReturnType<typeof withCode>>

/** A second browser of theirs, signed in with the code. */
async function elsewhere({ given, codeNow }: Issuer): Promise<Browser> {
  const browser = openBrowser(world)
  const entered = await signIn(browser, { ...given, codigo: await codeNow() })
  assert.equal(entered.status, 200)
  return browser
}

/** What makes a browser forgotten: done somewhere else, while somebody works in it. */
const FORGETTING: Readonly<Record<string, (issuer: Issuer) => Promise<void>>> = {
  'the other sessions are ended': async (issuer) => {
    const other = await elsewhere(issuer)
    assert.equal((await other.send('DELETE', '/yo/sesiones')).status, 200)
  },
  'its session is ended': async (issuer) => {
    const other = await elsewhere(issuer)
    const { sesiones } = (await other.get('/yo/sesiones')).body
    const { id } = sesiones.find(({ actual }: { actual: boolean }) => !actual)
    assert.equal((await other.send('DELETE', `/yo/sesiones/${id}`)).status, 200)
  },
  'the password is changed': async (issuer) => {
    const other = await elsewhere(issuer)
    const contrasena = 'nueve faroles junto al muelle'
    assert.equal((await other.send('POST', '/yo/contrasena', { contrasena })).status, 204)
    Object.assign(issuer.given, { contrasena })
  },
  'the code generator is replaced': async (issuer) => {
    await setUpCode(await elsewhere(issuer))
  },
  'a passkey is added': async (issuer) => {
    await addPasskey(await elsewhere(issuer))
  },
  'a passkey is removed': async (issuer) => {
    const other = await elsewhere(issuer)
    const passkey = await addPasskey(other)
    const again = { ...issuer.given, codigo: await issuer.codeNow() }
    assert.equal((await signIn(issuer.browser, again)).status, 200)
    await issuer.browser.send('POST', '/salir', {})
    assert.equal((await issuer.enter(issuer.browser)).status, 200)
    assert.equal((await other.send('DELETE', `/yo/llaves/${passkey.id}`)).status, 200)
  },
  'the role changes': async ({ personId }) => {
    const owner = await signInAs(world, 'dueno')
    for (const rol of ['lector', 'emisor']) {
      const changed = await owner.send('PATCH', `/${nit}/personas/${personId}`, { rol })
      assert.equal(changed.status, 200)
    }
  },
}

for (const [name, forget] of Object.entries(FORGETTING)) {
  test(`a browser is forgotten at once when ${name}, also in the session that is open there`, async () => {
    const issuer = await withCode('emisor')
    assert.equal((await issuer.enter(issuer.browser)).status, 200)
    assert.equal((await issuer.browser.get(list)).status, 200)

    await forget(issuer)
    const open = await issuer.browser.get(list)
    assert.ok([ASKED, '401 session_required undefined'].includes(asksForFactor(open)), codeOf(open))
    assert.equal(codeOf(await issuer.enter(issuer.browser)), NEEDS_CODE)
  })
}

test('in no browser does the password do any more once the code generator is removed, where a passkey is left', async () => {
  const issuer = await withCode('emisor')
  const other = await elsewhere(issuer)
  const passkey = await addPasskey(other)
  const again = { ...issuer.given, codigo: await issuer.codeNow() }
  assert.equal((await signIn(issuer.browser, again)).status, 200)
  assert.equal((await other.send('DELETE', '/yo/totp')).status, 200)
  assert.equal((await issuer.enter(issuer.browser)).body.pendiente, 'confirmar_segundo_factor')
  assert.equal(asksForFactor(await issuer.browser.get(list)), ASKED)
  assert.equal((await confirmWith(issuer.browser, passkey)).status, 200)
})

test('whoever leaves a company is asked in every browser, and the browser that ends the others is kept', async () => {
  const issuer = await withCode('emisor')
  const owner = await signInAs(world, 'dueno')
  const kept = await elsewhere(issuer)
  assert.equal((await kept.send('DELETE', '/yo/sesiones')).status, 200)
  assert.equal((await issuer.enter(kept)).status, 200)
  assert.equal((await owner.send('DELETE', `/${nit}/personas/${issuer.personId}`)).status, 200)
  assert.equal(codeOf(await issuer.enter(kept)), NEEDS_CODE)
})

test('a remembered browser of before the factor was removed sets nothing aside: a new one is set up first', async () => {
  const issuer = await withCode('emisor')
  const other = await elsewhere(issuer)
  assert.equal((await other.send('DELETE', '/yo/totp')).status, 200)
  const back = await issuer.enter(issuer.browser)
  assert.deepEqual([back.status, back.body.pendiente], [200, 'segundo_factor'])
  assert.equal(codeOf(await issuer.browser.get(list)), '403 second_factor_setup_required')
})

test('who issued before the rule is told the date, issues until then, and no thief of the password sets up a factor', async () => {
  const correo = 'antes@example.com'
  const member = { nit, rol: 'emisor' as const }
  const person = { correo, nombre: 'Ana Luz', member, operador: false, password: PASSWORD }
  const { personId } = await addPerson(world.admin, person)
  const given = { correo, contrasena: PASSWORD }
  const due = new Date(world.deps.clock.now().getTime() + 14 * DAY_MS)
  const setDue = 'update people set factor_due = $2 where person_id = $1 returning 1'
  await world.deps.pool.many(setDue, [personId, due])

  const till = openBrowser(world)
  await enterByLink(world, till, correo)
  const session = await signIn(till, given)
  const { pendiente, segundoFactorHasta } = session.body
  assert.deepEqual([pendiente, segundoFactorHasta], [null, due.toISOString()])
  const setRole = 'update memberships set rol = $2 where person_id = $1 returning 1'
  await world.deps.pool.many(setRole, [personId, 'lector'])
  assert.equal((await till.get('/session')).body.segundoFactorHasta, null, 'of issuers alone')
  await world.deps.pool.many(setRole, [personId, 'emisor'])
  assert.equal((await till.get(list)).status, 200)
  const thief = openBrowser(world)
  assert.equal((await signIn(thief, given)).status, 200)
  assert.equal(codeOf(await thief.send('POST', '/yo/totp', {})), '403 unknown_browser')
  assert.equal(codeOf(await thief.send('POST', '/yo/llaves/opciones', {})), '403 unknown_browser')

  await world.advance(14 * DAY_MS)
  const late = await signIn(till, given)
  assert.deepEqual([late.body.pendiente, late.body.segundoFactorHasta], ['segundo_factor', null])
  assert.equal(codeOf(await till.get(list)), '403 second_factor_setup_required')
  await setUpCode(till)
  assert.equal((await till.get(list)).status, 200)
})
