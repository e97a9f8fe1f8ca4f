/** The people of a company: who is invited and taken back, whom somebody may appoint, and what they say of themselves. */
import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addPointOfSale } from '../../src/admin.ts'
import { HOUR_MS } from '../../src/base/time/durations.ts'
import { openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'

type Person = Awaited<ReturnType<typeof signInAs>>

const COMPANY = 'Xochiquetzalli, S.A.'
const PASSWORD = 'cuatro palabras muy verdes'

let world: World
let nit: string
/** The only one of the company. */
let owner: Person
before(async () => {
  world = await createWorld()
  nit = (await world.addCompany({ nombre: COMPANY })).nit
  owner = await signInAs(world, 'dueno', { nit })
})
after(() => world.close())

async function invite(correo: string, rol = 'lector') {
  const { status, body } = await owner.send('POST', `/${nit}/invitaciones`, { correo, rol })
  assert.equal(status, 201, JSON.stringify(body))
  return { token: new URL(body.url).hash.slice(1), venceEl: body.venceEl as string }
}

const see = (token: string) => openBrowser(world).send('POST', '/invitacion/ver', { token })
const people = async () => (await owner.get(`/${nit}/personas`)).body
const mails = (all: readonly { readonly correo: string }[]) => all.map(({ correo }) => correo)

test('an invitation tells who invites whom, to what and until when, and whether there is an account', async () => {
  const correo = 'tlalnepantleca@example.com'
  const { token, venceEl } = await invite(correo, 'emisor')
  assert.ok(Date.parse(venceEl) > world.deps.clock.now().getTime() + 71 * HOUR_MS)
  const told = {
    ...{ empresa: { nit, nombre: COMPANY }, rol: 'emisor', correo },
    ...{ invitadaPor: 'Persona dueno', venceEl, tieneCuenta: false },
  }
  assert.deepEqual((await see(token)).body, told)
  const accept = (body: object) =>
    openBrowser(world).send('POST', '/invitacion/aceptar', { token, ...body })
  const nombre = 'Huitzilopochca Ruiz'
  for (const own of ['tlalnepantleca', 'huitzilopochca', 'xochiquetzalli']) {
    const { status, body } = await accept({ nombre, contrasena: `${own}.2026` })
    assert.equal(status, 422, own)
    assert.match(body.error.message, /^contrasena: es de las que se adivinan pronto/)
  }

  const { status, body } = await accept({ nombre, contrasena: PASSWORD })
  assert.equal(status, 200, JSON.stringify(body))
  const { personaId, ...said } = body.persona
  assert.deepEqual(said, {
    ...{ nombre, correo, operador: false, totp: false, llavesDeAcceso: 0, tieneContrasena: true },
  })
  const listed = (await people()).personas.find((one: { correo: string }) => one.correo === correo)
  assert.deepEqual([listed.personaId, listed.nombre, listed.rol], [personaId, nombre, 'emisor'])
  const again = await invite(correo)
  assert.deepEqual((await see(again.token)).body, {
    ...{ ...told, rol: 'lector', venceEl: again.venceEl, tieneCuenta: true },
  })
})

test('an invitation that is taken back opens no more and is listed no more; the others stay', async () => {
  const { token } = await invite('retirada@example.com')
  const kept = await invite('sigue@example.com')
  const { invitaciones } = await people()
  const { id } = invitaciones.find((one: { correo: string }) => one.correo.startsWith('retirada'))
  const { status, body } = await owner.send('DELETE', `/${nit}/invitaciones/${id}`)
  assert.equal(status, 200, JSON.stringify(body))
  const left = mails(invitaciones).filter((correo) => correo !== 'retirada@example.com')
  assert.deepEqual(mails(body.invitaciones), left)
  const message = 'Esta invitación ya se usó o venció. Pida otra.'
  const error = { code: 'sign_in_failed', message, details: {} }
  const gone = await see(token)
  assert.deepEqual([gone.status, gone.body], [401, { error }])
  assert.equal((await see(kept.token)).status, 200)
})

test('a request for a sign key that is rejected is gone, and those of others wait on', async () => {
  const [issuer, other] = [
    await signInAs(world, 'emisor', { nit }),
    await signInAs(world, 'emisor', { nit }),
  ]
  const ask = async (person: Person) => {
    const clavePublica = createECDH('prime256v1').generateKeys().toString('base64url')
    return (await person.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })).body.id
  }
  const [id, waiting] = [await ask(issuer), await ask(other)]
  const { status, body } = await owner.send('DELETE', `/${nit}/pedidos-de-firma/${id}`)
  const asked = body.pedidosDeFirma.map((one: { id: string }) => one.id)
  assert.deepEqual([status, asked], [200, [waiting]])
  assert.equal((await issuer.get(`/${nit}/firma/00`)).body.pedido, null)
  assert.equal((await other.get(`/${nit}/firma/00`)).body.pedido.id, waiting)
})

test('the only owner moves to another point of sale and stays the owner', async () => {
  const point = { codEstable: 'M002', codPuntoVenta: 'P001' }
  await addPointOfSale(world.admin, nit, point)
  const path = `/${nit}/personas/${owner.personId}`
  for (const change of [{ puntoDeVenta: point }, { rol: 'dueno' }]) {
    const { status, body } = await owner.send('PATCH', path, change)
    assert.equal(status, 200, JSON.stringify(body))
    const own = body.personas.find((one: { personaId: string }) => one.personaId === owner.personId)
    assert.deepEqual([own.rol, own.puntoDeVenta], ['dueno', point])
  }
})

test('an administrator who appoints or removes more than issuers and readers is told whom to ask', async () => {
  const admin = await signInAs(world, 'administrador', { nit })
  const other = await signInAs(world, 'contador', { nit })
  const message = 'No tiene permiso para esto. Pídalo a Persona dueno.'
  const error = { code: 'role_not_allowed', message, details: { dueno: 'Persona dueno' } }
  const invited = { correo: 'alta@example.com', rol: 'dueno' }
  for (const refused of [
    await admin.send('POST', `/${nit}/invitaciones`, invited),
    await admin.send('PATCH', `/${nit}/personas/${other.personId}`, { rol: 'lector' }),
    await admin.send('DELETE', `/${nit}/personas/${owner.personId}`),
  ]) {
    assert.deepEqual([refused.status, refused.body], [403, { error }])
  }
  assert.ok(!mails((await people()).invitaciones).includes(invited.correo))
})

test('in a company that has no owner an administrator removes people too', async () => {
  const other = await world.addCompany()
  const admin = await signInAs(world, 'administrador', { nit: other.nit })
  const reader = await signInAs(world, 'lector', { nit: other.nit })
  const gone = await admin.send('DELETE', `/${other.nit}/personas/${reader.personId}`)
  assert.equal(gone.status, 200, JSON.stringify(gone.body))
  assert.deepEqual(mails(gone.body.personas), [admin.correo])
})

test('people say how they are called, and their companies see it', async () => {
  const reader = await signInAs(world, 'lector', { nit })
  const { status, body } = await reader.send('PATCH', '/yo', { nombre: ' Ana  Luz ' })
  assert.deepEqual([status, body.persona.nombre], [200, 'Ana Luz'])
  const listed = (await people()).personas
  const named = listed.find((one: { personaId: string }) => one.personaId === reader.personId)
  assert.equal(named.nombre, 'Ana Luz')
})
