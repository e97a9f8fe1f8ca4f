/** Each outcome is told in the commit that makes it true, and in order for each document. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { abandon, giveBack, invalidate } from '../../../test/corrections.ts'
import { toldBy } from '../../../test/feed.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const HOUR_MS = 60 * 60_000

let world: World
beforeEach(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 2_000, budgetMs: 8_000 } })
})
afterEach(() => world.close())

/** What is told of one document or event, oldest first. */
const toldOf = async (code: string) =>
  (await toldBy(world)).filter(({ about }) => about === code).map(({ tipo }) => tipo)

test('a seal and a rejection are told once, and a repeat tells nothing', async () => {
  const sealed = await world.issue(SALE, { idempotencyKey: 'one' })
  await world.issue(SALE, { idempotencyKey: 'one' })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
  const rejected = await world.issue()
  assert.equal(rejected.status, 422)
  assert.deepEqual(await toldOf(sealed.body.codigoGeneracion), ['dte.sellado'])
  assert.deepEqual(await toldOf(rejected.body.error.details.codigoGeneracion), ['dte.rechazado'])
})

test('a document without an answer is told as contingency once, and then as sealed', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  const { status, body } = await world.issue()
  assert.equal(status, 202)
  assert.deepEqual(await toldOf(body.codigoGeneracion), ['dte.contingencia'])
  await world.advance(HOUR_MS)
  await transmitDue(world.deps)
  await world.mh.clearFaults()
  await world.advance(HOUR_MS)
  await transmitDue(world.deps)
  assert.deepEqual(await toldOf(body.codigoGeneracion), ['dte.contingencia', 'dte.sellado'])
})

test('a document of the deferred model is told as contingency by commit 1, and each outage by its two ends', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  for (let i = 0; i < 2; i++) await world.issue()
  const { body } = await world.issue()
  assert.deepEqual(await toldOf(body.codigoGeneracion), ['dte.contingencia'])
  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  const outages = (await toldBy(world)).filter(({ tipo }) => /abierta|cerrada/.test(tipo))
  assert.deepEqual(
    outages.map(({ tipo }) => tipo),
    ['contingencia.abierta', 'contingencia.cerrada'],
  )
})

test('an invalidation is told of what it cancels, and its rejection of itself', async () => {
  const { body } = await world.issue()
  await world.mh.fault({ service: 'anulardte', kind: 'reject', times: 1 })
  const refused = await invalidate(world, body.codigoGeneracion)
  assert.equal(refused.status, 422, refused.text)
  const { codigoGeneracion } = refused.body.error.details
  assert.deepEqual(await toldOf(codigoGeneracion), ['invalidacion.rechazada'])
  assert.equal((await invalidate(world, body.codigoGeneracion)).status, 200)
  assert.deepEqual(await toldOf(body.codigoGeneracion), ['dte.sellado', 'dte.invalidado'])
})

test('a return is told as sealed and as cancelled, and one that is given up as abandoned', async () => {
  const { body } = await world.issue()
  const code = body.codigoGeneracion
  const returned = await giveBack(world, code, [{ linea: 1, cantidad: 1 }])
  assert.equal(returned.status, 200, returned.text)
  assert.deepEqual(await toldOf(returned.body.codigoGeneracion), ['retorno.sellado'])
  assert.equal((await invalidate(world, returned.body.codigoGeneracion)).status, 200)
  assert.deepEqual(await toldOf(returned.body.codigoGeneracion), [
    'retorno.sellado',
    'retorno.invalidado',
  ])

  await world.mh.fault({ service: '*', kind: 'status' })
  const waiting = await giveBack(world, code, [{ linea: 1, cantidad: 1 }])
  assert.equal(waiting.status, 202, waiting.text)
  await world.mh.clearFaults()
  await world.advance(10 * 60_000)
  const evento = waiting.body.codigoGeneracion
  const gone = await abandon(world, code, evento)
  assert.equal(gone.status, 200, gone.text)
  assert.deepEqual(await toldOf(evento), ['retorno.abandonado'])
})

test('what cannot be told is not recorded: both are one commit', async () => {
  const rename = (from: string, to: string) =>
    statement(world.deps.pool, `alter table ${from} rename to ${to}`)
  await rename('outbox', 'away')
  assert.equal((await world.issue(SALE, { idempotencyKey: 'one' })).status, 500)
  await rename('away', 'outbox')
  const { estado } = await world.deps.pool.one<{ estado: string }>('select estado from documents')
  assert.equal(estado, 'firmado')
  await world.advance(HOUR_MS)
  await transmitDue(world.deps)
  const { body } = await world.issue(SALE, { idempotencyKey: 'one' })
  assert.equal(body.estado, 'sellado')
  assert.deepEqual(await toldOf(body.codigoGeneracion), ['dte.sellado'])
})
