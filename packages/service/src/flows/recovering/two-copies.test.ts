/**
 * Two live copies of one database give the same numbers and codes to different documents. The ministry seals the
 * first one that it gets; nobody is told that seal for the other (ADR 0094).
 */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { invalidate } from '../../../test/corrections.ts'
import { copyDatabase } from '../../../test/database.ts'
import { atOnce } from '../../../test/races/numbers.ts'
import { createPeer, type Peer } from '../../../test/races/peer.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { transmitLots } from '../../entrypoints/jobs/lots.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { closeFence, isFenced, readIdentity } from '../../ledger/marks/marks.ts'
import { createExchange } from '../../outside/ministry/exchange.ts'
import { copyDue } from '../keeping/copy.ts'
import { reconcile } from './reconcile.ts'

const MINUTE_MS = 60_000
const SALES = 8

let world: World
let copy: Peer
let copyUrl: string
let drop: () => Promise<void>
beforeEach(async () => {
  world = await createWorld({ silencesMax: 2 })
  await world.deps.fence.check()
  assert.equal((await world.issue()).status, 200)
  const backup = await copyDatabase(world.databaseUrl)
  drop = backup.drop
  copyUrl = backup.url
  copy = createPeer(world, backup.url)
  // A base backup that is started on another port has the identity of its origin.
  const identity = await readIdentity(copy.deps.pool)
  await copy.deps.pool.many('update database_marks set identity = $1 returning 1', [identity])
  await copy.deps.fence.check()
  assert.ok(copy.deps.fence.isOpen)
})
afterEach(async () => {
  await copy.close()
  await drop()
  await world.close()
})

type Copy = Pick<World, 'deps' | 'issue' | 'query'>

/** Every 200 has the seal that the ministry gave to the very bytes of its answer. */
async function assertOwnSeals(replies: readonly Reply[]): Promise<readonly Reply[]> {
  const sealed = (await world.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')
  const told = replies.filter(({ status }) => status === 200)
  for (const { body } of told) {
    const row = sealed.find(({ selloRecibido }) => selloRecibido === body.selloRecibido)
    assert.equal(body.jws, row?.jws)
  }
  return told
}

/** What the database says is sealed has the ministry's seal of the same bytes. */
async function assertOwnSealsStored({ deps, query }: Copy): Promise<void> {
  const sealed = (await world.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')
  const rows = await deps.pool.many<{ codigo_generacion: string }>(
    `select codigo_generacion from documents where estado = 'sellado'`,
  )
  for (const { codigo_generacion } of rows) {
    const { body } = await query(codigo_generacion.toUpperCase())
    const row = sealed.find(({ selloRecibido }) => selloRecibido === body.selloRecibido)
    assert.equal(body.jws, row?.jws)
  }
}

/** With other texts, or two copies would sign the same bytes within a second. */
const both = () =>
  Promise.all([
    atOnce(SALES, () => world.issue()),
    atOnce(SALES, () => copy.issue({ ...SALE, observaciones: 'copia' })),
  ])

const reasonOf = async ({ deps }: Copy) =>
  (await deps.pool.one<{ reason: string | null }>('select reason from database_marks')).reason

test('of eight sales each of two copies only the right seals are told, and whoever collides stops', async () => {
  const replies = (await both()).flat()

  const told = await assertOwnSeals(replies)
  assert.ok(told.length >= 1)
  for (const { status, body } of replies.filter((one) => !told.includes(one))) {
    if (status === 503) continue
    assert.equal(status, 422)
    assert.equal(body.error.code, 'mh_rejected')
    assert.match(body.error.message, /sello reconcile/)
    assert.match(body.error.details.ayuda.causa, /otro documento con este código/)
  }
  const fenced = await Promise.all([world, copy].map(({ deps }) => isFenced(deps.pool)))
  assert.ok(fenced.includes(true))
  await Promise.all([assertOwnSealsStored(world), assertOwnSealsStored(copy)])
})

test('the copy that is second gets no seal where the first one’s answers were lost', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: SALES })
  const first = await atOnce(SALES, () => world.issue())
  const second = await atOnce(SALES, () => copy.issue({ ...SALE, observaciones: 'copia' }))
  assert.equal((await assertOwnSeals(first)).length, SALES)
  assert.equal((await assertOwnSeals(second)).length, 0)
  assert.deepEqual(new Set(second.map(({ status }) => status)), new Set([422]))
})

test('a copy that is behind gets no seal, stops at its first sale, and goes on after a reconciliation', async () => {
  const before = await atOnce(SALES, () => world.issue({ ...SALE, observaciones: 'original' }))
  await copyDue(world.deps)

  const idempotencyKey = world.deps.random.uuid()
  const refused = await copy.issue(SALE, { idempotencyKey })
  assert.equal(refused.status, 422, refused.text)
  const { codigoGeneracion, numeroControl } = refused.body.error.details
  assert.ok(before.some(({ body }) => body.codigoGeneracion === codigoGeneracion))
  assert.match((await reasonOf(copy)) ?? '', new RegExp(codigoGeneracion))
  assert.equal((await copy.issue()).status, 503)
  assert.equal((await copy.query(codigoGeneracion)).body.estado, 'rechazado')

  const report = await reconcile(copy.deps, { margin: 3 })
  assert.ok(report.listados >= SALES)
  await copy.deps.fence.check()
  assert.equal(
    (await copy.query(codigoGeneracion)).body.documento.identificacion.numeroControl,
    numeroControl,
  )
  assert.equal((await copy.query(codigoGeneracion)).body.estado, 'sellado')
  await assertOwnSealsStored(copy)
  const again = await copy.issue(SALE, { idempotencyKey })
  assert.equal(again.text, refused.text, 'a repeat gets its first answer')
  const next = await copy.issue()
  assert.equal(next.status, 200, next.text)
  await assertOwnSeals([next])
  await transmitDue(copy.deps)
  assert.ok(!(await isFenced(copy.deps.pool)), 'nothing that is left closes the fence again')
})

/** The network to the reception refuses connections, so that no byte of a document leaves. */
const withoutReception: typeof createExchange = (...args) => {
  const exchange = createExchange(...args)
  const refused = {
    kind: 'silence',
    why: 'unreachable',
    code: 'ECONNREFUSED',
    unsent: true,
  } as const
  return {
    ...exchange,
    post: async (post) => (post.path.includes('recepciondte') ? refused : exchange.post(post)),
  }
}

test('a seal that the ministry holds although no byte of the document has left is another document’s', async () => {
  const peer = createPeer(world, copyUrl, world.mh.url, withoutReception)
  try {
    const original = await world.issue({ ...SALE, observaciones: 'original' })
    const refused = await peer.issue()
    assert.equal(refused.status, 422, refused.text)
    assert.equal(refused.body.error.details.codigoGeneracion, original.body.codigoGeneracion)
    assert.match((await reasonOf(peer)) ?? '', new RegExp(original.body.codigoGeneracion))
  } finally {
    await peer.close()
  }
})

test('a refusal that only a query shows is told in our words, not as the ministry’s', async () => {
  await world.advance(-2 * MINUTE_MS)
  assert.equal((await world.issue({ ...SALE, observaciones: 'original' })).status, 200)
  await world.advance(2 * MINUTE_MS) // back to the time of the ministry's `Date`: its seal predates the sale
  await world.mh.fault({ service: 'recepciondte', kind: 'status', times: 1 })
  const { status, body } = await copy.issue()
  assert.equal(status, 422)
  assert.equal(body.error.details.descripcionMsg, null)
  const { message } = body.error
  assert.match(
    message,
    /^Hacienda tiene sellado otro documento con este código: [^.]+\. No lo entregue\./,
  )
})

test('a seal that only a query finds is not told once another copy has come to light', async () => {
  const originals = await atOnce(SALES, () => world.issue({ ...SALE, observaciones: 'original' }))
  await copyDue(world.deps)
  await world.mh.fault({ service: 'recepciondte', kind: 'status', times: 1 })
  await world.mh.fault({ service: 'consultadte', kind: 'delay', delayMs: 3_600_000, times: 1 })
  const waiting = copy.issue()
  await until('its query is under way', async () => (await world.mh.faults()).length === 0)
  assert.equal((await copy.issue()).status, 422)
  await world.mh.endDelays()

  const { status, body } = await waiting
  assert.equal(status, 202)

  const original = originals.find((one) => one.body.codigoGeneracion === body.codigoGeneracion)
  const files = (async function* () {
    yield Buffer.from(JSON.stringify({ jws: original?.body.jws })) // no seal, so it decides nothing
  })()
  const read = await reconcile(copy.deps, { margin: 3, files }) // finds it in the company's storage
  assert.deepEqual(read.files, { imported: 0, known: 1, deferred: 0, foreign: 0 })
  const { body: found } = await copy.query(body.codigoGeneracion)
  assert.equal(found.estado, 'sellado')
  assert.notEqual(found.jws, body.jws)
  await assertOwnSealsStored(copy)
})

test('a call that was held up until the job sent its document gets that seal, and stops nobody', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 3_600_000, times: 1 })
  const held = world.issue()
  await until('it is sent', async () => (await world.mh.faults()).length === 0)
  await world.advance(2 * MINUTE_MS) // longer than its lease
  await transmitDue(world.deps)
  await world.mh.endDelays()

  const reply = await held
  assert.equal(reply.status, 200, reply.text)
  await assertOwnSeals([reply])
  assert.ok(!(await isFenced(world.deps.pool)))
})

test('so does one whose document the job has sent without an answer yet', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 3_600_000, times: 1 })
  const held = world.issue()
  await until('it is sent', async () => (await world.mh.faults()).length === 0)
  await world.advance(2 * MINUTE_MS)
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 1 })
  await transmitDue(world.deps)
  await world.mh.endDelays()

  const { status, body } = await held
  assert.equal(status, 202)
  await world.advance(MINUTE_MS)
  await transmitDue(world.deps)
  assert.equal((await world.query(body.codigoGeneracion)).body.estado, 'sellado')
  await assertOwnSealsStored(world)
  assert.ok(!(await isFenced(world.deps.pool)))
})

test('a seal that answers its own sending is told, whatever has come to light meanwhile', async () => {
  const { pool } = world.deps
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 3_600_000, times: 1 })
  const waiting = world.issue()
  await until('it is sent', async () => (await world.mh.faults()).length === 0)
  await transaction(pool, (tx) => closeFence(tx, 'another copy'))
  await world.mh.endDelays()

  const reply = await waiting
  assert.ok(await isFenced(pool))
  assert.equal(reply.status, 200, reply.text)
  await assertOwnSeals([reply])
})

test('a number that another program used stops nobody else', async () => {
  const descripcionMsg = '[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR'
  const fault = { kind: 'reject', codigoMsg: '004', descripcionMsg, times: 1 } as const
  await world.mh.fault({ service: 'recepciondte', ...fault })
  const { status, body } = await world.issue()
  assert.equal(status, 422)
  assert.match(body.error.details.ayuda.queHacer, /sello series set/)
  assert.equal((await world.issue()).status, 200)
})

test('an event whose code another copy has used is rejected, and stops issuing as a document does', async () => {
  const { codigoGeneracion } = (await world.issue()).body
  const descripcionMsg = '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR'
  const fault = { kind: 'reject', codigoMsg: '004', descripcionMsg, times: 1 } as const
  await world.mh.fault({ service: 'anulardte', ...fault })
  const { status, body } = await invalidate(world, codigoGeneracion)
  assert.equal(status, 422)
  assert.equal(
    await reasonOf(world),
    `Hacienda tiene sellado otro documento con el código ${body.error.details.codigoGeneracion}, que aquí nadie había enviado: hay otra copia de esta base de datos que también emite, o esta se restauró a un momento anterior.`,
  )
  assert.equal((await world.issue()).status, 503)
  assert.equal((await world.query(codigoGeneracion)).body.estado, 'sellado')
})

test('a correction whose rejected attempt turns out to be sealed takes no seal, and its code is not reused', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const corrige = (await world.issue()).body.error.details.codigoGeneracion
  assert.equal((await copy.issue()).body.codigoGeneracion, corrige) // sealed after all, with other bytes

  const corrected = await world.issue({ ...SALE, corrige })
  assert.equal(corrected.status, 422, corrected.text)
  assert.match(corrected.body.error.message, /sello reconcile/)
  assert.equal((await world.issue()).status, 503)
  await reconcile(world.deps, { margin: 3, withoutStorage: true })
  await world.deps.fence.check()
  assert.equal((await world.issue({ ...SALE, corrige })).body.error.code, 'validation_failed')
  const next = await world.issue()
  assert.equal(next.status, 200, next.text)
  await assertOwnSeals([next])
})

test('the second copy of an invalidation is refused, and stops nobody', async () => {
  const [sold] = await world.deps.pool.many<{ codigo_generacion: string }>(
    'select codigo_generacion from documents',
  )
  const code = sold?.codigo_generacion.toUpperCase() ?? ''
  assert.equal((await invalidate(world, code)).status, 200)
  const second = await invalidate({ ...world, inject: copy.inject as World['inject'] }, code)
  assert.equal(second.status, 422, second.text)
  assert.equal(second.body.error.details.codigoMsg, '015')
  assert.ok(!(await isFenced(copy.deps.pool)))
})

// biome-ignore format: a table
const DEFERRED = [
  // sent how                    documents
  ['alone, as no lot has one',   1],
  ['in a lot',                   3],
] as const

for (const [how, count] of DEFERRED) {
  test(`documents that two copies deferred, sent ${how}: those sent second are not sealed`, async () => {
    const codes = await deferSome(world, count)
    assert.deepEqual(await deferSome(copy, count), codes)
    const estados = (one: Copy) =>
      Promise.all(codes.map(async (code) => (await one.query(code)).body.estado))

    await finish(world)
    assert.deepEqual(new Set(await estados(world)), new Set(['sellado']))
    await finish(copy)
    assert.deepEqual(new Set(await estados(copy)), new Set(['rechazado']))
    assert.ok(await isFenced(copy.deps.pool))
    await world.advance(60 * MINUTE_MS)
    await transmitDue(copy.deps)
    assert.deepEqual(new Set(await estados(copy)), new Set(['rechazado']), 'nor later')
  })
}

/** Opens an outage and defers documents in it. */
async function deferSome(one: Copy, count: number): Promise<readonly string[]> {
  await world.mh.fault({ service: '*', kind: 'status' })
  for (let n = 0; n < 2; n++) await one.issue()
  const codes: string[] = []
  for (let n = 0; n < count; n++) {
    const { status, body } = await one.issue({ ...SALE, observaciones: one === copy ? 'b' : 'a' })
    assert.equal(status, 202)
    assert.equal(body.documento.identificacion.tipoModelo, 2)
    codes.push(body.codigoGeneracion)
  }
  await world.mh.clearFaults()
  return codes
}

/** The ministry is back: the event is signed with the next sale, and the jobs do the rest. */
async function finish({ deps, issue }: Copy): Promise<void> {
  await world.advance(13_000)
  await watchOutages(deps)
  await issue()
  for (let n = 0; n < 6; n++) {
    await transmitDue(deps)
    await transmitLots(deps)
    await world.advance(MINUTE_MS)
  }
}
