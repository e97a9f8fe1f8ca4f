/** Announced maintenance: nothing is sent while it lasts; afterwards everything continues as after an outage. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { metricsText } from '../../../test/metrics-text.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { ministryFacts, ministrySeen } from '../../entrypoints/operator/ministry.ts'
import { addMaintenance, listMaintenance, removeMaintenance } from '../admin/maintenance.ts'

const MINUTE_MS = 60_000

let world: World
before(async () => {
  world = await createWorld({ silencesMax: 2 })
})
after(() => world.close())

const inMinutes = (minutes: number) =>
  new Date(world.admin.clock.now().getTime() + minutes * MINUTE_MS)

function announce(from: number, to: number) {
  const window = { since: inMinutes(from), until: inMinutes(to), reason: 'Aviso 12' }
  return addMaintenance(world.admin, { ambiente: '00', ...window })
}

const received = async () => (await world.mh.ledger()).length

let rejected: string

test('documents are sealed before it begins', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
  rejected = (await world.issue()).body.error.details.codigoGeneracion
  await announce(10, 60)
  await watchOutages(world.deps)
  assert.equal((await world.issue()).status, 200)
  const exchanges =
    /^sello_ministry_exchange_seconds_count\{(.*service="[^"]*recepciondte".*)\} (\d+)$/m
  const [, labels, count] = exchanges.exec(await metricsText(world)) ?? []
  assert.deepEqual([count, labels?.includes('outcome="answered"')], ['2', true])
})

test('while it lasts documents are deferred at once, and the ministry gets no request', async () => {
  await world.advance(11 * MINUTE_MS)
  await watchOutages(world.deps)
  const before = await received()
  const { status, body } = await world.issue()
  assert.equal(status, 202)
  assert.equal(body.documento.identificacion.tipoContingencia, 1)
  await world.advance(5 * MINUTE_MS) // a probe would be due
  await watchOutages(world.deps)
  assert.equal((await world.issue()).status, 202)
  assert.equal(await received(), before)
})

test('while it lasts a correction is deferred under its code, and a repeat of it gets the same answer', async () => {
  const correct = () => world.issue({ ...SALE, corrige: rejected }, { idempotencyKey: 'corrige' })
  const [first, again] = [await correct(), await correct()]
  const { codigoGeneracion, documento } = first.body
  assert.deepEqual([first.status, codigoGeneracion], [202, rejected], first.text)
  assert.equal(documento.identificacion.tipoContingencia, 1)
  const { estado, detalle, jws } = first.body
  const { body } = again
  assert.deepEqual([again.status, body.estado, body.detalle], [202, estado, detalle])
  assert.ok(body.jws === jws, 'signed once')
  const replayed = [first, again].map(({ headers }) => headers['idempotency-replayed'])
  assert.deepEqual(replayed, [undefined, 'true'])
})

test('the status says until when, and the operator sees why', async () => {
  const { headers } = { headers: { 'x-service-key': world.company.key.apiKey } }
  const { body } = await world.inject({ method: 'GET', url: '/v1/status', headers })
  const [window] = await listMaintenance(world.admin)
  assert.equal(body.ministerio.mantenimientoHasta, window?.until.toISOString())
  const facts = JSON.parse(JSON.stringify(ministryFacts([ministrySeen(world.deps)]))).ambientes
  assert.equal(facts['00'].mantenimiento.motivo, 'Aviso 12')
  assert.ok(facts['00'].contingencia.desde)
  assert.ok(facts['00'].intercambios.respondidos >= 0)
  assert.equal(facts['01'].mantenimiento, null)
})

test('when it is over the ministry is probed, and documents are sealed again', async () => {
  await world.advance(50 * MINUTE_MS)
  await watchOutages(world.deps)
  assert.equal((await world.issue()).status, 200)
})

test('a removed window ends at once', async () => {
  const { windowId } = await announce(-1, 60)
  await watchOutages(world.deps)
  assert.equal((await world.issue()).status, 202)
  await removeMaintenance(world.admin, windowId)
  await watchOutages(world.deps)
  assert.equal((await world.issue()).status, 200)
  await assert.rejects(removeMaintenance(world.admin, windowId), /No hay un mantenimiento/)
})

test('a window of a week, a past one and one that ends before it begins are refused', async () => {
  await assert.rejects(announce(0, 7 * 24 * 60), /tres días/)
  await assert.rejects(announce(-60, -30), /ya terminó/)
  await assert.rejects(announce(60, 30), /después de empezar/)
})
