/** The ministry's health on the operator's port. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'
import { addMaintenance } from '../../flows/admin/maintenance.ts'
import { watchOutages } from '../jobs/outages.ts'
import { type Operator, startOperator } from './server.ts'

let world: World
let operator: Operator
before(async () => {
  world = await createWorld({ silencesMax: 1, mh: { timeoutMs: 1_000, budgetMs: 3_000 } })
  operator = await startOperator(world.deps, { host: '127.0.0.1', port: 0 })
})
after(async () => {
  await operator.close()
  await world.close()
})

async function ministry() {
  const response = await fetch(`${operator.url}/ministry`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  // biome-ignore lint/suspicious/noExplicitAny: each test reads what it knows of it
  const { ambientes } = (await response.json()) as any
  return ambientes
}

test('a process without exchanges reports no unanswered ones', async () => {
  const { '00': pruebas, '01': produccion } = await ministry()
  assert.deepEqual(pruebas.intercambios, { minutos: 5, respondidos: 0, sinRespuesta: 0 })
  assert.deepEqual(
    [pruebas.estado, pruebas.ultimaRespuesta, pruebas.latenciaSegundos, pruebas.contingencia],
    ['disponible', null, null, null],
  )
  assert.deepEqual(produccion.intercambios, pruebas.intercambios)
})

test('exchanges are counted by environment, with their latencies', async () => {
  assert.equal((await world.issue()).status, 200)
  const { '00': pruebas, '01': produccion } = await ministry()
  assert.ok(pruebas.intercambios.respondidos >= 2, 'a login and a document')
  assert.equal(pruebas.intercambios.sinRespuesta, 0)
  const { p50, p95, max } = pruebas.latenciaSegundos
  assert.ok(p50 > 0 && p50 <= p95 && p95 <= max)
  assert.ok(Date.parse(pruebas.ultimaRespuesta))
  assert.equal(produccion.intercambios.respondidos, 0)
})

test('announced maintenance is reported with its end and the contingency that it opens', async () => {
  const now = world.admin.clock.now().getTime()
  const [since, until] = [new Date(now), new Date(now + 10 * MINUTE_MS)]
  await addMaintenance(world.admin, { ambiente: '00', since, until, reason: 'Aviso 12' })
  await watchOutages(world.deps)
  const { '00': pruebas, '01': produccion } = await ministry()
  assert.deepEqual(pruebas.mantenimiento, {
    desde: since.toISOString(),
    hasta: until.toISOString(),
    motivo: 'Aviso 12',
  })
  assert.ok(Date.parse(pruebas.contingencia.desde))
  assert.deepEqual([produccion.mantenimiento, produccion.contingencia], [null, null])
  await world.advance(11 * MINUTE_MS)
  await watchOutages(world.deps) // it probes, and the ministry answers
  const { '00': later } = await ministry()
  assert.deepEqual([later.mantenimiento, later.contingencia], [null, null])
})

test('an unanswered sending is counted, and opens a contingency', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  assert.equal((await world.issue()).status, 202)
  await watchOutages(world.deps)
  await world.mh.clearFaults()
  const { '00': pruebas } = await ministry()
  assert.ok(pruebas.intercambios.sinRespuesta >= 1)
  assert.ok(Date.parse(pruebas.ultimoSilencio))
  assert.ok(Date.parse(pruebas.contingencia.desde))
})
