import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseExpired } from '../../src/entrypoints/jobs/reservations.ts'
import { prepare, sign } from '../prepared.ts'
import { createWorld, type Reply, type World } from '../world.ts'
import { assertAllSealed, assertConsecutive, atOnce, numeroOf, PATIENT } from './numbers.ts'
import { createPeer } from './peer.ts'

const FIFTEEN_MINUTES_MS = 15 * 60_000

const countOf = (reply: Reply) => Number(numeroOf(reply).slice(-15))

/** A released number that is never reused would be an unexplained gap. */
test('released numbers are reissued lowest first, and then the count continues', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const one = await world.issue()
  const prepared = [await prepare(world), await prepare(world), await prepare(world)]
  const five = await world.issue()
  await world.advance(FIFTEEN_MINUTES_MS)
  assert.equal(await releaseExpired(world.deps), 3)

  const next = [await world.issue(), await prepare(world), await world.issue(), await world.issue()]

  assert.deepEqual([one, ...prepared, five].map(countOf), [1, 2, 3, 4, 5])
  assert.deepEqual(next.map(countOf), [2, 3, 4, 6])
  assert.equal((await sign(world, next[1] as Reply)).status, 200)
  assert.equal(await world.numbersSpent(), 6)
  await assertNothingWaits(world)
})

test('a number returns every time it is reserved and not signed', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const codes = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const prepared = await prepare(world)
    assert.equal(countOf(prepared), 1)
    codes.add(prepared.body.codigoGeneracion)
    await world.advance(FIFTEEN_MINUTES_MS)
    assert.equal(await releaseExpired(world.deps), 1)
  }

  const issued = await world.issue()

  assert.equal(countOf(issued), 1)
  assert.equal(codes.size, 3)
  for (const code of codes) assert.equal((await world.query(code)).body.estado, 'liberado')
})

test('two processes issue, prepare and release at once: every number is used once, without a gap', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const peer = createPeer(world)
  t.after(() => peer.close())
  const prepared = await atOnce(30, () => prepare(world))
  await world.advance(FIFTEEN_MINUTES_MS)

  const [issued, released] = await Promise.all([
    atOnce(60, (at) => (at % 2 === 0 ? world : peer).issue()),
    Promise.all([releaseExpired(world.deps), releaseExpired(peer.deps), releaseExpired(peer.deps)]),
  ])
  const left = 30 - released.reduce((sum, count) => sum + count, 0)
  assert.equal((await releaseExpired(world.deps)) + 0, left, 'what was skipped is released later')
  const rest = await atOnce(30, (at) => (at % 2 === 0 ? world : peer).issue())

  assertAllSealed([...issued, ...rest])
  const numbers = [...issued, ...rest].map(numeroOf)
  assert.equal(new Set(numbers).size, 90)
  assertConsecutive(numbers)
  assert.equal(await world.numbersSpent(), 90)
  assert.equal(prepared.length, 30)
  await assertNothingWaits(world)
})

test('a number of the old year is not issued in the new one', async (t) => {
  const eve = new Date('2027-01-01T05:50:00Z') // 23:50 of the 31st in El Salvador
  const world = await createWorld({ ...PATIENT, now: eve })
  t.after(() => world.close())
  await world.issue()
  const prepared = await prepare(world)
  await world.advance(FIFTEEN_MINUTES_MS)
  assert.equal(await releaseExpired(world.deps), 1)

  const issued = [await world.issue(), await world.issue()]

  assert.equal(countOf(prepared), 2)
  assert.deepEqual(issued.map(countOf), [1, 2])
  assert.ok(issued.every(({ body }) => body.fecEmi === '2027-01-01'))
  const rows = await world.deps.pool.many<{ year: number }>('select year from released_numbers')
  assert.deepEqual(rows, [{ year: 2026 }])
})

test('a number only returns to its own type and company', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const other = await world.addCompany()
  await prepare(world)
  await world.advance(FIFTEEN_MINUTES_MS)
  await releaseExpired(world.deps)

  const elsewhere = await world.issue(undefined, { key: other.key })
  const purchase = await world.issue(COMPRA)
  const here = await world.issue()

  assert.deepEqual([elsewhere, purchase, here].map(countOf), [1, 1, 1])
  await assertNothingWaits(world)
})

const COMPRA = {
  tipoDte: '14',
  receptor: {
    nombre: 'Ana Ficticia',
    numDocumento: '00016297-5',
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
  },
  items: [{ descripcion: 'Café en uva', cantidad: 2, precioUni: 5.65 }],
}

async function assertNothingWaits({ deps: { pool } }: World): Promise<void> {
  assert.deepEqual(await pool.many('select * from released_numbers'), [])
  assert.deepEqual(await pool.many('select * from series where released <> 0'), [])
}
