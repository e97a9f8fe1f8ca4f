import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { addPerson } from '../../src/admin.ts'
import { codeOf, enterByLink, openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'

const PASSWORD = 'montaña verde lluvia 8'
const MINUTE_MS = 60_000

let world: World

before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function person(correo: string, rol: 'dueno' | 'lector' = 'lector') {
  const member = { nit: world.company.nit, rol }
  await addPerson(world.admin, {
    ...{ correo, nombre: 'Berta Paz', member, operador: false },
    password: PASSWORD,
  })
  return { correo, contrasena: PASSWORD }
}

test('a password signs in, in any capitals of the e-mail; every mistake is answered alike', async () => {
  const { correo, contrasena } = await person('berta@example.com')
  const right = await openBrowser(world).send('POST', '/entrar/contrasena', {
    correo: ' Berta@Example.com',
    contrasena,
  })
  assert.equal(right.status, 200)
  assert.equal(right.body.metodo, 'contrasena')
  const wrong = [
    { correo, contrasena: 'otra cosa distinta 1' },
    { correo: 'nadie@example.com', contrasena },
    { correo: 'no es correo', contrasena },
  ]
  const answers = []
  for (const body of wrong) {
    answers.push((await openBrowser(world).send('POST', '/entrar/contrasena', body)).body)
  }
  assert.deepEqual(answers[0].error.code, 'sign_in_failed')
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
})

test('an owner with only a password must first set up a second factor, and then needs it', async () => {
  const given = await person('duena@example.com', 'dueno')
  const browser = openBrowser(world)
  await enterByLink(world, browser, given.correo)
  const first = await browser.send('POST', '/entrar/contrasena', given)
  assert.equal(first.body.pendiente, 'segundo_factor')
  const { nit } = world.company
  assert.equal(codeOf(await browser.get(`/${nit}/auditoria`)), '403 second_factor_setup_required')

  const { secreto, uri } = (await browser.send('POST', '/yo/totp', {})).body
  assert.match(uri, /^otpauth:\/\/totp\/Sello/)
  const totp = new TOTP({ secret: Secret.fromBase32(secreto) })
  const codeAt = () => totp.generate({ timestamp: world.deps.clock.now().getTime() })
  assert.equal(
    codeOf(await browser.send('POST', '/yo/totp/confirmar', { codigo: '000000' })),
    '422 refused',
  )
  const confirmed = codeAt()
  const set = await browser.send('POST', '/yo/totp/confirmar', { codigo: confirmed })
  assert.deepEqual([set.status, set.body.pendiente, set.body.persona.totp], [200, null, true])
  assert.equal((await browser.get(`/${nit}/auditoria`)).status, 200)

  const again = openBrowser(world)
  assert.equal(
    codeOf(await again.send('POST', '/entrar/contrasena', given)),
    '401 second_factor_required',
  )
  const used = { ...given, codigo: confirmed }
  assert.equal(
    codeOf(await again.send('POST', '/entrar/contrasena', used)),
    '401 sign_in_failed',
    'a code serves once',
  )
  await world.advance(MINUTE_MS)
  const fresh = { ...given, codigo: codeAt() }
  assert.equal((await again.send('POST', '/entrar/contrasena', fresh)).status, 200)
  assert.equal(
    codeOf(await openBrowser(world).send('POST', '/entrar/contrasena', fresh)),
    '401 sign_in_failed',
  )
})

test('guessing is stopped after five tries; the person can still sign in from their own browser', async () => {
  const given = await person('lucia@example.com')
  const own = openBrowser(world, '190.86.1.1')
  assert.equal((await own.send('POST', '/entrar/contrasena', given)).status, 200)

  const thief = openBrowser(world, '203.0.113.9')
  const guess = () =>
    thief.send('POST', '/entrar/contrasena', { ...given, contrasena: 'adivinanza 123' })
  const codes = []
  for (let at = 0; at < 7; at++) codes.push(codeOf(await guess()))
  assert.deepEqual(codes.slice(0, 5), Array(5).fill('401 sign_in_failed'))
  assert.deepEqual(codes.slice(5), Array(2).fill('429 too_many_attempts'))
  const right = await thief.send('POST', '/entrar/contrasena', given)
  assert.equal(codeOf(right), '429 too_many_attempts', 'not even the right one')
  assert.ok(right.body.error.details.minutos <= 15)

  assert.equal((await own.send('POST', '/entrar/contrasena', given)).status, 200, 'a known browser')
  const elsewhere = openBrowser(world, '198.51.100.7')
  assert.equal(
    (await elsewhere.send('POST', '/entrar/contrasena', given)).status,
    200,
    'another network',
  )
  await world.advance(15 * MINUTE_MS)
  assert.equal((await thief.send('POST', '/entrar/contrasena', given)).status, 200)
})

test('a hundred concurrent guesses count as at most five', async () => {
  const { correo } = await person('marta@example.com')
  const guesses = Array.from({ length: 40 }, (_, at) =>
    openBrowser(world, '203.0.113.77').send('POST', '/entrar/contrasena', {
      correo,
      contrasena: `adivinanza numero ${at}`,
    }),
  )
  const codes = (await Promise.all(guesses)).map(codeOf)
  assert.equal(codes.filter((code) => code === '401 sign_in_failed').length, 5)
  // Sixteen calls without a session may be unanswered at once; the rest is refused before it is counted.
  assert.equal(codes.filter((code) => code === '429 too_many_attempts').length, 11)
  assert.equal(codes.filter((code) => code === '429 too_many_calls').length, 24)
})

test('a confirmation lasts five minutes, and a new password ends the other sessions', async () => {
  const given = await person('nora@example.com')
  const browser = openBrowser(world)
  await browser.send('POST', '/entrar/contrasena', given)
  const other = openBrowser(world)
  await other.send('POST', '/entrar/contrasena', given)
  const next = 'otro camino de piedra azul'
  await world.advance(6 * MINUTE_MS)
  const body = { contrasena: next }
  assert.equal(
    codeOf(await browser.send('POST', '/yo/contrasena', body)),
    '403 confirmation_required',
  )
  const wrong = { contrasena: 'no era esta clave' }
  assert.equal(codeOf(await browser.send('POST', '/yo/confirmar', wrong)), '401 sign_in_failed')
  const confirmed = await browser.send('POST', '/yo/confirmar', { contrasena: PASSWORD })
  assert.ok(new Date(confirmed.body.confirmadaHasta) > world.deps.clock.now())

  for (const weak of ['corta', 'contraseña2026', 'nora.paz.2026', '123456789012']) {
    const reply = await browser.send('POST', '/yo/contrasena', { contrasena: weak })
    assert.equal(codeOf(reply), '422 refused', weak)
  }
  assert.equal((await browser.send('POST', '/yo/contrasena', body)).status, 204)
  assert.equal((await browser.get('/session')).status, 200)
  assert.equal((await other.get('/session')).status, 401)
  assert.equal(
    codeOf(await openBrowser(world).send('POST', '/entrar/contrasena', given)),
    '401 sign_in_failed',
  )
})

test('sessions are listed with their browser and ended one by one; nobody can end another person’s', async () => {
  const browser = await signInAs(world, 'lector', { correo: 'olga@example.com' })
  const second = await signInAs(world, 'lector', { correo: 'olga@example.com' })
  const stranger = await signInAs(world, 'lector')
  const { sesiones } = (await browser.get('/yo/sesiones')).body
  assert.equal(sesiones.length, 2)
  const [there] = sesiones.filter(({ actual }: { actual: boolean }) => !actual)
  assert.deepEqual([there.navegador, there.direccion], ['Prueba/1.0', '127.0.0.1'])
  await stranger.send('DELETE', `/yo/sesiones/${there.id}`)
  assert.equal((await second.get('/session')).status, 200)
  await browser.send('DELETE', `/yo/sesiones/${there.id}`)
  assert.equal((await second.get('/session')).status, 401)
})
