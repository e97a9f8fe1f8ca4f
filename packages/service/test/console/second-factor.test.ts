import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { addPerson } from '../../src/admin.ts'
import { CONSOLE_ROUTES } from '../../src/entrypoints/console/routes.ts'
import type { Rol } from '../../src/ledger/people/memberships.ts'
import { addPasskey, confirmWith, createPasskey } from '../passkey.ts'
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

let world: World
let nit: string

before(async () => {
  world = await createWorld()
  nit = world.company.nit
})
after(() => world.close())

const asksForFactor = ({ status, body }: BrowserReply) =>
  `${status} ${body?.error?.code} ${body?.error?.details.segundoFactor}`
const ASKED = '403 confirmation_required true'

/** Somebody with a password, and a browser of theirs, signed in with it alone. */
async function withPassword(correo: string, who: Rol | 'operador') {
  const operador = who === 'operador'
  const member = operador ? null : { nit, rol: who }
  const person = { correo, nombre: 'Berta Paz', member, operador, password: PASSWORD }
  await addPerson(world.admin, person)
  const given = { correo, contrasena: PASSWORD }
  const browser = openBrowser(world)
  await enterByLink(world, browser, correo)
  await browser.send('POST', '/entrar/contrasena', given)
  return { given, browser }
}

const enter = async (given: object) => {
  const browser = openBrowser(world)
  const reply = await browser.send('POST', '/entrar/contrasena', given)
  return { browser, reply }
}

const NEEDING: readonly (Rol | 'operador')[] = ['dueno', 'administrador', 'emisor', 'operador']
for (const who of NEEDING) {
  test(`the password alone is not enough for ${who} with a passkey: nothing works until the passkey confirms`, async () => {
    const { given, browser } = await withPassword(`llave-${who}@example.com`, who)
    const passkey = await addPasskey(browser)
    assert.equal((await browser.get('/session')).body.pendiente, null, 'the passkey was used here')

    const { browser: other, reply } = await enter(given)
    assert.deepEqual([reply.status, reply.body.pendiente], [200, 'confirmar_segundo_factor'])
    const closed = who === 'operador' ? [] : [`/${nit}/empresa`, `/${nit}/00/v1/dte`]
    for (const path of ['/empresas', ...closed]) {
      assert.equal(asksForFactor(await other.get(path)), ASKED, path)
    }
    assert.equal(asksForFactor(await other.send('PATCH', '/yo', { nombre: 'Otra' })), ASKED)
    await other.send('POST', '/yo/confirmar', { contrasena: PASSWORD })
    assert.equal(asksForFactor(await other.get('/empresas')), ASKED, 'the password again')

    assert.equal((await confirmWith(other, passkey)).status, 200)
    assert.equal((await other.get('/session')).body.pendiente, null)
    for (const path of ['/empresas', ...closed]) {
      assert.equal((await other.get(path)).status, 200, path)
    }
  })
}

for (const who of NEEDING) {
  test(`a thief of the password of ${who} without a second factor sets up none and changes nothing`, async () => {
    const { given, browser } = await withPassword(`sin-${who}@example.com`, who)
    const thief = openBrowser(world)
    // However often: a password alone makes no browser known.
    for (let at = 0; at < 2; at++) {
      const reply = await thief.send('POST', '/entrar/contrasena', given)
      assert.equal(reply.body.pendiente, 'segundo_factor')
    }
    for (const [name, reply] of Object.entries(await accessChanges(thief, 'ninguna'))) {
      const expected = name.endsWith('.quitar') ? 'second_factor_setup_required' : 'unknown_browser'
      assert.equal(codeOf(reply), `403 ${expected}`, name)
    }
    const begun = (await browser.send('POST', '/yo/llaves/opciones', {})).body
    const { respuesta } = createPasskey(begun.opciones)
    const added = { retoId: begun.retoId, respuesta, nombre: 'Ajena', prf: false }
    assert.equal(codeOf(await thief.send('POST', '/yo/llaves', added)), '403 unknown_browser')
    assert.equal((await enter(given)).reply.status, 200, 'the password is as it was')

    await addPasskey(browser)
    assert.equal((await browser.get('/session')).body.pendiente, null, 'from a browser of theirs')
  })
}

/** What each route of one's own account answers to whoever has to set up a second factor first. */
// biome-ignore format: a table
const BEFORE_IT: Readonly<Record<string, string>> = {
  'session':                      '200',
  'empresas':                     '403 second_factor_setup_required',
  'yo.confirmar.opciones':        '200',
  'yo.confirmar':                 '422 refused',
  'yo.nombre':                    '403 second_factor_setup_required',
  'yo.contrasena':                '403 unknown_browser',
  'yo.totp':                      '403 unknown_browser',
  'yo.totp.confirmar':            '403 unknown_browser',
  'yo.totp.quitar':               '403 second_factor_setup_required',
  'yo.sesiones':                  '403 second_factor_setup_required',
  'yo.sesiones.cerrar':           '403 second_factor_setup_required',
  'yo.sesiones.cerrar_las_demas': '403 second_factor_setup_required',
  'yo.llaves':                    '200',
  'yo.llaves.opciones':           '403 unknown_browser',
  'yo.llaves.agregar':            '403 unknown_browser',
  'yo.llaves.quitar':             '403 second_factor_setup_required',
  'salir':                        '204',
}

test('before the second factor is set up, what sets it up is open, and signing out, and nothing else', async () => {
  const { given } = await withPassword('pendiente@example.com', 'dueno')
  const { browser } = await enter(given)
  const own = CONSOLE_ROUTES.filter(({ who, name }) => who === '*' && name !== 'salir')
  const answered: Record<string, string> = {}
  for (const { name, method, path } of [...own, SIGN_OUT]) {
    const address = path.replace(':id', '00000000-0000-4000-8000-000000000000')
    const reply =
      method === 'GET'
        ? await browser.get(address)
        : await browser.send(method as 'POST', address, {})
    answered[name] = codeOf(reply)
  }
  assert.deepEqual(answered, BEFORE_IT)
})
/** Last, since it ends the session. */
const SIGN_OUT = { name: 'salir', method: 'POST', path: '/salir' } as const

test('a browser that came by the password alone before a promotion sets up no second factor after it', async () => {
  const { given } = await withPassword('ascenso@example.com', 'lector')
  const { browser: thief } = await enter(given)
  const { secreto } = (await thief.send('POST', '/yo/totp', {})).body
  const owner = await signInAs(world, 'dueno')
  const { personas } = (await owner.get(`/${nit}/personas`)).body
  const { personaId } = personas.find(({ correo }: { correo: string }) => correo === given.correo)
  const promoted = { rol: 'administrador' }
  assert.equal((await owner.send('PATCH', `/${nit}/personas/${personaId}`, promoted)).status, 200)

  const codigo = new TOTP({ secret: Secret.fromBase32(secreto) }).generate({
    timestamp: world.deps.clock.now().getTime(),
  })
  const confirmed = await thief.send('POST', '/yo/totp/confirmar', { codigo })
  assert.equal(codeOf(confirmed), '403 unknown_browser')
  assert.equal(codeOf(await thief.send('POST', '/yo/totp', {})), '403 unknown_browser')
})

test('whoever came with the password alone neither sees nor ends the sessions of somebody with a passkey', async () => {
  for (const who of ['dueno', 'lector'] as const) {
    const { given, browser } = await withPassword(`sesiones-${who}@example.com`, who)
    await addPasskey(browser)
    const { browser: thief } = await enter(given)
    const { sesiones } = (await browser.get('/yo/sesiones')).body
    assert.equal(asksForFactor(await thief.get('/yo/sesiones')), ASKED, who)
    assert.equal(asksForFactor(await thief.send('DELETE', '/yo/sesiones')), ASKED, who)
    for (const { id } of sesiones) {
      assert.equal(asksForFactor(await thief.send('DELETE', `/yo/sesiones/${id}`)), ASKED, who)
    }
    assert.equal((await browser.get('/yo/sesiones')).body.sesiones.length, sesiones.length, who)
  }
})

/** Changes that would let a thief of the password in for good. */
async function accessChanges(browser: Browser, passkeyId: string) {
  return {
    totp: await browser.send('POST', '/yo/totp', {}),
    'totp.quitar': await browser.send('DELETE', '/yo/totp'),
    'llaves.opciones': await browser.send('POST', '/yo/llaves/opciones', {}),
    'llaves.quitar': await browser.send('DELETE', `/yo/llaves/${passkeyId}`),
    contrasena: await browser.send('POST', '/yo/contrasena', {
      contrasena: 'otro camino de piedra',
    }),
  }
}

for (const who of ['dueno', 'lector'] as const) {
  test(`a thief of the password of ${who} with a passkey cannot change the access`, async () => {
    const { given, browser } = await withPassword(`acceso-${who}@example.com`, who)
    const passkey = await addPasskey(browser)
    const { browser: thief } = await enter(given)
    for (const [name, reply] of Object.entries(await accessChanges(thief, passkey.id))) {
      assert.equal(asksForFactor(reply), ASKED, name)
    }
    assert.equal((await browser.get('/yo/llaves')).body.llaves.length, 1)
    assert.equal((await enter(given)).reply.status, 200, 'the password is as it was')

    assert.equal((await confirmWith(thief, passkey)).status, 200)
    assert.equal((await thief.send('POST', '/yo/totp', {})).status, 200, 'with the passkey')
  })
}

test('what a session began before there was a passkey does not end after it', async () => {
  const { given, browser } = await withPassword('carrera@example.com', 'lector')
  const { browser: thief } = await enter(given)
  const { secreto } = (await thief.send('POST', '/yo/totp', {})).body
  const begun = (await thief.send('POST', '/yo/llaves/opciones', {})).body
  await addPasskey(browser)

  const codigo = new TOTP({ secret: Secret.fromBase32(secreto) }).generate({
    timestamp: world.deps.clock.now().getTime(),
  })
  assert.equal(asksForFactor(await thief.send('POST', '/yo/totp/confirmar', { codigo })), ASKED)
  const { respuesta } = createPasskey(begun.opciones)
  const added = { retoId: begun.retoId, respuesta, nombre: 'Ajena', prf: false }
  assert.equal(asksForFactor(await thief.send('POST', '/yo/llaves', added)), ASKED)
  assert.equal((await browser.get('/session')).body.persona.totp, false)
})

test('a session of before the code was set up gives it once, and the password alone does not do', async () => {
  const { given, browser } = await withPassword('codigo@example.com', 'dueno')
  const { browser: older } = await enter(given)
  const { secreto } = (await browser.send('POST', '/yo/totp', {})).body
  const totp = new TOTP({ secret: Secret.fromBase32(secreto) })
  const codeNow = () => totp.generate({ timestamp: world.deps.clock.now().getTime() })
  await browser.send('POST', '/yo/totp/confirmar', { codigo: codeNow() })
  await world.advance(MINUTE_MS)

  assert.equal(asksForFactor(await older.get(`/${nit}/personas`)), ASKED)
  const password = { contrasena: PASSWORD }
  assert.equal(
    codeOf(await older.send('POST', '/yo/confirmar', password)),
    '401 second_factor_required',
  )
  const both = { ...password, codigo: codeNow() }
  assert.equal((await older.send('POST', '/yo/confirmar', both)).status, 200)
  assert.equal((await older.get(`/${nit}/personas`)).status, 200)
  assert.equal((await browser.send('POST', '/yo/confirmar', password)).status, 200, 'a strong one')
})

test('a person who lost the passkey signs in by link and removes it', async () => {
  const { browser } = await withPassword('perdida@example.com', 'dueno')
  const passkey = await addPasskey(browser)
  const back = await signInAs(world, 'dueno', { correo: 'perdida@example.com' })
  assert.equal((await back.get('/session')).body.pendiente, null)
  const left = await back.send('DELETE', `/yo/llaves/${passkey.id}`)
  assert.deepEqual([left.status, left.body.llaves], [200, []])
})

test('a new code generator replaces the old one only once a code of it was confirmed', async () => {
  const { given, browser } = await withPassword('renueva@example.com', 'dueno')
  const setUp = async () => (await browser.send('POST', '/yo/totp', {})).body.secreto
  const codeOfSecret = (secreto: string) =>
    new TOTP({ secret: Secret.fromBase32(secreto) }).generate({
      timestamp: world.deps.clock.now().getTime(),
    })
  const old = await setUp()
  await browser.send('POST', '/yo/totp/confirmar', { codigo: codeOfSecret(old) })
  await world.advance(MINUTE_MS)
  const next = await setUp()
  assert.equal((await browser.get('/session')).body.persona.totp, true, 'begun alone')
  assert.equal(codeOf((await enter(given)).reply), '401 second_factor_required')
  const withNext = { ...given, codigo: codeOfSecret(next) }
  assert.equal(codeOf((await enter(withNext)).reply), '401 sign_in_failed')
  assert.equal((await enter({ ...given, codigo: codeOfSecret(old) })).reply.status, 200)

  const confirmed = await browser.send('POST', '/yo/totp/confirmar', { codigo: codeOfSecret(next) })
  assert.equal(confirmed.status, 200)
  await world.advance(MINUTE_MS)
  const withOld = { ...given, codigo: codeOfSecret(old) }
  assert.equal(codeOf((await enter(withOld)).reply), '401 sign_in_failed')
  assert.equal((await enter({ ...given, codigo: codeOfSecret(next) })).reply.status, 200)
  assert.equal(
    codeOf(await browser.send('POST', '/yo/totp/confirmar', { codigo: codeOfSecret(next) })),
    '422 refused',
    'nothing is pending any more',
  )
})

test('codes of a secret that waits are counted as guesses are', async () => {
  const { browser } = await withPassword('adivina@example.com', 'lector')
  await browser.send('POST', '/yo/totp', {})
  const codes = []
  for (let at = 0; at < 11; at++) {
    codes.push(codeOf(await browser.send('POST', '/yo/totp/confirmar', { codigo: 'xxxxxx' })))
  }
  assert.deepEqual(codes, [...Array(10).fill('422 refused'), '429 too_many_attempts'])
})
