import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Pool } from '../../src/base/db/pool.ts'
import { balanceOf, giveBack, invalidate } from '../corrections.ts'
import { until } from '../until.ts'
import { createWorld, type World } from '../world.ts'
import { atOnce, PATIENT } from './numbers.ts'
import { createPeer } from './peer.ts'

let world: World
before(async () => {
  world = await createWorld(PATIENT)
})
after(() => world.close())

const sell = async (at = world) => {
  const items = [{ descripcion: 'Café', cantidad: 10, precioUni: 3.33 }]
  const { status, text, body } = await at.issue({ tipoDte: '01', items })
  assert.equal(status, 200, text)
  return body.codigoGeneracion as string
}

/** Codes of the events about a document that the ministry sealed. */
async function sealedEvents(codigo: string): Promise<readonly string[]> {
  const ledger = await world.mh.ledger()
  return ledger
    .filter(({ estado, numeroControl, jws }) => {
      const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()
      return estado === 'PROCESADO' && numeroControl === null && payload.includes(`"${codigo}"`)
    })
    .map(({ codigoGeneracion }) => codigoGeneracion)
}

test('concurrent returns never take more than was sold, and add up to the document', async () => {
  const codigo = await sell()
  const replies = await atOnce(8, () => giveBack(world, codigo, [{ linea: 1, cantidad: 2 }]))

  const sealed = replies.filter(({ status }) => status === 200)
  const refused = replies.filter(({ status }) => status !== 200)
  assert.equal(sealed.length, 5, replies.map(({ text }) => text.slice(0, 200)).join('\n'))
  for (const { body } of refused) assert.equal(body.error.code, 'return_exceeds_available')
  assert.deepEqual(await balanceOf(world, codigo), [[10, 10, 0]])
  const cents = sealed.reduce((sum, { body }) => sum + Math.round(body.totales.totalPagar * 100), 0)
  assert.equal(cents, 3330)
  assert.equal((await sealedEvents(codigo)).length, 5)
})

test('concurrent invalidations with separate keys make one event', async () => {
  const codigo = await sell()
  const replies = await atOnce(8, () => invalidate(world, codigo))

  const firsts = replies.filter(({ status, body }) => status === 200 && body.evento)
  assert.equal(firsts.length, 1, replies.map(({ text }) => text.slice(0, 200)).join('\n'))
  for (const { status, body } of replies) {
    if (status === 200) continue
    assert.equal(body.error.code, 'idempotency_in_flight')
  }
  assert.deepEqual(await sealedEvents(codigo), [firsts[0]?.body.evento.codigoGeneracion])
})

test('one return that is sent many times at once is one event', async () => {
  const codigo = await sell()
  const idempotencyKey = world.deps.random.uuid()
  const items = [{ linea: 1, cantidad: 1 }]
  await atOnce(8, () => giveBack(world, codigo, items, { idempotencyKey }))
  const last = await giveBack(world, codigo, items, { idempotencyKey })

  assert.equal(last.status, 200, last.text)
  assert.deepEqual(await sealedEvents(codigo), [last.body.codigoGeneracion])
  assert.deepEqual(await balanceOf(world, codigo), [[10, 1, 9]])
})

test('of a concurrent return and invalidation the ministry only gets what the document allows', async () => {
  const codigo = await sell()
  const [returned, cancelled] = await Promise.all([
    giveBack(world, codigo, [{ linea: 1, cantidad: 1 }]),
    invalidate(world, codigo),
  ])

  assert.equal([returned, cancelled].filter(({ status }) => status === 200).length, 1)
  assert.equal((await sealedEvents(codigo)).length, 1)
})

/**
 * The second call reads its units after it has looked for an event of its own, and the first call commits in
 * between: the test holds the second process's only connection, and lends it one read at a time.
 */
test('of two equal returns the one that finds its units taken by the other is told of that one', async (t) => {
  const narrow = await createWorld({ ...PATIENT, pool: { ...PATIENT.pool, max: 1 } })
  t.after(() => narrow.close())
  const peer = createPeer(narrow)
  t.after(() => peer.close())
  const codigo = await sell(narrow)
  const [items, options] = [[{ linea: 1, cantidad: 6 }], { idempotencyKey: 'equal' }]
  const { pool } = narrow.deps

  let held = await hold(pool)
  const second = giveBack(narrow, codigo, items, options)
  for (const next of ['the document', 'an event of its own', 'the events that count']) {
    await until(`it waits to read ${next}`, () => pool.load().waiting === 1)
    if (next === 'the events that count') break
    const after = hold(pool) // behind that read, and before the next one
    held.release()
    held = await after
  }
  const first = await giveBack({ ...narrow, inject: peer.inject }, codigo, items, options)
  assert.equal(first.status, 200, first.text)
  held.release()

  const told = await second
  assert.equal(told.headers['idempotency-replayed'], 'true', told.text)
  assert.equal(told.text, first.text)
  assert.deepEqual(await balanceOf(narrow, codigo), [[10, 6, 4]])
})

/** Takes a connection once it is free, and keeps it until it is released. */
function hold(pool: Pool): Promise<{ release(): void }> {
  return new Promise((resolve, reject) => {
    pool.lend(() => new Promise<void>((release) => resolve({ release }))).catch(reject)
  })
}
