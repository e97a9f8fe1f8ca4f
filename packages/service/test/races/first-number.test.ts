import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPointOfSale, setSeriesFirst, verifyAudit } from '../../src/admin.ts'
import { civilTime } from '../../src/base/time/el-salvador.ts'
import { releaseExpired } from '../../src/entrypoints/jobs/reservations.ts'
import { AdminRefused } from '../../src/flows/admin/admin.ts'
import { findGaps } from '../../src/flows/admin/gaps.ts'
import { createWorld, MH_PASSWORD, type World } from '../world.ts'
import { assertAllSealed, atOnce, numeroOf, PATIENT } from './numbers.ts'

let world: World
before(async () => {
  world = await createWorld(PATIENT)
})
after(() => world.close())

const P001 = { codEstable: 'M001', codPuntoVenta: 'P001' }
const year = () => civilTime(world.deps.clock.now()).year

function set(first: bigint, nit = world.company.nit) {
  const firsts = [{ tipoDte: '01', first }] as const
  return setSeriesFirst(world.admin, nit, { ...P001, ambiente: '00', firsts })
}

const correlativoOf = (reply: Parameters<typeof numeroOf>[0]) => BigInt(numeroOf(reply).slice(-15))

test('an unused series begins where it is set to, even lower than set before', async () => {
  const { nit, key } = await world.addCompany()
  await set(5_000n, nit)
  const [told] = await set(500n, nit)
  const first = await world.issue(undefined, { key })
  const second = await world.issue(undefined, { key })

  assert.equal(told?.numeroControl, 'DTE-01-M001P001-000000000000500')
  assert.deepEqual([correlativoOf(first), correlativoOf(second)], [500n, 501n])
  const [serie] = await findGaps(world.admin, nit, { ambiente: '00', year: year() })
  assert.deepEqual([serie?.first, serie?.last, serie?.gaps], [500, 501, []])
})

test('a number is never given again: the first is above the last, by whichever way it was given', async () => {
  const { nit, key } = await world.addCompany()
  await world.issue(undefined, { key })
  await world.issue(undefined, { key })
  await assert.rejects(set(2n, nit), (error: unknown) => {
    assert.ok(error instanceof AdminRefused)
    assert.match(error.message, /ya dio el número DTE-01-M001P001-000000000000002: el primero es 3/)
    return true
  })
  await set(900n, nit)
  await assert.rejects(set(2n, nit), AdminRefused, 'also after it was set and gave none since')
  await set(3n, nit)
  assert.equal(correlativoOf(await world.issue(undefined, { key })), 3n)
})

test('sales concurrent with the setting take each number once, and none between the last and the first', async () => {
  const CALLS = 60
  const { nit, key } = await world.addCompany()
  const [replies] = await Promise.all([
    atOnce(CALLS, () => world.issue(undefined, { key })),
    set(1_000n, nit),
  ])
  const after = await world.issue(undefined, { key })

  assertAllSealed([...replies, after])
  const numbers = replies.map(correlativoOf).toSorted((a, b) => Number(a - b))
  assert.equal(new Set(numbers).size, CALLS)
  const below = numbers.filter((n) => n < 1_000n)
  assert.deepEqual(
    below,
    below.map((_, at) => BigInt(at + 1)),
  )
  const above = numbers.filter((n) => n >= 1_000n)
  assert.deepEqual(
    above,
    above.map((_, at) => BigInt(1_000 + at)),
  )
  assert.equal(correlativoOf(after), BigInt(1_000 + above.length))
})

test('two operators at once: one of the two is the first number, and nothing below it is given', async () => {
  const { nit, key } = await world.addCompany()
  const ended = await Promise.allSettled([set(700n, nit), set(800n, nit)])

  assert.deepEqual(
    ended.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  assert.ok([700n, 800n].includes(correlativoOf(await world.issue(undefined, { key }))))
})

test('a reservation that expires below the first number is not issued again', async () => {
  const { nit, key } = await world.addCompany()
  const prepared = await world.inject({
    method: 'POST',
    url: '/v1/dte/prepare',
    headers: {
      'content-type': 'application/json',
      'x-service-key': key.apiKey,
      'idempotency-key': 'reserved below',
    },
    payload: '{"tipoDte":"01","items":[{"descripcion":"Clavos","cantidad":1,"precioUni":1}]}',
  })
  assert.equal(prepared.status, 200, prepared.text)
  await set(10n, nit)
  await world.advance(20 * 60_000)
  await releaseExpired(world.deps)

  assert.equal(correlativoOf(await world.issue(undefined, { key })), 10n)
})

test('a point of sale is added with its first numbers, and each is in the audit log', async () => {
  const { nit, publicKeyPem } = world.company
  await world.mh.register({ nit, password: MH_PASSWORD, publicKeyPem })
  const firsts = [
    { tipoDte: '03', first: 121n },
    { tipoDte: '01', first: 4_501n },
  ] as const
  const P009 = { codEstable: 'M001', codPuntoVenta: 'P009' }
  await addPointOfSale(world.admin, nit, { ...P009, firsts: { ambiente: '00', firsts } })
  const key = await world.mintKey(nit, P009)
  const acts = await world.deps.pool.many<{ sobre: string; detalle: object }>(
    `select sobre, detalle from audit_log where acto = 'series.primero' and sobre like '%P009%' order by seq`,
  )

  assert.equal(correlativoOf(await world.issue(undefined, { key })), 4_501n)
  assert.deepEqual(acts, [
    {
      sobre: 'DTE-01-M001P009-000000000004501',
      detalle: { ambiente: '00', year: year(), primero: '4501' },
    },
    {
      sobre: 'DTE-03-M001P009-000000000000121',
      detalle: { ambiente: '00', year: year(), primero: '121' },
    },
  ])
  assert.ok((await verifyAudit(world.admin)).every(({ broken }) => broken === null))
})

test('an impossible first number is refused by its option, and nothing is set', async () => {
  const { nit } = world.company
  const before = await world.numbersSpent()
  const at = { ...P001, ambiente: '00', firsts: [{ tipoDte: '11', first: 5n }] } as const
  const wrong = [
    [{ ...at, codPuntoVenta: 'P777' }, /sello pos add/],
    [{ ...at, year: year() - 1 }, /una serie de otro año/],
    [{ ...at, firsts: [{ tipoDte: '11', first: 0n }] }, /entero de 1 a/],
    [{ ...at, firsts: [{ tipoDte: '11', first: 10n ** 15n }] }, /entero de 1 a/],
  ] as const
  for (const [given, words] of wrong) {
    await assert.rejects(setSeriesFirst(world.admin, nit, given), words)
  }
  assert.equal(await world.numbersSpent(), before)
})
