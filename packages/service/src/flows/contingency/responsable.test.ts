/** Whom a contingency event names as responsible, and that its absence keeps no event waiting. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { diagnose } from '../../entrypoints/admin/doctor.ts'
import { transmitLots } from '../../entrypoints/jobs/lots.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { AdminRefused } from '../admin/admin.ts'
import { setResponsable } from '../admin/responsable.ts'

let world: World
before(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
})
after(() => world.close())

const ROSA = { nombre: 'Rosa Ficticia Peña', tipoDocumento: '13', numDocumento: '000162975' }
/** As long as a company's name may be; an event has room for 100 letters. */
const LARGO = `Cooperativa ${'de Producción Ficticia '.repeat(9)}de R.L.`

/** An outage with one deferred document; the ministry is back. */
async function contingency(): Promise<void> {
  await world.mh.fault({ service: '*', kind: 'status' })
  await world.issue()
  await world.issue()
  assert.equal((await world.issue()).status, 202)
  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  assert.equal(world.deps.breaker.openIn('00'), null)
}

function close(body: object) {
  const { apiKey, signKey } = world.company.key
  return world.inject({
    method: 'POST',
    url: '/v1/contingencia',
    headers: {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': systemRandom.uuid(),
    },
    payload: JSON.stringify(body),
  })
}

/** Lets the event be sent and its documents sealed, so that none is left for the next test. */
async function work(): Promise<void> {
  for (let i = 0; i < 6; i++) {
    await watchOutages(world.deps)
    await transmitDue(world.deps)
    await transmitLots(world.deps)
    await world.advance(70_000)
  }
}

/** What the ministry has of the newest sealed event. */
async function lastNamed() {
  const rows = (await world.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')
  const payloads = rows.map(({ jws }) =>
    JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()),
  )
  const { emisor } = payloads.findLast(({ detalleDTE }) => detalleDTE !== undefined)
  const { nombreResponsable, tipoDocResponsable, numeroDocResponsable } = emisor
  return {
    nombre: nombreResponsable,
    tipoDocumento: tipoDocResponsable,
    numDocumento: numeroDocResponsable,
  }
}

const findings = async () =>
  (await diagnose(world.admin, { folders: [] })).filter(({ codigo }) => codigo === 'responsable')

test('an event that a sale signs names the person that the company has stated', async () => {
  await contingency()
  assert.equal((await world.issue()).status, 200)
  await work()
  assert.deepEqual(await lastNamed(), ROSA)
  assert.deepEqual(await findings(), [])
})

test('a person named in the call goes before the stated one, and one that no event can name is refused', async () => {
  await contingency()
  const long = await close({
    responsable: { nombre: 'Ana '.repeat(30), numDocumento: '04182944-7' },
  })
  assert.equal(long.status, 422, long.text)
  const [issue] = long.body.error.details.issues
  assert.deepEqual([issue.field, issue.rule], ['responsable.nombre', 'estructura'])

  const done = await close({ responsable: { nombre: 'Ana López', numDocumento: '04182944-7' } })
  assert.equal(done.status, 200, done.text)
  const named = { nombre: 'Ana López', tipoDocumento: '13', numDocumento: '041829447' }
  assert.deepEqual(await lastNamed(), named)
  await work()
})

test('without a stated person the event names the company, is not delayed, and the doctor warns', async () => {
  await setResponsable(world.admin, world.company.nit, null)
  await world.deps.pool.many('update companies set nombre = $1 where nit = $2', [
    LARGO,
    world.company.nit,
  ])
  const mensaje =
    'No se ha dicho quién responde por sus eventos de contingencia: nombrarán a la empresa, y Hacienda pide una persona.'
  const told = { mensaje, queHacer: 'Diga quién es: sello company responsible.' }
  const about = { codigo: 'responsable', nit: world.company.nit, ambiente: null }
  assert.deepEqual(await findings(), [{ gravedad: 'aviso', ...about, ...told }])

  await contingency()
  assert.equal((await world.issue()).status, 200)
  await work()
  assert.deepEqual(await lastNamed(), {
    nombre: LARGO.slice(0, 100).trim(),
    tipoDocumento: '36',
    numDocumento: world.company.nit,
  })
})

test('a company of 9 digits is a natural person, who answers for its events without saying so', async () => {
  const { nit } = await world.addCompany({ nit: '000162975', responsable: null })
  assert.ok(!(await findings()).some((one) => one.nit === nit))
})

test('a person is stated whole, and refused with the member and the reason', async () => {
  const state = (change: Parameters<typeof setResponsable>[2]) =>
    setResponsable(world.admin, world.company.nit, change)
  const refused = async (change: Parameters<typeof setResponsable>[2]) => {
    const error = await state(change).then(
      () => assert.fail('was not refused'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof AdminRefused)
    return error.problems.map(({ field }) => field)
  }
  assert.deepEqual(await refused({ nombre: ' ', numDocumento: '00016297-5' }), [
    'responsable.nombre',
  ])
  assert.deepEqual(await refused({ nombre: 'Rosa', numDocumento: '00016297-4' }), [
    'responsable.numDocumento',
  ])
  assert.deepEqual(await refused({ nombre: 'R'.repeat(101), numDocumento: '' }), [
    ...['responsable.nombre', 'responsable.numDocumento'],
  ])
  assert.deepEqual(await refused({ nombre: 'Rosa', tipoDocumento: '99', numDocumento: 'A1' }), [
    'responsable.tipoDocumento',
  ])
  const { responsable } = await state({ nombre: ROSA.nombre, numDocumento: '00016297-5' })
  assert.deepEqual(responsable, ROSA)
  assert.deepEqual((await state(undefined)).responsable, ROSA)
  assert.deepEqual(await findings(), [])
})
