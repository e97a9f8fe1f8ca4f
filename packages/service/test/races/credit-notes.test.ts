import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LOCK_WAITS } from '../citus.ts'
import { invalidate } from '../corrections.ts'
import { credito, nota, outcomeOf, sealed, secondPointOfSale } from '../notas.ts'
import { createWorld, type World } from '../world.ts'
import { assertConsecutive, atOnce, numeroOf, PATIENT } from './numbers.ts'
import { createPeer, type Peer } from './peer.ts'

const CALLS = 50
const REFUSED = '422 validation_failed documentosRelacionados[0].codigoGeneracion'

let world: World
let peer: Peer
let keys: readonly World['company']['key'][]
before(async () => {
  world = await createWorld(PATIENT)
  peer = createPeer(world)
  keys = [world.company.key, await secondPointOfSale(world)]
})
after(async () => {
  await peer.close()
  await world.close()
})

/** Of both processes and of both series. */
const issueAt = (at: number, body: object, idempotencyKey?: string) =>
  (at % 2 === 0 ? world : peer).issue(body, {
    key: keys[at % 4 < 2 ? 0 : 1] ?? world.company.key,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  })

/** More than it would be a credit that the company never owed, and the ministry's refusal of later notes. */
test('50 credit notes at once over one 03, of two processes and two series, never add up to more than it', async () => {
  const origen = await sealed(world) // 100.00
  const spent = await world.numbersSpent()

  const replies = await atOnce(CALLS, (at) => issueAt(at, nota(origen, 7.7)))

  const outcomes = replies.map(outcomeOf)
  assert.equal(outcomes.filter((one) => one === '200').length, 12, '12 times 7.70 are 92.40')
  assert.equal(outcomes.filter((one) => one === REFUSED).length, CALLS - 12, String(outcomes))
  assert.equal(await world.numbersSpent(), spent + 12, 'what does not fit spends no number')
  for (const series of ['P001', 'P002']) {
    const numbers = replies.filter(({ status }) => status === 200).map(numeroOf)
    assertConsecutive(numbers.filter((numero) => numero.includes(series)))
  }
  const left = await world.issue(nota(origen, 7.6))
  assert.equal(left.status, 200, left.text)
})

test('notes at once over the same documents in another order each do not wait in a circle', async () => {
  const origenes = await Promise.all(Array.from({ length: 4 }, () => sealed(world, credito({}))))
  const over = (codes: readonly string[]) =>
    nota('', 0, {
      documentosRelacionados: codes.map((codigoGeneracion) => ({ codigoGeneracion })),
      items: codes.map((numeroDocumento) => ({
        descripcion: 'x',
        cantidad: 1,
        precioUni: 1,
        numeroDocumento,
      })),
    })
  const turned = (at: number) => [...origenes.slice(at % 4), ...origenes.slice(0, at % 4)]

  const replies = await atOnce(40, (at) =>
    issueAt(at, over(at % 8 < 4 ? turned(at) : turned(at).toReversed())),
  )

  assert.deepEqual([...new Set(replies.map(outcomeOf))], ['200'])
})

test('one note that was sent many times at once is one note, though two would not fit', async () => {
  const origen = await sealed(world)

  const replies = await atOnce(20, (at) =>
    (at % 2 === 0 ? world : peer).issue(nota(origen, 100), { idempotencyKey: 'the whole of it' }),
  )

  const [sealedOne, ...more] = replies.filter(
    ({ status, headers }) => status === 200 && !headers['idempotency-replayed'],
  )
  assert.ok(sealedOne)
  assert.deepEqual(more, [])
  for (const { status, body } of replies) {
    if (status !== 200) assert.equal(body.error.code, 'idempotency_in_flight', JSON.stringify(body))
  }
})

test('a refused note fails no concurrent sale or note', async () => {
  const [small, large] = [await sealed(world), await sealed(world)]

  const replies = await atOnce(30, (at) =>
    issueAt(at, at % 3 === 0 ? nota(small, 101) : at % 3 === 1 ? nota(large, 1) : credito()),
  )

  for (const [at, reply] of replies.entries()) {
    assert.equal(outcomeOf(reply), at % 3 === 0 ? REFUSED : '200', reply.text)
  }
})

test('a document that is invalidated while a note over it waits is not adjusted', async (t) => {
  const origen = await sealed(world)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  t.after(() => holder.end())
  const spent = await world.numbersSpent()
  await holder.query('begin')
  await holder.query(
    `update documents set estado = 'invalidado' where codigo_generacion = '${origen}'`,
  )

  const waiting = world.issue(nota(origen, 1))
  await untilSomebodyWaits()
  await holder.query('commit')

  const reply = await waiting
  assert.equal(outcomeOf(reply), REFUSED)
  assert.equal(
    reply.body.error.message,
    `El documento ${origen} se invalidó entretanto: no hay nada que ajustar. No se gastó número.`,
  )
  assert.equal(await world.numbersSpent(), spent)
})

test('a document whose invalidation has no answer is not adjusted', async () => {
  const origen = await sealed(world)
  await world.mh.fault({ service: 'anulardte', kind: 'status', status: 503 })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  const ending = await invalidate(world, origen)
  await world.mh.clearFaults()
  assert.equal(ending.status, 502, ending.text)
  const spent = await world.numbersSpent()
  for (const tipoDte of ['05', '06']) {
    const reply = await world.issue(nota(origen, 1, { tipoDte }))
    assert.equal(outcomeOf(reply), REFUSED)
    assert.equal(
      reply.body.error.message,
      `El documento ${origen} tiene una invalidación que Hacienda no ha respondido; repítala antes de ajustarlo. No se gastó número.`,
    )
  }
  assert.equal(await world.numbersSpent(), spent)
})

async function untilSomebodyWaits(): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if ((await world.deps.pool.many(LOCK_WAITS)).length > 0) return
    await sleep(10)
  }
  throw new Error('nobody waits for the lock')
}
