/** What a company says of itself for its documents: the resolution, the trade name, and who answers for it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createCompany } from '../../src/admin.ts'
import { signInAs } from '../people.ts'
import { createWorld, EMPRESA, type World } from '../world.ts'

const DONACION = {
  tipoDte: '15',
  receptor: {
    numDocumento: '0614-010185-001-2',
    nombre: 'Restaurante La Esquina, S.A. de C.V.',
    direccion: {
      departamento: '06',
      municipio: '23',
      distrito: '14',
      complemento: 'Avenida España 25',
    },
  },
  items: [{ tipoDonacion: 1, descripcion: 'Donación', cantidad: 1, precioUni: 25 }],
}

let world: World

before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('the company states the resolution by which it receives donations, issues with it, and takes it back', async () => {
  const { nit } = world.company
  const owner = await signInAs(world, 'dueno')
  const patch = (resolucion: object | null) =>
    owner.send('PATCH', `/${nit}/empresa`, { resolucion })
  const said = async () => (await owner.get(`/${nit}/empresa`)).body.resolucion
  assert.equal(await said(), null)
  const short = await patch({ descDocumento: 'R1', detalleDocumento: 'Califica a la empresa' })
  assert.equal(short.status, 422)
  const [issue] = short.body.error.details.issues
  assert.equal(issue.field, 'resolucion.descDocumento')

  const resolucion = { descDocumento: 'Resolución 12', detalleDocumento: 'Califica a la empresa' }
  assert.equal((await world.issue(DONACION)).status, 422, 'without it')
  assert.equal((await patch(resolucion)).status, 200)
  assert.deepEqual(await said(), resolucion)
  const given = await world.issue(DONACION)
  assert.equal(given.status, 200, JSON.stringify(given.body))

  const other = await owner.send('PATCH', `/${nit}/empresa`, { telefono: '22334455' })
  assert.deepEqual(other.body.resolucion, resolucion, 'a change of something else keeps it')
  assert.equal((await patch(null)).status, 200)
  assert.equal(await said(), null)
  assert.equal((await world.issue(DONACION)).status, 422)
})

test('a trade name is changed and taken back, and what a change does not name stays', async () => {
  const { nit } = world.company
  const owner = await signInAs(world, 'dueno')
  const before = (await owner.get(`/${nit}/empresa`)).body
  for (const nombreComercial of ['Bodega Nueva', null]) {
    const { status, body } = await owner.send('PATCH', `/${nit}/empresa`, { nombreComercial })
    assert.deepEqual([status, body], [200, { ...before, nombreComercial }])
    assert.deepEqual((await owner.get(`/${nit}/empresa`)).body, body)
  }
})

test('a natural person answers for its own events, and is not asked for somebody', async () => {
  const { nit } = await createCompany(world.admin, { ...EMPRESA, nit: '000162975' })
  const owner = await signInAs(world, 'dueno', { nit })
  const { responsable, faltaResponsable } = (await owner.get(`/${nit}/empresa`)).body
  assert.deepEqual([responsable, faltaResponsable], [null, false])
})
