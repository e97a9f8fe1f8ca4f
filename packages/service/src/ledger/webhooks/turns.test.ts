/** Turns of webhooks, and what each has to deliver: of its own company, environment and webhook. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ago, companyRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import type { OnSkipped } from '../cluster/due.ts'
import { addTest, listDeliveries, sendAgain } from './deliveries.ts'
import { findDue, storeDeliveries } from './queue.ts'
import { deleteWebhook, findWebhook, listWebhooks, rotateSecret, updateWebhook } from './store.ts'
import { endTurn, takeTurns } from './turns.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const onSkipped: OnSkipped = (skipped, error) => assert.fail(`${JSON.stringify(skipped)} ${error}`)

let database: TestDatabase
let pool: Pool
let onCluster: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  onCluster = database.createPool({ isCluster: true })
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2)])
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['webhook_deliveries', 'webhooks', 'feeds'])
    await pool.many(`delete from ${table}`)
  await insertRows(pool, 'feeds', [
    { company_id: ONE, ambiente: '00', last: 10 },
    { company_id: ONE, ambiente: '01', last: 7 },
    { company_id: OTHER, ambiente: '00', last: 3 },
  ])
})

/** A webhook that waits for nothing: it has delivered all of its feed. */
const hook = (n: number, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ company_id: ONE, webhook_id: idOf(n), ambiente: '00', url: `https://a.example/${n}` },
  ...{ descripcion: null, tipos: null, secret: '\\x01', secret_before: null, before_until: null },
  ...{ position: 10, told: 0, activo: true, off_since: null, off_by: null, failing_since: null },
  ...{ slots: 0, lease_until: ago(1), created_at: ago(n), updated_at: NOW, ...more },
})

const OFF = { activo: false, off_since: NOW, off_by: 'manual' }

const delivery = (hookId: string, n: number, more: object = {}) => ({
  ...{ company_id: ONE, webhook_id: hookId, ordinal: n, novedad: idOf(700 + n), position: n },
  ...{ tipo: 'dte.sellado', attempts: 0, next_at: ago(1), last_at: null, codigo: null },
  ...{ motivo: null, created_at: ago(2), ...more },
})

const rotated = (which: ReturnType<typeof of>, secret: Buffer) =>
  transaction(pool, (tx) => rotateSecret(tx, which, { secret, now: NOW }))

const numberOf = (id: string) => Number(id.slice(-12))
const of = (n: number, more: object = {}) =>
  ({ companyId: ONE, ambiente: '00', webhookId: idOf(n), ...more }) as const

/** As one PostgreSQL finds them and as a cluster does; each is free again. */
async function taken(limit = 20): Promise<readonly (readonly [number, number])[]> {
  const found: (readonly [number, number])[][] = []
  for (const one of [pool, onCluster]) {
    const before = await pool.many(LEASES)
    const turns = await takeTurns(one, { now: NOW, leaseUntil: ago(-1), limit }, onSkipped)
    await pool.many(FREE, [JSON.stringify(before), ago(-1)])
    found.push(
      turns.map(({ webhookId, slots }) => [numberOf(webhookId), slots] as const).toSorted(),
    )
  }
  assert.deepEqual(found[1], found[0])
  return found[0] ?? []
}
const LEASES = 'select company_id, webhook_id, slots, lease_until from webhooks'
const FREE = `
  update webhooks w set slots = b.slots, lease_until = b.lease_until
    from jsonb_populate_recordset(null::webhooks, $1::jsonb) b
   where w.company_id = b.company_id and w.webhook_id = b.webhook_id and w.lease_until = $2`

test('a webhook has a turn if its feed is ahead of it or a delivery is due, while it is on and nobody has it', async () => {
  // biome-ignore format: a table
  const cases: readonly (readonly [what: string, more: Readonly<Record<string, unknown>>, due: boolean])[] = [
    ['nothing to tell',         {},                                      false],
    ['behind its feed',         { position: 9 },                         true],
    ['of the other feed',       { position: 7, ambiente: '01' },         false],
    ['behind the other feed',   { position: 6, ambiente: '01' },         true],
    ['another company’s',       { position: 3, company_id: OTHER },      false],
    ['behind that',             { position: 2, company_id: OTHER },      true],
    ['without a feed',          { position: 0, company_id: OTHER, ambiente: '01' }, false],
    ['off',                     { position: 9, ...OFF },                 false],
    ['leased',                  { position: 9, lease_until: ago(-0.1) }, false],
    ['leased until now',        { position: 9, lease_until: NOW },       true],
  ]
  for (const [what, more, isDue] of cases) {
    await pool.many('delete from webhooks')
    await insertRows(pool, 'webhooks', [hook(71, more)])
    assert.deepEqual(await taken(), isDue ? [[71, 8]] : [], what)
  }
  const dues = [
    [delivery(idOf(71), 1), true],
    [delivery(idOf(71), 1, { next_at: NOW }), true],
    [delivery(idOf(71), 1, { next_at: ago(-0.1) }), false],
    [delivery(idOf(71), 1, { next_at: null }), false],
    [delivery(idOf(72), 1), false],
    [delivery(idOf(71), 1, { company_id: OTHER }), false],
  ] as const
  for (const [one, isDue] of dues) {
    await pool.many('delete from webhooks')
    await pool.many('delete from webhook_deliveries')
    await insertRows(pool, 'webhooks', [hook(71)])
    await insertRows(pool, 'webhook_deliveries', [one])
    assert.deepEqual(await taken(), isDue ? [[71, 8]] : [], JSON.stringify(one))
  }
})

test('the slots of a company are shared by its webhooks that are on, and what the others have is not free', async () => {
  const behind = { position: 9 }
  const leased = { lease_until: ago(-2) }
  // biome-ignore format: a table
  const cases: readonly (readonly [others: readonly object[], slots: readonly (readonly [number, number])[]])[] = [
    [[],                                                                       [[71, 8]]],
    [[hook(72)],                                                               [[71, 4]]],
    [[hook(72), hook(73)],                                                     [[71, 2]]],
    [[hook(72, OFF)],                                                          [[71, 8]]],
    [[hook(72, { company_id: OTHER })],                                        [[71, 8]]],
    [[hook(72, { ...leased, slots: 3 })],                                      [[71, 4]]],
    [[hook(72, { ...leased, slots: 6 })],                                      [[71, 2]]],
    [[hook(72, { ...leased, slots: 8 })],                                      []],
    [[hook(72, { ...leased, slots: 4 }), hook(73, { ...leased, slots: 4 })],   []],
    [[hook(72, { slots: 8 })],                                                 [[71, 4]]],
    [[hook(72, { slots: 8, lease_until: NOW })],                               [[71, 4]]],
    [[hook(72, { ...leased, slots: 8, company_id: OTHER })],                   [[71, 8]]],
    [[hook(72, { ...leased, slots: 6, ambiente: '01' })],                      [[71, 2]]],
  ]
  for (const [others, slots] of cases) {
    await pool.many('delete from webhooks')
    await insertRows(pool, 'webhooks', [hook(71, behind), ...(others as [])])
    assert.deepEqual(await taken(), slots, JSON.stringify(others))
  }
})

test('the turns that wait longest are taken first, and one is ended by whoever has it', async () => {
  await insertRows(pool, 'webhooks', [
    hook(71, { position: 9, lease_until: ago(2), company_id: OTHER }),
    hook(72, { position: 9, lease_until: ago(3), secret_before: '\\x02', before_until: ago(-1) }),
    hook(73, { position: 2, lease_until: ago(4), company_id: OTHER }),
    hook(72, { position: 3, lease_until: ago(5), company_id: OTHER }),
    hook(74, { position: 9, lease_until: ago(1), secret_before: '\\x02', before_until: NOW }),
  ])
  assert.deepEqual(await taken(1), [[73, 2]])
  const lease = { now: NOW, leaseUntil: ago(-1), limit: 3 }
  const turns = await takeTurns(pool, lease, onSkipped)
  const [turn, second] = turns.toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1))
  assert.ok(turn && second)
  assert.deepEqual(turn, {
    ...{ companyId: ONE, ambiente: '00', webhookId: idOf(72), url: 'https://a.example/72' },
    ...{ tipos: null, position: 9n, failingSince: null, slots: 4, leaseUntil: ago(-1) },
    ...{ secret: Buffer.from([1]), secretBefore: Buffer.from([2]), dataKey: Buffer.from([1]) },
  })
  assert.equal(turns.find(({ webhookId }) => webhookId === idOf(74))?.secretBefore, null)

  const leases = async () =>
    (
      await pool.many<{ n: string; slots: number; at: Date }>(
        `select concat_ws(' ', right(company_id::text, 1), right(webhook_id::text, 2)) as n, slots, lease_until as at from webhooks order by 1`,
      )
    ).map(({ n, slots, at }) => [n, slots, at])
  const before = await leases()
  await endTurn(pool, { ...turn, companyId: OTHER }, NOW)
  await endTurn(pool, { ...turn, leaseUntil: NOW }, NOW)
  assert.deepEqual(await leases(), before)
  await endTurn(pool, turn, NOW)
  assert.deepEqual(
    await leases(),
    before.map(([n, slots, at]) => (n === '1 72' ? [n, 0, NOW] : [n, slots, at])),
  )
})

test('what a webhook tells is stored once, by whoever moves its position, and is due in order', async () => {
  await insertRows(pool, 'webhooks', [
    hook(71, { position: 4, told: 6 }),
    hook(72, { position: 4 }),
    hook(71, { position: 4, company_id: OTHER }),
  ])
  const which = { companyId: ONE, webhookId: idOf(71) }
  const wanted = [5n, 8n].map((position) => ({
    ...{ position, novedad: idOf(800 + Number(position)), tipo: 'dte.sellado' as const },
  }))
  const store = (from: bigint, upTo: bigint, told: typeof wanted) =>
    storeDeliveries(pool, which, { from, upTo, wanted: told, now: NOW })
  assert.equal(await store(3n, 9n, wanted), false)
  assert.equal(await store(4n, 9n, wanted), true)
  assert.equal(await store(4n, 9n, wanted), false)
  assert.equal(await store(9n, 10n, []), true)
  const positions = await pool.many(
    'select position, told from webhooks order by company_id, webhook_id',
  )
  assert.deepEqual(positions, [
    { position: 10n, told: 8n },
    { position: 4n, told: 0n },
    { position: 4n, told: 0n },
  ])
  await insertRows(pool, 'webhook_deliveries', [
    delivery(idOf(71), 2, { next_at: ago(-0.1) }),
    delivery(idOf(71), 3, { next_at: null }),
    delivery(idOf(71), 4, { position: null, attempts: 2 }),
    delivery(idOf(72), 5),
    delivery(idOf(71), 6, { company_id: OTHER }),
  ])
  const due = await findDue(pool, which, { now: NOW, limit: 9 })
  assert.deepEqual(due, [
    {
      ...{ ordinal: 4n, novedad: idOf(704), position: null, attempts: 2, createdAt: ago(2) },
    },
    ...wanted.map(({ position, novedad }, i) => ({
      ...{ ordinal: 7n + BigInt(i), novedad, position, attempts: 0, createdAt: NOW },
    })),
  ])
  const [first] = await findDue(pool, which, { now: NOW, limit: 1 })
  assert.equal(first?.ordinal, 4n)
})

test('deliveries are listed from the newest, a page at a time, of one webhook and one state', async () => {
  await insertRows(pool, 'webhook_deliveries', [
    delivery(idOf(71), 1, { next_at: null, codigo: 200 }),
    delivery(idOf(71), 2, { next_at: null, codigo: 500, motivo: 'no' }),
    delivery(idOf(71), 3),
    delivery(idOf(71), 4, { next_at: null, codigo: 299 }),
    delivery(idOf(71), 5, { next_at: null, codigo: 300 }),
    delivery(idOf(72), 6),
    delivery(idOf(71), 7, { company_id: OTHER }),
  ])
  const list = async (more: Partial<Parameters<typeof listDeliveries>[1]>) => {
    const page = await listDeliveries(pool, {
      ...{ ...of(71), estado: null, below: null, limit: 9, ...more },
    })
    return [...page.rows.map(({ ordinal }) => Number(ordinal)), page.last]
  }
  assert.deepEqual(await list({}), [5, 4, 3, 2, 1, null])
  assert.deepEqual(await list({ limit: 2 }), [5, 4, 4n])
  assert.deepEqual(await list({ limit: 2, below: 4n }), [3, 2, 2n])
  assert.deepEqual(await list({ limit: 2, below: 2n }), [1, null])
  assert.deepEqual(await list({ estado: 'entregada' }), [4, 1, null])
  assert.deepEqual(await list({ estado: 'fallida', limit: 1 }), [5, 5n])
  assert.deepEqual(await list({ estado: 'fallida', limit: 1, below: 5n }), [2, 2n])
  assert.deepEqual(await list({ estado: 'pendiente' }), [3, null])
  const { rows } = await listDeliveries(pool, {
    ...{ ...of(71), estado: null, below: 3n, limit: 1 },
  })
  assert.deepEqual(
    rows.map(({ ordinal, novedad, estado, codigo, motivo, nextAt, createdAt }) => [
      ...[ordinal, novedad, estado, codigo, motivo, nextAt, createdAt],
    ]),
    [[2n, idOf(702), 'fallida', 500, 'no', null, ago(2)]],
  )
})

test('a filter passes over five thousand deliveries in one page', async () => {
  await insertRows(pool, 'webhook_deliveries', [delivery(idOf(71), 1, { next_at: null })])
  await pool.many(
    `insert into webhook_deliveries (company_id, webhook_id, ordinal, novedad, tipo, next_at, created_at)
     select $1, $2, n, gen_random_uuid(), 'dte.sellado', $3, $3 from generate_series(2, 5001) n`,
    [ONE, idOf(71), NOW],
  )
  const list = async (below: bigint | null) => {
    const query = { ...of(71), estado: 'entregada' as const, below, limit: 3 }
    const { rows, last } = await listDeliveries(pool, query)
    return [rows.map(({ ordinal }) => ordinal), last]
  }
  const none: readonly unknown[] = [[], 2n]
  assert.deepEqual(await list(null), none)
  assert.deepEqual(await list(2n), [[], null])
  await pool.many('update webhook_deliveries set codigo = 200 where ordinal = 1')
  assert.deepEqual(await list(2n), [[1n], null])
  assert.deepEqual(await list(5_001n), [[1n], 1n])
  assert.deepEqual(await list(5_000n), [[1n], null])
})

test('a test and a second sending end the rest of their webhook alone, if nobody has it', async () => {
  const rests = { lease_until: ago(-3) }
  await insertRows(pool, 'webhooks', [
    hook(71, { ...rests, told: 4 }),
    hook(72, { ...rests, slots: 2 }),
    hook(73, { lease_until: ago(5) }),
    hook(74, { ...rests, ...OFF }),
    hook(75, rests),
    hook(71, { ...rests, company_id: OTHER }),
  ])
  const test = { novedad: idOf(900), tipo: 'dte.sellado', now: NOW } as const
  const added = await addTest(pool, of(71), test)
  assert.deepEqual(
    [added?.ordinal, added?.novedad, added?.estado, added?.nextAt, added?.createdAt],
    [5n, idOf(900), 'pendiente', NOW, NOW],
  )
  assert.equal((await addTest(pool, of(72), test))?.ordinal, 1n)
  await addTest(pool, of(73), test)
  for (const none of [of(74), of(71, { ambiente: '01' }), of(71, { companyId: idOf(3) }), of(79)]) {
    assert.equal(await addTest(pool, none, test), null)
  }
  const leases = async () =>
    (
      await pool.many<{ at: Date }>(
        'select lease_until as at from webhooks order by company_id, webhook_id',
      )
    ).map(({ at }) => (NOW.getTime() - at.getTime()) / 3_600_000)
  assert.deepEqual(await leases(), [0, -3, 5, -3, -3, -3])

  await insertRows(pool, 'webhook_deliveries', [
    delivery(idOf(75), 1, { next_at: null }),
    delivery(idOf(75), 2, { next_at: null }),
    delivery(idOf(71), 1, { next_at: null }),
    delivery(idOf(75), 1, { next_at: null, company_id: OTHER }),
  ])
  const again = await sendAgain(pool, of(75), { novedad: idOf(701), now: NOW })
  assert.deepEqual([again?.ordinal, again?.nextAt, again?.estado], [1n, NOW, 'pendiente'])
  assert.equal(await sendAgain(pool, of(75), { novedad: idOf(709), now: NOW }), null)
  assert.deepEqual(await leases(), [0, -3, 5, -3, 0, -3])
  const due = await pool.many<{ due: string }>(
    `select concat_ws(' ', right(company_id::text, 1), right(webhook_id::text, 2), ordinal) as due
       from webhook_deliveries where next_at = $1 and novedad <> $2 order by 1`,
    [NOW, idOf(900)],
  )
  assert.deepEqual(due, [{ due: '1 75 1' }])
})

test('a webhook is read, changed, given a secret and deleted in its company and environment alone', async () => {
  await insertRows(pool, 'webhooks', [
    hook(72),
    hook(71, { company_id: OTHER }),
    hook(71),
    hook(70, { created_at: ago(72) }),
    hook(73, { ambiente: '01' }),
  ])
  const ids = async (companyId: string, ambiente: '00' | '01') =>
    (await listWebhooks(pool, { companyId, ambiente })).map(({ id }) => numberOf(id))
  assert.deepEqual(await ids(ONE, '00'), [70, 72, 71], 'the oldest first')
  assert.deepEqual(await ids(ONE, '01'), [73])
  assert.deepEqual(await ids(OTHER, '00'), [71])
  for (const none of [of(73), of(72, { companyId: OTHER }), of(71, { ambiente: '01' })]) {
    assert.equal(await findWebhook(pool, none), null)
    assert.equal(await updateWebhook(pool, none, { patch: { activo: false }, now: NOW }), null)
    assert.equal(await deleteWebhook(pool, none), false)
    const secret = Buffer.from([9])
    assert.equal(await rotated(none, secret), null)
  }
  const rows = () =>
    pool.many<{ row: string }>(
      `select concat_ws(' ', right(company_id::text, 1), right(webhook_id::text, 2), url, activo,
                        encode(secret, 'hex'), encode(secret_before, 'hex')) as row
         from webhooks order by company_id, webhook_id`,
    )
  await updateWebhook(pool, of(71), {
    patch: { url: 'https://b.example/', activo: false },
    now: NOW,
  })
  await rotated(of(71), Buffer.from([9]))
  const seventh = '1 70 https://a.example/70 t 01'
  const others = ['1 72 https://a.example/72 t 01', '1 73 https://a.example/73 t 01']
  assert.deepEqual(
    (await rows()).map(({ row }) => row),
    [seventh, '1 71 https://b.example/ f 09 01', ...others, '2 71 https://a.example/71 t 01'],
  )
  assert.equal(await deleteWebhook(pool, of(71)), true)
  assert.deepEqual(
    (await rows()).map(({ row }) => row),
    [seventh, ...others, '2 71 https://a.example/71 t 01'],
  )
})
