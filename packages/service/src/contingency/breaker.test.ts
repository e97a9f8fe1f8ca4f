/** The ministry goes away and comes back: over HTTP, with the simulator silent and then not. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../test/world.ts'
import { watchOutages } from '../jobs/outages.ts'

let world: World
before(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 150, budgetMs: 600 } })
})
after(() => world.close())

const outages = () =>
  world.deps.pool.many<{ closed_at: Date | null }>(
    'select closed_at from ministry_outages order by opened_at',
  )

test('one unanswered call opens no outage, the second does', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  assert.equal((await world.issue()).status, 202)
  assert.deepEqual(await outages(), [])
  assert.equal((await world.issue()).status, 202)
  assert.deepEqual(await outages(), [{ closed_at: null }])
})

test('while it is open a document is signed in the deferred model, and nothing is sent', async () => {
  const before = (await world.mh.ledger()).length
  const { status, body } = await world.issue()

  assert.equal(status, 202)
  const { tipoModelo, tipoOperacion, tipoContingencia, motivoContin } =
    body.documento.identificacion
  assert.deepEqual(
    { tipoModelo, tipoOperacion, tipoContingencia, motivoContin },
    { tipoModelo: 2, tipoOperacion: 2, tipoContingencia: 1, motivoContin: null },
  )
  assert.deepEqual(body.contingencia, { tipo: 1, limiteEvento: null, limiteDocumento: null })
  assert.equal((await world.mh.ledger()).length, before)
  assert.equal((await world.query(body.codigoGeneracion)).body.estado, 'contingencia')
})

test('a repeat of a deferred call gets the same answer, byte for byte', async () => {
  const idempotencyKey = 'diferida'
  const first = await world.issue(undefined, { idempotencyKey })
  const second = await world.issue(undefined, { idempotencyKey })
  assert.equal(second.text, first.text)
  assert.equal(second.headers['idempotency-replayed'], 'true')
})

test('a process that is asked to look finds the ministry away, and later back', async () => {
  await watchOutages(world.deps)
  assert.deepEqual(await outages(), [{ closed_at: null }])

  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  assert.equal((await outages()).filter((one) => one.closed_at === null).length, 0)
  const { status, body } = await world.issue()
  assert.equal(status, 200)
  assert.equal(body.documento.identificacion.tipoModelo, 1)
})
