import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { transaction } from '../../src/base/db/tx.ts'
import type { Rol } from '../../src/ledger/people/memberships.ts'
import { type Browser, codeOf, openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'

const MINUTE_MS = 60_000
const PASSWORD = 'cuatro palabras muy verdes'

let world: World
let nit: string

before(async () => {
  world = await createWorld()
  nit = world.company.nit
})
after(() => world.close())

async function invite(browser: Browser, correo: string, rol: Rol, company = nit): Promise<string> {
  const reply = await browser.send('POST', `/${company}/invitaciones`, { correo, rol })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return new URL(reply.body.url).hash.slice(1)
}

const accept = (browser: Browser, token: string, body: object = {}) =>
  browser.send('POST', '/invitacion/aceptar', { token, ...body })
const acceptAsNew = (token: string) =>
  accept(openBrowser(world), token, { nombre: 'Nuevo Socio', contrasena: PASSWORD })

test('a person with an account joins in the present session, which is neither renewed nor confirmed', async () => {
  const other = await world.addCompany()
  const person = await signInAs(world, 'lector')
  await world.advance(6 * MINUTE_MS)
  const before = (await person.get('/session')).body
  assert.equal(before.confirmadaHasta, null)
  const cookies = new Map(person.cookies)

  const chief = await signInAs(world, 'dueno', { nit: other.nit })
  const reply = await accept(person, await invite(chief, person.correo, 'lector', other.nit))
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.equal(reply.headers['set-cookie'], undefined)
  const { empresas, ...session } = reply.body
  const { empresas: _, ...earlier } = before
  assert.deepEqual(session, earlier, 'confirmed and ending as before')
  assert.deepEqual(empresas.map((one: { nit: string }) => one.nit).sort(), [nit, other.nit].sort())
  assert.deepEqual(person.cookies, cookies)
  assert.equal((await person.get('/yo/sesiones')).body.sesiones.length, 1)
  const [entrada] = (await chief.get(`/${other.nit}/auditoria`)).body.entradas
  assert.deepEqual(
    [entrada.acto, entrada.sobre, entrada.detalle],
    ['personas.aceptar', person.correo, { rol: 'lector' }],
  )
})

const opens = async (token: string) =>
  (await openBrowser(world).send('POST', '/invitacion/ver', { token })).status === 200

test('a leaver’s open invitations end with the membership', async () => {
  const owner = await signInAs(world, 'dueno')
  const leaving = await signInAs(world, 'dueno')
  const theirs = await invite(leaving, 'complice@example.com', 'dueno')
  const small = await invite(leaving, 'lectora@example.com', 'lector')
  const kept = await invite(owner, 'conocida@example.com', 'emisor')
  const gone = await owner.send('DELETE', `/${nit}/personas/${leaving.personId}`)
  assert.equal(gone.status, 200)
  assert.deepEqual(
    gone.body.invitaciones.map(({ correo }: { correo: string }) => correo),
    ['conocida@example.com'],
  )
  assert.equal(codeOf(await acceptAsNew(theirs)), '401 sign_in_failed')
  assert.equal(codeOf(await acceptAsNew(small)), '401 sign_in_failed')
  assert.equal((await acceptAsNew(kept)).status, 200)
})

test('a smaller role keeps the invitations that it could still make, and no other', async () => {
  const owner = await signInAs(world, 'dueno')
  const demoted = await signInAs(world, 'dueno')
  const great = await invite(demoted, 'socia@example.com', 'administrador')
  const small = await invite(demoted, 'cajera@example.com', 'emisor')
  const change = (rol: Rol) => owner.send('PATCH', `/${nit}/personas/${demoted.personId}`, { rol })
  assert.equal((await change('administrador')).status, 200)
  assert.deepEqual([await opens(great), await opens(small)], [false, true])
  assert.equal((await change('lector')).status, 200)
  assert.equal(await opens(small), false)
  assert.equal((await change('dueno')).status, 200)
  assert.equal(await opens(great), false, 'what ended does not come back')
})

test('an old invitation without an inviter ends when anybody loses the right to invite', async () => {
  const owner = await signInAs(world, 'dueno')
  const leaving = await signInAs(world, 'administrador')
  const token = await invite(owner, 'anterior@example.com', 'emisor')
  await transaction(world.deps.pool, (tx) =>
    tx.run('update invitations set inviter_id = null where correo = $1', ['anterior@example.com']),
  )
  await owner.send('DELETE', `/${nit}/personas/${leaving.personId}`)
  assert.equal(await opens(token), false)
})

test('concurrent joining and leaving do not deadlock', async () => {
  for (let at = 0; at < 4; at++) {
    const owner = await signInAs(world, 'dueno')
    const leaving = await signInAs(world, 'dueno')
    const token = await invite(leaving, `a-la-vez-${at}@example.com`, 'lector')
    const [joined, gone] = await Promise.all([
      acceptAsNew(token),
      owner.send('DELETE', `/${nit}/personas/${leaving.personId}`),
    ])
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    assert.ok([200, 401].includes(joined.status), JSON.stringify(joined.body))
  }
})
