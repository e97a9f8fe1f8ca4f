/** The way of a company to production in the console: what is missing is told, and each step when it is done. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listStorage } from '../../src/admin.ts'
import { type Browser, signInAs } from '../people.ts'
import { createWorld, EMPRESA, MH_PASSWORD, PASSPHRASE, type World } from '../world.ts'

let world: World
let owner: Browser
before(async () => {
  world = await createWorld()
  owner = await signInAs(world, 'dueno')
})
after(() => world.close())

async function done(reply: ReturnType<Browser['get']>) {
  const { status, body } = await reply
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('each step to production is told when it is done, and then production begins', async () => {
  const { nit, certificado } = world.company
  const path = `/${nit}/produccion`
  const [{ location = null } = {}] = await listStorage(world.admin, nit)
  const steps = (own: object) => {
    const details = {
      ...{ empresa: EMPRESA.nombre, certificado: null, credenciales: null },
      ...{ punto: 'M001P001', destino: location, tipos: null, ...own },
    }
    return Object.entries(details).map(([paso, detalle]) => {
      return { paso, listo: detalle !== null, detalle }
    })
  }
  const untested = (detalle: string | null) => ({ paso: 'pruebas', listo: false, detalle })
  const none = { produccionDesde: null, tiposDte: [], tiposProbados: [] }
  const before = { ...none, pasos: [...steps({}), untested(null)] }
  assert.deepEqual(await done(owner.get(path)), before)

  await done(
    owner.send('POST', `/${nit}/certificados`, {
      ...{ ambiente: '01', archivo: Buffer.from(certificado).toString('base64') },
      ...{ contrasena: 'Prueba-Llave-1', frase: PASSPHRASE },
    }),
  )
  await done(owner.send('PUT', `/${nit}/credenciales/01`, { contrasena: MH_PASSWORD }))
  const tiposDte = ['01']
  const stated = await done(owner.send('PUT', `${path}/tipos`, { tiposDte }))
  const [, { detalle: validTo }] = stated.pasos
  const ready = steps({ certificado: validTo, credenciales: nit, tipos: '01' })
  assert.deepEqual(stated, { ...none, tiposDte, pasos: [...ready, untested('01')] })
  assert.ok(new Date(validTo) > world.deps.clock.now())

  const refused = await owner.send('POST', path, { nit })
  assert.equal(refused.status, 422)
  assert.equal((await world.issue()).status, 200)
  const tested = { tiposDte, tiposProbados: tiposDte }
  const pasos = [...ready, { paso: 'pruebas', listo: true, detalle: null }]
  const whole = { ...tested, pasos, produccionDesde: null }
  assert.deepEqual(await done(owner.get(path)), whole)
  const spelt = nit.replace(/(\d{4})(\d{6})(\d{3})(\d)/, '$1-$2-$3-$4')
  const { produccionDesde, ...others } = await done(owner.send('POST', path, { nit: spelt }))
  assert.deepEqual(others, { ...tested, pasos })
  assert.ok(new Date(produccionDesde) <= world.deps.clock.now())
  assert.equal((await done(owner.get(path))).produccionDesde, produccionDesde, 'it stays')
})
