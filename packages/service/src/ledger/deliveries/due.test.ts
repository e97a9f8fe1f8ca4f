/** Mails that are due, to buyers and to owners: each is leased once, in the turn of its company, and settled alone. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ago, companyRow, documentRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import { systemRandom } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { encryptAddress, openAddress } from '../addresses/addresses.ts'
import type { OnSkipped } from '../cluster/due.ts'
import { takePendingCopies } from '../holding/copies-due.ts'
import { endAttempt, forgetOwnerMails, takeDueOwnerMails } from '../owner-mails/due.ts'
import { deliverAgain } from './again.ts'
import {
  dropDelivery,
  postponeCompany,
  postponeDelivery,
  settleDelivery,
  takeDueDeliveries,
} from './due.ts'
import { listDeliveries } from './list.ts'

const [ONE, OTHER, THIRD] = [idOf(1), idOf(2), idOf(3)]
const dataKey = Buffer.alloc(32, 7)
const onSkipped: OnSkipped = (skipped, error) => assert.fail(`${JSON.stringify(skipped)} ${error}`)

let database: TestDatabase
let pool: Pool
let onCluster: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  onCluster = database.createPool({ isCluster: true })
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2), companyRow(3)])
  await insertRows(
    pool,
    'people',
    [1, 2, 3].map((n) => person(n)),
  )
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['deliveries', 'delivery_addresses', 'owner_mails', 'holding', 'outbox']) {
    await pool.many(`delete from ${table}`)
  }
})

const person = (n: number) => ({
  ...{ person_id: idOf(n), correo: `p${n}@example.com`, nombre: `P ${n}`, created_at: NOW },
})

const delivery = (n: number, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ company_id: ONE, delivery_id: idOf(n), codigo_generacion: idOf(900), address_id: 1 },
  ...{ ambiente: '00', ocasion: 'sellado', estado: 'pendiente', attempt_at: ago(1), attempts: 2 },
  ...{ motivo: null, created_at: ago(3), settled_at: null, ...more },
})

function address(n: number, companyId: string, code: string) {
  const which = { companyId, codigoGeneracion: code }
  const bytes = encryptAddress(which, `a${n}@example.com`, { dataKey, random: systemRandom })
  return {
    ...{ company_id: companyId, codigo_generacion: code, address_id: n },
    address: `\\x${bytes.toString('hex')}`,
  }
}

const insertAddresses = (rows: readonly object[]) =>
  pool.many(
    `insert into delivery_addresses (company_id, codigo_generacion, address_id, address) overriding system value
     select company_id, codigo_generacion, address_id, address
       from jsonb_populate_recordset(null::delivery_addresses, $1::jsonb)`,
    [JSON.stringify(rows)],
  )

const taking = {
  ...{ now: NOW, leaseUntil: ago(-1), each: 2, companies: 9, except: [], onSkipped },
} as const
const numberOf = (id: string) => Number(id.slice(-12))

test('of each company that waits a few are leased, the oldest first, on one PostgreSQL and on a cluster', async () => {
  await insertAddresses([1, 2, 3].map((n) => address(1, idOf(n), idOf(900))))
  const rows = [
    delivery(11),
    delivery(12, { attempt_at: ago(2) }),
    delivery(13, { attempt_at: ago(3) }),
    delivery(14, { attempt_at: ago(9), estado: 'enviada' }),
    delivery(21, { company_id: OTHER, attempt_at: NOW }),
    delivery(22, { company_id: OTHER, attempt_at: ago(-0.1) }),
    delivery(31, { company_id: THIRD, attempt_at: ago(2.5) }),
  ]
  // biome-ignore format: a table
  const cases: readonly (readonly [more: Partial<Parameters<typeof takeDueDeliveries>[1]>, taken: readonly number[]])[] = [
    [{},                          [12, 13, 21, 31]],
    [{ each: 9 },                 [11, 12, 13, 21, 31]],
    [{ companies: 1 },            [12, 13]],
    [{ companies: 2, each: 1 },   [13, 31]],
    [{ companies: 3, each: 1 },   [13, 21, 31]],
    [{ except: [ONE] },           [21, 31]],
  ]
  for (const any of [pool, onCluster]) {
    for (const [more, expected] of cases) {
      await pool.many('delete from deliveries')
      await insertRows(pool, 'deliveries', rows)
      const taken = await takeDueDeliveries(any, { ...taking, ...more })
      const numbers = taken.map(({ deliveryId }) => numberOf(deliveryId)).toSorted((a, b) => a - b)
      assert.deepEqual(numbers, expected, JSON.stringify(more))
      const leased = await pool.many<{ id: string }>(
        `select delivery_id as id from deliveries where attempt_at = $1 and attempts = 3 order by 1`,
        [ago(-1)],
      )
      assert.deepEqual(
        leased.map(({ id }) => numberOf(id)),
        expected,
      )
    }
  }
})

test('a leased mail has its address, and a leased copy its company', async () => {
  await insertAddresses([address(1, OTHER, idOf(900)), address(2, ONE, idOf(901))])
  await insertAddresses([address(1, ONE, idOf(900)), address(2, ONE, idOf(900))])
  await insertRows(pool, 'deliveries', [delivery(11, { ambiente: '01', address_id: 2 })])
  await insertRows(pool, 'holding', [
    ...[ago(-0.1), null, '-infinity', 'infinity', NOW].map((copy_at, i) => ({
      ...{ company_id: OTHER, codigo_generacion: idOf(41 + i), ambiente: '00', copy_at },
      ...{ copy_attempts: 4, expires_at: NOW, created_at: NOW },
    })),
  ])
  for (const any of [pool, onCluster]) {
    await pool.many('update deliveries set attempt_at = $1, attempts = 2', [ago(1)])
    const [mail] = await takeDueDeliveries(any, taking)
    const { address: bytes, ...rest } = mail ?? { address: null }
    assert.deepEqual(rest, {
      ...{ companyId: ONE, deliveryId: idOf(11), codigoGeneracion: idOf(900), ambiente: '01' },
      ...{ ocasion: 'sellado', attempts: 3, createdAt: ago(3) },
    })
    const stored = await pool.one<{ address: Buffer }>(
      'select address from delivery_addresses where company_id = $1 and codigo_generacion = $2 and address_id = 2',
      [ONE, idOf(900)],
    )
    assert.deepEqual(bytes, stored.address)

    await pool.many(`update holding set copy_attempts = 4`)
    await pool.many('update holding set copy_at = $1 where codigo_generacion = $2', [NOW, idOf(45)])
    await pool.many(`update holding set copy_at = '-infinity' where codigo_generacion = $1`, [
      idOf(43),
    ])
    const { each: _, companies: __, ...asked } = taking
    const copies = await takePendingCopies(any, { ...asked, limit: 9 })
    assert.deepEqual(
      copies.toSorted((a, b) => (a.codigo_generacion < b.codigo_generacion ? -1 : 1)),
      [43, 45].map((n) => ({
        ...{ company_id: OTHER, codigo_generacion: idOf(n), ambiente: '00', copy_attempts: 5 },
        ...{ nit: '06140101900002', data_key: Buffer.of(2) },
      })),
    )
  }
})

test('no more copies are leased at once than were asked for, of all companies together', async () => {
  const copies = [ONE, OTHER].flatMap((company_id) => [51, 52].map((n) => ({ company_id, n })))
  const row = { ambiente: '00', copy_at: NOW, expires_at: NOW, created_at: NOW }
  await insertRows(
    pool,
    'holding',
    copies.map(({ company_id, n }) => ({ company_id, codigo_generacion: idOf(n), ...row })),
  )
  const { each: _, companies: __, ...asked } = taking
  assert.equal((await takePendingCopies(pool, { ...asked, limit: 3 })).length, 3)
})

test('a mail is settled, postponed or dropped by its company and id, while it waits', async () => {
  const rows = async () =>
    (
      await pool.many<{ row: string }>(
        `select concat_ws(' ', right(company_id::text, 1), right(delivery_id::text, 2), estado,
                          round(extract(epoch from $1 - attempt_at) / 3600), motivo, settled_at = $1) as row
           from deliveries order by company_id, delivery_id`,
        [NOW],
      )
    ).map(({ row }) => row)
  await insertRows(pool, 'deliveries', [
    delivery(11),
    delivery(12),
    delivery(13, { estado: 'enviada', attempt_at: ago(2) }),
    delivery(14, { attempt_at: ago(-9) }),
    delivery(11, { company_id: OTHER }),
    delivery(12, { company_id: OTHER }),
  ])
  const others = ['2 11 pendiente 1', '2 12 pendiente 1']
  const of = (n: number) => ({ companyId: ONE, deliveryId: idOf(n) })
  const failed = { estado: 'fallida', motivo: 'no', now: NOW } as const
  await settleDelivery(pool, of(11), failed)
  await settleDelivery(pool, of(13), failed)
  const settled = ['1 11 fallida 1 no t', '1 12 pendiente 1', '1 13 enviada 2']
  assert.deepEqual(await rows(), [...settled, '1 14 pendiente -9', ...others])
  assert.deepEqual(await pool.many('select company_id, ambiente, tipo, about, at from outbox'), [
    { company_id: ONE, ambiente: '00', tipo: 'entrega.fallida', about: idOf(11), at: NOW },
  ])

  const later = { motivo: 'later', at: ago(-2) }
  for (const [n, attempts] of [
    [12, 1],
    [11, 2],
  ] as const) {
    await postponeDelivery(pool, { ...of(n), attempts }, later)
  }
  assert.deepEqual(await rows(), [...settled, '1 14 pendiente -9', ...others], 'another has it')
  await postponeDelivery(pool, { ...of(12), attempts: 2 }, later)
  const [first, , third] = settled
  assert.deepEqual(await rows(), [
    first,
    '1 12 pendiente -2 later',
    third,
    '1 14 pendiente -9',
    ...others,
  ])
  await postponeCompany(pool, ONE, ago(-3))
  const all = [first, '1 12 pendiente -3 later', third, '1 14 pendiente -9', ...others]
  assert.deepEqual(await rows(), all)
  for (const n of [11, 12]) await dropDelivery(pool, of(n))
  assert.deepEqual(await rows(), [first, third, '1 14 pendiente -9', ...others])
})

test('the mails of a document are listed in their order, with when each ended', async () => {
  await insertAddresses([
    address(1, OTHER, idOf(900)),
    address(1, ONE, idOf(900)),
    address(2, ONE, idOf(900)),
    address(1, ONE, idOf(901)),
  ])
  await insertRows(pool, 'deliveries', [
    delivery(13),
    delivery(12),
    delivery(14, {
      created_at: ago(4),
      settled_at: NOW,
      estado: 'fallida',
      motivo: 'no',
      address_id: 2,
    }),
    delivery(15, { codigo_generacion: idOf(901) }),
    delivery(16, { ambiente: '01' }),
    delivery(17, { company_id: OTHER }),
  ])
  const reader = { companyId: ONE, ambiente: '00', nit: '', dataKey } as const
  const found = await listDeliveries(pool, reader, idOf(900))
  assert.deepEqual(
    found.map(({ id, estado, motivo, fecha }) => [numberOf(id), estado, motivo, fecha]),
    [
      [14, 'fallida', 'no', NOW.toISOString()],
      [12, 'pendiente', null, ago(3).toISOString()],
      [13, 'pendiente', null, ago(3).toISOString()],
    ],
  )
})

test('a document is sent again to its own addresses and to new ones, fifty mails in all', async () => {
  const code = idOf(900)
  const document = { company_id: ONE, codigo_generacion: code, estado: 'sellado' }
  await insertRows(pool, 'documents', [documentRow(document)])
  await insertAddresses([address(1001, ONE, code), address(1002, ONE, code)])
  await insertAddresses([address(1003, ONE, idOf(901)), address(1003, OTHER, code)])
  await pool.many('update delivery_addresses set told = false where address_id = 1002')
  const reader = { companyId: ONE, ambiente: '01', nit: '', dataKey, random: systemRandom } as const
  const again = (...addresses: readonly string[]) =>
    transaction(pool, (tx) =>
      deliverAgain(tx, reader, { codigoGeneracion: code, addresses, now: NOW }),
    )
  const all = ['a1001', 'a1002', 'a1003'].map((name) => `${name}@example.com`)
  const ids = [...(await again(...all)), ...(await again(...all.slice(1, 2)))]
  const rows = await pool.many<{ delivery_id: string; address_id: bigint; address: Buffer }>(
    `select d.*, a.address from deliveries d join delivery_addresses a using (company_id, codigo_generacion, address_id)`,
  )
  const sent = ids.map((id) => rows.find((row) => row.delivery_id === id))
  const addressIds = sent.map((row) => Number(row?.address_id))
  assert.deepEqual([addressIds[0], addressIds[3]], [1001, addressIds[1]], 'those that are its own')
  assert.equal(new Set([...addressIds, 1002, 1003]).size, 5, 'the others are new')
  const which = { companyId: ONE, codigoGeneracion: code }
  for (const [i, row] of sent.entries()) {
    const { address: column, delivery_id, address_id, ...rest } = row ?? { address: Buffer.of() }
    assert.equal(openAddress(which, column, dataKey), [...all, all[1]][i])
    assert.deepEqual(rest, {
      ...{ company_id: ONE, codigo_generacion: code, ambiente: '01', ocasion: 'reenvio' },
      ...{ estado: 'pendiente', motivo: null, attempt_at: NOW, attempts: 0 },
      ...{ created_at: NOW, settled_at: null },
    })
  }

  const others = [delivery(1, { company_id: OTHER }), delivery(1, { codigo_generacion: idOf(901) })]
  await insertRows(pool, 'deliveries', others)
  await insertRows(
    pool,
    'deliveries',
    Array.from({ length: 45 }, (_, i) => delivery(100 + i)),
  )
  const refused = (count: number) => {
    const message = `Este documento ya tiene ${count} entregas, y puede tener 50: descárguelo y envíelo por otro medio.`
    const issues = [{ field: 'correo', rule: 'correo', message }]
    return { code: 'validation_failed', message, details: { issues } }
  }
  await assert.rejects(again(...all.slice(0, 2)), refused(49))
  assert.equal((await again(...all.slice(0, 1))).length, 1)
  await assert.rejects(again(...all.slice(0, 1)), refused(50))
  await pool.many('delete from documents')
})

const mail = (n: number, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ company_id: ONE, mail_id: idOf(n), person_id: idOf(1), ambiente: '00' },
  ...{ tipo: 'copia.fallida', datos: { n }, at: ago(2), attempt_at: ago(1), attempts: 1, ...more },
})

test('a mail to an owner is leased once, and has no address where the person is none of that company', async () => {
  await pool.many('delete from memberships')
  const member = (company_id: string, n: number, rol: string) => ({
    ...{ company_id, person_id: idOf(n), rol, created_at: NOW },
  })
  await insertRows(pool, 'memberships', [
    member(ONE, 1, 'dueno'),
    member(ONE, 2, 'administrador'),
    member(OTHER, 3, 'dueno'),
  ])
  const rows = [
    mail(11, { attempt_at: NOW }),
    mail(12, { person_id: idOf(2), attempt_at: ago(3) }),
    mail(13, { person_id: idOf(3), attempt_at: ago(2) }),
    mail(14, { attempt_at: ago(-0.1) }),
    mail(15, { attempt_at: null }),
    mail(11, { company_id: OTHER, person_id: idOf(3), attempt_at: ago(2.5) }),
  ]
  for (const any of [pool, onCluster]) {
    const take = async (limit: number) => {
      await pool.many('delete from owner_mails')
      await insertRows(pool, 'owner_mails', rows)
      const lease = { now: NOW, leaseUntil: ago(-1), limit, onSkipped }
      return await takeDueOwnerMails(any, lease)
    }
    const names = (found: Awaited<ReturnType<typeof take>>) =>
      found
        .map(({ companyId, mailId, correo }) => [numberOf(companyId), numberOf(mailId), correo])
        .toSorted()
    const all = await take(9)
    assert.deepEqual(names(all), [
      [1, 11, 'p1@example.com'],
      [1, 12, null],
      [1, 13, null],
      [2, 11, 'p3@example.com'],
    ])
    assert.deepEqual(
      all.find(({ correo }) => correo === 'p1@example.com'),
      {
        ...{ companyId: ONE, mailId: idOf(11), nit: '06140101900001', nombre: 'Empresa 1' },
        ...{ correo: 'p1@example.com', ambiente: '00', tipo: 'copia.fallida', datos: { n: 11 } },
        ...{ at: ago(2), attempts: 2 },
      },
    )
    assert.deepEqual(names(await take(2)), [
      [1, 12, null],
      [2, 11, 'p3@example.com'],
    ])
  }
  const attempt = { companyId: ONE, mailId: idOf(11), attempts: 2 }
  const at = async () =>
    (
      await pool.many<{ at: string }>(
        `select concat_ws(' ', right(company_id::text, 1), right(mail_id::text, 2)) as at
           from owner_mails where attempt_at = $1 order by 1`,
        [ago(-7)],
      )
    ).map((row) => row.at)
  await endAttempt(pool, attempt, ago(-7))
  assert.deepEqual(await at(), [], 'another attempt')
  await endAttempt(pool, { ...attempt, attempts: 1 }, ago(-7))
  assert.deepEqual(await at(), ['1 11'])
})

test('what was told more than thirty days ago is forgotten, of every company', async () => {
  const DAYS = 30 * 24
  for (const any of [pool, onCluster]) {
    await pool.many('delete from owner_mails')
    await insertRows(pool, 'owner_mails', [
      mail(11, { at: ago(DAYS) }),
      mail(12, { at: ago(DAYS + 0.01) }),
      mail(13, { at: ago(DAYS + 9), company_id: OTHER, attempt_at: null }),
    ])
    const parts = { pool: any, clock: { now: () => NOW }, log: createLog('silent') }
    assert.equal(await forgetOwnerMails(parts), 2)
    const kept = await pool.many<{ id: string }>('select mail_id as id from owner_mails')
    assert.deepEqual(
      kept.map(({ id }) => numberOf(id)),
      [11],
    )
  }
})
