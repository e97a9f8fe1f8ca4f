/** Which document the ministry is asked about: of those that wait in its environment, of a company that can ask. */
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
import { findProbe } from './probe.ts'

/** More than are asked first. */
const COMPANIES = 25
const OUTAGE = idOf(90)

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  const all = Array.from({ length: COMPANIES }, (_, i) => i + 1)
  await insertRows(pool, 'companies', all.map(companyRow))
  await insertRows(pool, 'ministry_outages', [outageRow(OUTAGE, '00', 7, 5)])
})
after(() => database.drop())
beforeEach(async () => {
  await pool.many('delete from documents')
  await pool.many('delete from events')
  await pool.many('delete from ministry_accounts')
})

const DEFERRED = { estado: 'contingencia', outage_id: OUTAGE }
const LEASED = { estado: 'firmado', lease_until: ago(1) }

/** The document `n` of a company. */
const document = (company: number, n: number, more: object) =>
  documentRow({ company_id: idOf(company), codigo_generacion: idOf(n), ...more })

const probe = (draw = idOf(0)) => findProbe(pool, '00', { draw, now: NOW })

/** Its companies and documents, over many draws. */
async function drawn(): Promise<readonly string[]> {
  const found = new Set<string>()
  for (let n = 0; n < 24; n++) {
    const { companyId, codigoGeneracion } = (await probe(idOf(n * 7))) ?? {}
    found.add(
      companyId ? `${Number(companyId.slice(-12))} ${Number(codigoGeneracion?.slice(-12))}` : '',
    )
  }
  return [...found].sort()
}

test('only what was sent or deferred, waits and is of the environment is asked about', async () => {
  await insertRows(pool, 'ministry_accounts', [accountRow(idOf(1), '00')])
  // biome-ignore format: a table
  const cases: readonly (readonly [what: string, row: object, isAsked: boolean])[] = [
    ['deferred',                 DEFERRED,                                true],
    ['in contingency, leased',   { ...LEASED, estado: 'contingencia' },   true],
    ['signed, leased',           LEASED,                                  true],
    ['neither',                  { estado: 'contingencia' },              false],
    ['sealed',                   { ...DEFERRED, estado: 'sellado' },      false],
    ['leased, of another one',   { ...LEASED, ambiente: '01' },           false],
    ['deferred, of another one', { ...DEFERRED, ambiente: '01' },         false],
  ]
  for (const [what, row, isAsked] of cases) {
    await insertRows(pool, 'documents', [document(1, 101, { tipo_dte: '03', ...row })])
    const asked = {
      ...{ companyId: idOf(1), nit: '06140101900001', hasCredentials: true },
      ...{ tipoDte: '03', codigoGeneracion: idOf(101) },
    }
    assert.deepEqual(await probe(), isAsked ? asked : null, what)
    await pool.many('delete from documents')
  }
})

test('each draw picks another one, of any company that can ask', async () => {
  await insertRows(pool, 'ministry_accounts', [
    accountRow(idOf(1), '00'),
    accountRow(idOf(2), '00', { refused_until: NOW }),
    accountRow(idOf(3), '00', { refused_until: ago(-1) }),
    accountRow(idOf(4), '01'),
    accountRow(idOf(5), '00'),
  ])
  await insertRows(pool, 'documents', [
    document(1, 101, DEFERRED),
    document(1, 102, { ...DEFERRED, tipo_dte: '03' }),
    document(1, 103, LEASED),
    document(2, 104, LEASED),
    document(3, 105, DEFERRED),
    document(4, 106, DEFERRED),
    document(5, 107, { ...DEFERRED, estado: 'sellado' }),
  ])
  assert.deepEqual(await drawn(), ['1 101', '1 102', '1 103', '2 104'])
  await pool.many(`update ministry_accounts set refused_until = $1`, [ago(-1)])
  assert.deepEqual(await drawn(), ['1 101', '1 102', '1 103', '2 104', '3 105', '4 106'])
  assert.equal((await probe())?.hasCredentials, false)
})

test('of many companies that wait the twenty from the drawn one on are asked, and round the end', async () => {
  const many = Array.from({ length: COMPANIES }, (_, i) => document(i + 1, 101 + i, DEFERRED))
  await insertRows(pool, 'documents', many)
  const askedOf = async (companies: readonly number[], draw: number) => {
    await pool.many('delete from ministry_accounts')
    await insertRows(
      pool,
      'ministry_accounts',
      companies.map((n) => accountRow(idOf(n), '00')),
    )
    const found = await probe(idOf(draw))
    return found?.hasCredentials ? Number(found.companyId.slice(-12)) : null
  }
  for (let draw = 0; draw < COMPANIES; draw++) {
    const inTurn = (nth: number) => ((draw + nth - 1) % COMPANIES) + 1
    assert.equal(await askedOf([inTurn(20), inTurn(21)], draw), inTurn(20), `${draw}, the last`)
  }
  for (const [near, far] of [
    [16, 11],
    [25, 15],
    [1, 11],
    [10, 15],
  ] as const) {
    assert.equal(await askedOf([near, far], 15), near, `${near}, ${far}`)
    assert.equal(await askedOf([far], 15), far, 'if no other can')
  }
})

test('a company whose documents are all in events is asked if no other can ask', async () => {
  await insertRows(pool, 'events', [
    eventRow({
      ...{ company_id: idOf(2), codigo_generacion: idOf(91), kind: 'contingencia' },
      estado: 'sellado',
    }),
  ])
  const listed = { ...DEFERRED, evento_contingencia: idOf(91) }
  await insertRows(pool, 'documents', [document(1, 101, DEFERRED), document(2, 102, listed)])
  assert.deepEqual(await drawn(), ['1 101'], 'without credentials the first that waits')
  await insertRows(pool, 'ministry_accounts', [accountRow(idOf(2), '00')])
  assert.deepEqual(await drawn(), ['2 102'])
  await insertRows(pool, 'ministry_accounts', [accountRow(idOf(1), '00')])
  assert.deepEqual(await drawn(), ['1 101'])
  await pool.many(
    `update documents set estado = 'sellado', sello_recibido = 's' where company_id = $1`,
    [idOf(1)],
  )
  assert.deepEqual(await drawn(), ['2 102'])
})

test('of a company with many of a type the twenty oldest and the twenty newest are asked about', async () => {
  await insertRows(pool, 'ministry_accounts', [accountRow(idOf(1), '00')])
  const all = Array.from({ length: 45 }, (_, i) => i + 1)
  const ofOneDay = (_: number): object => ({})
  /** Of three days, and in each in the opposite order. */
  const ofDays = (n: number) => ({
    ...{ fec_emi: `2026-11-0${1 + Number(n > 20) + Number(n > 25)}`, position: 100 - n },
  })
  const waits = (n: number, asked: readonly number[]) => ({
    ...{ estado: 'contingencia', outage_id: asked.includes(n) ? OUTAGE : null },
  })
  // biome-ignore format: a table
  const cases: readonly (readonly [asked: readonly number[], found: number | null])[] = [
    [[21, 22, 23, 24, 25],     null],
    [[20, 21],                 20],
    [[25, 26],                 26],
  ]
  for (const [asked, found] of cases) {
    for (const rows of [all, all.toReversed()]) {
      for (const at of [ofOneDay, ofDays]) {
        const documents = rows.map((n) => document(1, n, { ...waits(n, asked), ...at(n) }))
        await insertRows(pool, 'documents', documents)
        const { codigoGeneracion } = (await probe()) ?? {}
        assert.equal(codigoGeneracion ? Number(codigoGeneracion.slice(-12)) : null, found)
        await pool.many('delete from documents')
      }
    }
  }
})
