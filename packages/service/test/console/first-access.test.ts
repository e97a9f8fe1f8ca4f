/** How somebody comes to what proves who they are: the first password, the first second factor, and what neither is. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPerson } from '../../src/admin.ts'
import { addPasskey, confirmWith } from '../passkey.ts'
import { type Browser, codeOf, openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'

const MINUTE_MS = 60_000
const PASSWORD = 'montaña verde lluvia 8'
const NEXT = 'nueve faroles junto al muelle'

let world: World
let nit: string
before(async () => {
  world = await createWorld()
  nit = world.company.nit
})
after(() => world.close())

const sessionOf = async (browser: Browser) => (await browser.get('/session')).body
const setPassword = (browser: Browser, contrasena: string) =>
  browser.send('POST', '/yo/contrasena', { contrasena })

test('a code of whoever has no generator proves nothing, at the sign-in and later', async () => {
  const given = { correo: 'sin-generador@example.com', contrasena: PASSWORD, codigo: '123456' }
  const person = { correo: given.correo, nombre: 'Berta Paz', operador: false }
  await addPerson(world.admin, { ...person, member: { nit, rol: 'dueno' }, password: PASSWORD })
  const browser = openBrowser(world)
  const { status, body } = await browser.send('POST', '/entrar/contrasena', given)
  assert.deepEqual([status, body.pendiente], [200, 'segundo_factor'])
  const { correo: _, ...secrets } = given
  assert.equal((await browser.send('POST', '/yo/confirmar', secrets)).status, 200)
  assert.equal((await sessionOf(browser)).pendiente, 'segundo_factor')
  assert.equal(codeOf(await browser.get(`/${nit}/personas`)), '403 second_factor_setup_required')
})

test('whoever came by a link sets the first password without a confirmation, and has confirmed with it', async () => {
  const browser = await signInAs(world, 'lector')
  await world.advance(6 * MINUTE_MS)
  const before = await sessionOf(browser)
  assert.deepEqual([before.confirmadaHasta, before.persona.tieneContrasena], [null, false])
  const weak = await setPassword(browser, `${browser.correo.split('@')[0]}.2026`)
  assert.match(weak.body.error.message, /^contrasena: es de las que se adivinan pronto/)
  assert.equal((await setPassword(browser, PASSWORD)).status, 204)
  const { confirmadaHasta, persona } = await sessionOf(browser)
  assert.ok(Date.parse(confirmadaHasta) > world.deps.clock.now().getTime() + 4 * MINUTE_MS)
  assert.equal(persona.tieneContrasena, true)
  await world.advance(6 * MINUTE_MS)
  assert.equal(codeOf(await setPassword(browser, NEXT)), '403 confirmation_required')
})

test('nobody takes a password that is made of the own name or e-mail', async () => {
  const correo = 'tlalnepantleca@example.com'
  const browser = await signInAs(world, 'lector', { correo })
  assert.equal((await browser.send('PATCH', '/yo', { nombre: 'Huitzilopochca Ruiz' })).status, 200)
  for (const own of ['tlalnepantleca', 'huitzilopochca']) {
    const { status, body } = await setPassword(browser, `${own}.2026`)
    assert.deepEqual([status, body.error.details.issues[0].field], [422, 'contrasena'], own)
  }
})

test('whoever has a passkey and no password confirms with it before the access changes', async () => {
  const browser = await signInAs(world, 'lector')
  const passkey = await addPasskey(browser)
  await world.advance(6 * MINUTE_MS)
  const refused = await setPassword(browser, PASSWORD)
  assert.equal(codeOf(refused), '403 confirmation_required')
  assert.deepEqual(refused.body.error.details, { segundoFactor: false })
  assert.equal((await confirmWith(browser, passkey)).status, 200)
  assert.equal((await setPassword(browser, PASSWORD)).status, 204)
})

/** As a browser that keeps the session alone. */
const forgetItself = (browser: Browser) => browser.cookies.delete('sello_device')

test('in a session that began by a link or an invitation the second factor is set up, whatever its browser keeps', async () => {
  const owner = await signInAs(world, 'dueno')
  assert.ok(forgetItself(owner))
  await addPasskey(owner)
  const invited = { correo: 'nueva-duena@example.com', rol: 'dueno' }
  const { url } = (await owner.send('POST', `/${nit}/invitaciones`, invited)).body
  const browser = openBrowser(world)
  const accepted = await browser.send('POST', '/invitacion/aceptar', {
    ...{ token: new URL(url).hash.slice(1), nombre: 'Nueva Dueña', contrasena: PASSWORD },
  })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const known = new Map(browser.cookies)
  assert.ok(forgetItself(browser))
  assert.equal(codeOf(await browser.send('POST', '/yo/totp', {})), '200')

  const given = { correo: invited.correo, contrasena: PASSWORD }
  const returned = openBrowser(world)
  for (const [name, value] of known) returned.cookies.set(name, value)
  for (const [again, answer] of [
    [returned, '200'],
    [openBrowser(world), '403 unknown_browser'],
  ] as const) {
    assert.equal((await again.send('POST', '/entrar/contrasena', given)).status, 200)
    assert.equal(codeOf(await again.send('POST', '/yo/totp', {})), answer)
  }
})
