/** Lots and deadlines of what was deferred: those of one company, environment, outage and event. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import {
  accountRow,
  ago,
  companyRow,
  documentRow,
  eventRow,
  idOf,
  insertRows,
  NOW,
  outageRow,
} from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import type { OnSkipped } from '../cluster/due.ts'
import { findRunning, findRunningOf, tellDeadline } from './deadlines.ts'
import {
  endLot,
  findLotDocuments,
  findReady,
  formLot,
  listLots,
  recordLot,
  takeLots,
} from './lots.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const [OPEN, CLOSED, BEFORE, LIVE] = [idOf(11), idOf(12), idOf(13), idOf(14)]
const onSkipped: OnSkipped = (skipped, error) => assert.fail(`${JSON.stringify(skipped)} ${error}`)

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2)])
  await insertRows(pool, 'ministry_accounts', [
    accountRow(ONE, '00'),
    accountRow(ONE, '01'),
    accountRow(OTHER, '00'),
  ])
})
after(() => database.drop())
beforeEach(async () => {
  await pool.many('update documents set evento_contingencia = null, lote = null')
  for (const table of ['lots', 'events', 'documents', 'ministry_outages', 'outbox']) {
    await pool.many(`delete from ${table}`)
  }
  await insertRows(pool, 'ministry_outages', [
    outageRow(CLOSED, '00', 7, 5),
    outageRow(BEFORE, '00', 20, 9),
    outageRow(LIVE, '01', 7, 4),
  ])
})

/** A document in contingency; without more, of the first company in tests. */
const document = (n: number, more: object = {}) =>
  documentRow({ company_id: ONE, codigo_generacion: idOf(n), estado: 'contingencia', ...more })

const event = (n: number, estado: string, more: object = {}) =>
  eventRow({
    ...{ company_id: ONE, codigo_generacion: idOf(n), kind: 'contingencia', estado },
    ...more,
  })

const numberOf = (code: string) => Number(code.slice(-12))

test('a lot is formed of documents of a sealed event that are in none and that nobody has, oldest first', async () => {
  const listed = { outage_id: CLOSED, evento_contingencia: idOf(91) }
  await insertRows(pool, 'events', [
    event(91, 'sellado'),
    event(92, 'firmado'),
    event(93, 'sellado', { ambiente: '01' }),
  ])
  await insertRows(pool, 'events', [event(91, 'sellado', { company_id: OTHER })])
  await insertRows(pool, 'documents', [
    document(20, { outage_id: CLOSED, evento_contingencia: idOf(92) }),
  ])
  const search = { away: [], except: [] } as const
  const ready = (more: Partial<Parameters<typeof findReady>[1]> = {}) =>
    findReady(pool, { ...search, ...more }, onSkipped)
  assert.equal(await ready(), null, 'its event has no seal')
  await insertRows(pool, 'documents', [
    document(21, { ...listed, created_at: ago(5) }),
    document(22, { ...listed, created_at: ago(6) }),
    document(23, { ...listed, created_at: ago(7), lease_until: NOW }),
    document(24, { ...listed, created_at: ago(7), estado: 'sellado' }),
    document(25, { ...listed, created_at: ago(4) }),
  ])
  await insertRows(pool, 'documents', [document(22, { ...listed, company_id: OTHER })])
  const of = { company_id: ONE, evento: idOf(91), ambiente: '00' } as const
  assert.deepEqual(await ready({ except: [OTHER] }), of)
  assert.deepEqual(await ready({ except: [ONE] }), { ...of, company_id: OTHER })
  assert.equal(await ready({ except: [ONE, OTHER] }), null)
  assert.equal(await ready({ away: ['00'] }), null)
  assert.ok(await ready({ away: ['01'] }))

  const form = (lote: number, limit: number) =>
    formLot(pool, of, { lote: idOf(lote), limit, now: NOW })
  const inLot = (lote: number) => findLotDocuments(pool, { company_id: ONE, lote: idOf(lote) })
  assert.equal(await form(51, 2), true)
  assert.deepEqual((await inLot(51)).map(numberOf), [22, 21])
  assert.equal(await form(52, 2), true)
  assert.deepEqual((await inLot(52)).map(numberOf), [25])
  assert.equal(await form(53, 2), false)
  assert.deepEqual(await inLot(53), [])
  const { count } = await pool.one<{ count: bigint }>('select count(*) as count from lots')
  assert.equal(count, 2n, 'none without documents')
  assert.equal(await ready({ except: [OTHER] }), null, 'all are in lots')
  assert.ok(await ready({ except: [ONE] }), 'the other company’s under the same code is not')
})

test('a lot that is due is leased once, and its end releases the documents without a verdict', async () => {
  await insertRows(pool, 'events', [event(91, 'sellado')])
  await insertRows(pool, 'events', [event(91, 'sellado', { company_id: OTHER })])
  const lot = (n: number, due: Date | null, more: object = {}) => ({
    ...{ company_id: ONE, lote: idOf(n), ambiente: '00', evento: idOf(91), attempts: 2 },
    ...{ codigo_lote: null, next_at: due, created_at: ago(6), ...more },
  })
  await insertRows(pool, 'lots', [
    lot(51, ago(1), { codigo_lote: 'L' }),
    lot(52, NOW),
    lot(53, ago(-1)),
    lot(54, null),
    lot(55, ago(3), { ambiente: '01' }),
    lot(51, ago(2), { company_id: OTHER }),
  ])
  const lease = { now: NOW, leaseUntil: ago(-2), away: [] } as const
  const wanted = { ...lease, limit: 9, except: [] } as const
  const due = async (more: Partial<Parameters<typeof listLots>[1]> = {}) =>
    (await listLots(pool, { ...wanted, ...more }, onSkipped)).map(
      ({ company_id, lote }) => `${numberOf(company_id)} ${numberOf(lote)}`,
    )
  assert.deepEqual(await due(), ['1 55', '2 51', '1 51', '1 52'])
  assert.deepEqual(await due({ limit: 1 }), ['1 55'])
  assert.deepEqual(await due({ away: ['01'], except: [OTHER] }), ['1 51', '1 52'])

  const lotes = [51, 53, 54, 55].map(idOf)
  const take = (away: readonly ('00' | '01')[]) =>
    takeLots(pool, { companyId: ONE, lotes }, { ...lease, away })
  const [taken, ...none] = await take(['01'])
  assert.deepEqual(none, [])
  assert.deepEqual(
    { ...taken, data_key: null },
    {
      ...{ company_id: ONE, lote: idOf(51), ambiente: '00', codigo_lote: 'L', attempts: 3 },
      ...{ nit: '06140101900001', data_key: null },
    },
  )
  assert.deepEqual(await take(['01']), [], 'it is leased')
  assert.deepEqual(await due(), ['1 55', '2 51', '1 52'], 'the other company’s is not')

  const which = { company_id: ONE, lote: idOf(51) }
  const codes = async () =>
    (
      await pool.many<{ lot: string }>(
        `select concat_ws(' ', right(company_id::text, 1), right(lote::text, 2), codigo_lote,
                          round(extract(epoch from next_at - $1) / 3600)) as lot
           from lots order by company_id, lote`,
        [NOW],
      )
    ).map(({ lot }) => lot)
  await recordLot(pool, which, { codigoLote: null, nextAt: ago(-3) })
  const others = ['1 52 0', '1 53 1', '1 54', '1 55 -3', '2 51 -2']
  assert.deepEqual(await codes(), ['1 51 L 3', ...others])
  await recordLot(pool, which, { codigoLote: 'M', nextAt: ago(-4) })
  assert.deepEqual(await codes(), ['1 51 M 4', ...others])

  const inLot = { outage_id: CLOSED, evento_contingencia: idOf(91), lote: idOf(51) }
  await insertRows(pool, 'documents', [
    document(21, inLot),
    document(22, { ...inLot, estado: 'sellado' }),
    document(23, { ...inLot, lease_until: ago(9) }),
    document(24, { ...inLot, lote: idOf(52) }),
    ...[21, 22].map((n) => document(n, { ...inLot, company_id: OTHER })),
  ])
  const waiting = await findLotDocuments(pool, which)
  assert.deepEqual(waiting.map(numberOf).toSorted(), [21, 23])
  await endLot(pool, which, NOW)
  assert.deepEqual(await codes(), ['1 51 M', ...others])
  const leases = await pool.many<{ of: string; lease: Date | null }>(
    `select concat_ws(' ', right(company_id::text, 1), right(codigo_generacion::text, 2)) as of,
            lease_until as lease from documents order by 1`,
  )
  assert.deepEqual(
    leases.map(({ of, lease }) => [of, lease]),
    [
      ['1 21', NOW],
      ['1 22', null],
      ['1 23', ago(9)],
      ['1 24', null],
      ['2 21', null],
      ['2 22', null],
    ],
  )
})

test('the deadlines of each company and environment run from its own oldest outage and event', async () => {
  /** Signed, sealed, and recorded as sealed once more: the first time counts. */
  const sealedAt = (hours: number) => [
    { estado: 'firmado', fecha: ago(3) },
    ...[hours, 0.5].map((fecha) => ({ estado: 'sellado', fecha: ago(fecha) })),
  ]
  await insertRows(pool, 'events', [
    event(91, 'sellado', { historial: sealedAt(1), created_at: ago(3), sello_recibido: 's' }),
    event(92, 'firmado', { created_at: ago(3) }),
    event(93, 'sellado', { historial: sealedAt(2), created_at: ago(3) }),
  ])
  await insertRows(pool, 'events', [event(91, 'firmado', { company_id: OTHER })])
  const FIRST = idOf(15)
  await insertRows(pool, 'ministry_outages', [outageRow(OPEN, '00', 2, null)])
  await insertRows(pool, 'ministry_outages', [outageRow(FIRST, '00', 30, 25)])
  const deferred = (n: number, outage_id: string, event: number | null, more: object = {}) =>
    document(n, { outage_id, evento_contingencia: event && idOf(event), ...more })
  await insertRows(pool, 'documents', [
    deferred(20, FIRST, 91),
    deferred(21, CLOSED, 91),
    deferred(22, CLOSED, 93, { tipo_dte: '03' }),
    deferred(23, BEFORE, 92),
    deferred(30, CLOSED, 92),
    deferred(24, CLOSED, null),
    deferred(25, BEFORE, null, { estado: 'sellado' }),
    deferred(26, OPEN, null),
    document(27),
    deferred(28, LIVE, null, { ambiente: '01' }),
    deferred(21, BEFORE, 91, { company_id: OTHER }),
    deferred(29, OPEN, null, { company_id: OTHER }),
  ])
  const one = {
    ...{ ambiente: '00', closedAt: ago(9), unsignedClosedAt: ago(5), eventSealedAt: ago(2) },
  } as const
  const live = { ambiente: '01', closedAt: ago(4), unsignedClosedAt: ago(4), eventSealedAt: null }
  const other = { ambiente: '00', closedAt: ago(9), unsignedClosedAt: null, eventSealedAt: null }
  const nameOf = (of: { companyId: string; ambiente: string }) => `${of.companyId} ${of.ambiente}`
  for (const any of [pool, database.createPool({ isCluster: true })]) {
    assert.deepEqual(
      (await findRunning(any, onSkipped)).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
      [
        { companyId: ONE, ...one },
        { companyId: ONE, ...live },
        { companyId: OTHER, ...other },
      ],
    )
  }
  const of = (companyId: string, ambiente: '00' | '01') =>
    findRunningOf(pool, { companyId, ambiente })
  assert.deepEqual(await of(ONE, '00'), one)
  assert.deepEqual(await of(ONE, '01'), live)
  assert.deepEqual(await of(OTHER, '00'), other)
  const none = { closedAt: null, unsignedClosedAt: null, eventSealedAt: null }
  assert.deepEqual(await of(OTHER, '01'), { ambiente: '01', ...none })
})

test('a near deadline is told once to its company in that environment, and a later one again', async () => {
  const of = { companyId: ONE, ambiente: '00' } as const
  const near = (hours: number) =>
    tellDeadline(pool, of, { limite: ago(-hours), de: 'evento', now: NOW })
  for (const hours of [2, 2, 1, 3]) await near(hours)
  const rows = await pool.many(
    'select company_id, ambiente, tipo, at, datos from outbox order by seq',
  )
  const row = (hours: number) => ({
    ...{ company_id: ONE, ambiente: '00', tipo: 'contingencia.vence_pronto', at: NOW },
    datos: { limite: ago(-hours).toISOString(), de: 'evento' },
  })
  assert.deepEqual(rows, [row(2), row(3)])
})
