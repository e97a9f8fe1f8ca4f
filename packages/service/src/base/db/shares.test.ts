import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Pool } from './pool.ts'
import { admissionsOf, createShares, readsOf } from './shares.ts'

const database = await createTestDatabase()
after(() => database.drop())

const LIMITS = { atOnce: 4, ofOne: 2, waiting: 5, waitMs: 60_000 }
const open = (limits: Partial<typeof LIMITS> = {}) =>
  createShares(database.createPool({ max: 4 }), systemClock, { ...LIMITS, ...limits })

/** Holds a connection until `release`. */
function hold(pool: Pool): { readonly done: Promise<void>; release(): void } {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  return { done: pool.lend(() => gate), release }
}

const ONE = 'select 1 as one'

test('a company that holds all it may, and waits for more, leaves the others their connections', async () => {
  const reads = open()
  const a = reads.of('a')
  const held = [hold(a), hold(a)]
  const waiting = Array.from({ length: 5 }, () => a.one(ONE))
  await until('two are lent', async () => reads.pool.load().total === 2)
  assert.deepEqual(await reads.of('b').one(ONE), { one: 1 })
  assert.equal(reads.pool.load().waiting, 0)
  for (const one of held) one.release()
  await Promise.all([...held.map(({ done }) => done), ...waiting])
})

test('the next connection is for the company that was served longest ago', async () => {
  const reads = open()
  const held = ['a', 'a', 'c', 'c'].map((name) => hold(reads.of(name)))
  const order: string[] = []
  const ask = (name: string) =>
    reads
      .of(name)
      .one(ONE)
      .then(() => order.push(name))
  const asked = ['a', 'a', 'a', 'c', 'c', 'c', 'b'].map(ask)
  held[0]?.release() // the one connection by which all are served
  await until('a and b are served', async () => order.length === 4)
  assert.equal(order.indexOf('b'), 1, order.join()) // c holds all it may
  for (const one of held) one.release()
  await Promise.all([...held.map(({ done }) => done), ...asked])
})

test('a company that comes back is behind those who wait already', async () => {
  const reads = open({ atOnce: 1, ofOne: 1 })
  await reads.of('a').one(ONE)
  const held = hold(reads.of('c'))
  const order: string[] = []
  const asked = ['b', 'a'].map((name) =>
    reads
      .of(name)
      .one(ONE)
      .then(() => order.push(name)),
  )
  held.release()
  await Promise.all([held.done, ...asked])
  assert.deepEqual(order, ['b', 'a'])
})

test('what waits is bounded in number, and an end makes room', async () => {
  const a = open().of('a')
  const held = [hold(a), hold(a)]
  const waiting = Array.from({ length: 5 }, () => a.one(ONE))
  await assert.rejects(a.one(ONE), {
    code: 'service_unavailable',
    message:
      'Esta empresa ya hace muchas consultas a la vez: no se leyó nada. Pida esta otra vez en unos segundos.',
  })
  for (const one of held) one.release()
  await Promise.all(waiting)
  assert.deepEqual(await a.one(ONE), { one: 1 })
})

test('what waits too long is refused, and its statement never runs', async () => {
  const a = open({ waitMs: 20 }).of('a')
  const held = [hold(a), hold(a)]
  let ran = false
  const late = a.lend(async () => {
    ran = true
  })
  await assert.rejects(late, { code: 'service_unavailable' })
  for (const one of held) one.release()
  await Promise.all(held.map(({ done }) => done))
  assert.deepEqual(await a.one(ONE), { one: 1 })
  assert.equal(ran, false)
})

test('a statement that fails gives its turn back', async () => {
  const a = open().of('a')
  for (let i = 0; i < 5; i++) await assert.rejects(a.one('select 1 / 0'), { code: '22012' })
  assert.deepEqual(await a.one(ONE), { one: 1 })
})

test('what is left of the pool stays for others, however many share the rest', async () => {
  const shares = open({ atOnce: 2, ofOne: 1 })
  const held = ['a', 'b', 'c', 'd'].map((name) => hold(shares.of(name)))
  await until('two are lent', async () => shares.pool.load().total === 2)
  assert.deepEqual(await Promise.all([shares.pool.one(ONE), shares.pool.one(ONE)]), [
    { one: 1 },
    { one: 1 },
  ])
  for (const one of held) one.release()
  await Promise.all(held.map(({ done }) => done))
})

test('one company reads with half of a pool, and admits with one connection of its half', () => {
  const of = (max: number) => ({ options: { max } }) as Pool
  const reads = (max: number) => readsOf(of(max))
  const reading = { waiting: 100, waitMs: 3_000 }
  assert.deepEqual(reads(9), { ...reading, atOnce: 9, ofOne: 4 })
  assert.deepEqual(reads(1), { ...reading, atOnce: 1, ofOne: 1 })
  const admissions = (max: number) => admissionsOf(of(max))
  const admitting = { ofOne: 1, waiting: 1_000, waitMs: 5_000 }
  assert.deepEqual(admissions(9), { ...admitting, atOnce: 4 })
  assert.deepEqual(admissions(1), { ...admitting, atOnce: 1 })
})

test('who has given back one of two may have one again, and what waits for the only one has its turn', async () => {
  const a = open({ waiting: 0 }).of('a')
  const [first, second] = [hold(a), hold(a)]
  first.release()
  await first.done
  const third = hold(a)
  await assert.rejects(a.one(ONE), { code: 'service_unavailable' })
  for (const one of [second, third]) one.release()
  await Promise.all([second.done, third.done])

  const b = open({ ofOne: 1 }).of('b')
  const held = hold(b)
  const waiting = [b.one(ONE), b.one(ONE)]
  held.release()
  assert.deepEqual(await Promise.all(waiting), [{ one: 1 }, { one: 1 }])
})

test('who has waited in vain is behind the others when it asks again, and who is served waits for no time', async () => {
  const waits: { readonly signal: AbortSignal | undefined; end(): void }[] = []
  const sleep: Clock['sleep'] = (_, signal) =>
    new Promise((end) => {
      waits.push({ signal, end })
    })
  const pool = database.createPool({ max: 4 })
  const shares = createShares(pool, { sleep }, { ...LIMITS, atOnce: 1, ofOne: 1 })
  const held = hold(shares.of('c'))
  const order: string[] = []
  const ask = (name: string) =>
    shares
      .of(name)
      .one(ONE)
      .then(() => order.push(name))
  const late = ask('x')
  waits[0]?.end()
  await assert.rejects(late, { code: 'service_unavailable' })
  const asked = ['b', 'x'].map(ask)
  held.release()
  await Promise.all([held.done, ...asked])
  assert.deepEqual(order, ['b', 'x'])
  assert.deepEqual(
    waits.map(({ signal }) => signal?.aborted),
    [false, true, true],
  )
})
