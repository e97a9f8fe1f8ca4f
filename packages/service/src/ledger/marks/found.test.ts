/** What a reconciliation asks about and finds: of its company, environment, year and state. */
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
} from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import { listOfAll } from '../cluster/due.ts'
import {
  countLost,
  isRecovered,
  listOwners,
  listUndecided,
  listWithoutVerdict,
  recordRecovered,
  unknownEvents,
  unknownNumbers,
} from './found.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(2), companyRow(1)])
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['recovered_documents', 'events', 'documents']) {
    await pool.many(`delete from ${table}`)
  }
})

const document = (n: number, estado: string, more: object = {}) =>
  documentRow({ company_id: ONE, codigo_generacion: idOf(n), estado, ...more })

const NUMBERED = (n: number) => `DTE-01-M001P001-${idOf(n).slice(-15)}`
const numberOf = (code: string) => Number(code.slice(-12))

test('reservations are undecided, and rejections since a moment, the oldest first', async () => {
  await insertRows(pool, 'documents', [
    document(21, 'rechazado', { created_at: ago(1), tipo_dte: '03', year: 2025 }),
    document(22, 'rechazado', { created_at: ago(2) }),
    document(23, 'reservado', { created_at: ago(9) }),
    document(24, 'firmado', { created_at: ago(1) }),
    document(25, 'sellado', { created_at: ago(1) }),
    document(26, 'reservado', { created_at: ago(3), ambiente: '01', company_id: OTHER }),
    document(27, 'liberado', { created_at: ago(1) }),
  ])
  const found = await listUndecided(pool, ago(2))
  assert.deepEqual(
    found.map(({ codigoGeneracion }) => numberOf(codigoGeneracion)),
    [23, 26, 21],
  )
  assert.deepEqual(found.at(-1), {
    ...{ companyId: ONE, nit: '06140101900001', ambiente: '00', tipoDte: '03', year: 2025 },
    ...{ numeroControl: NUMBERED(21), codigoGeneracion: idOf(21), estado: 'rechazado' },
  })
  assert.equal(found[1]?.nit, '06140101900002')
})

test('what was signed without a verdict is listed by company, the oldest first', async () => {
  await insertRows(pool, 'documents', [
    document(21, 'firmado', { company_id: OTHER }),
    document(22, 'contingencia', { created_at: ago(1) }),
    document(23, 'firmado', { created_at: ago(2), ambiente: '01' }),
    ...['reservado', 'rechazado', 'sellado', 'invalidado'].map((one, i) => document(31 + i, one)),
  ])
  assert.deepEqual(await listWithoutVerdict(pool), [
    { companyId: ONE, ambiente: '01', codigoGeneracion: idOf(23) },
    { companyId: ONE, ambiente: '00', codigoGeneracion: idOf(22) },
    { companyId: OTHER, ambiente: '00', codigoGeneracion: idOf(21) },
  ])
})

test('a number is unknown unless a sealed document of the company, environment and year has it', async () => {
  await insertRows(pool, 'documents', [
    document(21, 'sellado'),
    document(22, 'invalidado'),
    ...['reservado', 'firmado', 'contingencia', 'rechazado', 'descartado'].map((one, i) =>
      document(23 + i, one),
    ),
    document(31, 'sellado', { company_id: OTHER }),
    document(32, 'sellado', { ambiente: '01' }),
    document(33, 'sellado', { year: 2025 }),
  ])
  const asked = [21, 22, 23, 24, 25, 26, 27, 31, 32, 33, 40]
  const unknown = (numbers: readonly string[]) =>
    unknownNumbers(pool, { companyId: ONE, ambiente: '00' }, 2026, numbers)
  assert.deepEqual(await unknown(asked.map(NUMBERED)), asked.slice(2).map(NUMBERED))
  const many = Array.from({ length: 10_001 }, (_, i) => `N${i}`)
  assert.deepEqual(await unknown([NUMBERED(21), ...many, NUMBERED(22)]), many)
  assert.deepEqual(await unknown([]), [])
})

test('a code is unknown unless an event of the company has it', async () => {
  const event = (n: number, company_id: string) =>
    eventRow({ company_id, codigo_generacion: idOf(n), kind: 'contingencia', estado: 'firmado' })
  await insertRows(pool, 'events', [event(31, OTHER), event(32, ONE)])
  assert.deepEqual(await unknownEvents(pool, { companyId: ONE }, [31, 32, 33].map(idOf)), [
    idOf(31),
    idOf(33),
  ])
})

test('a recovered document is recorded once, and is lost until its company has it sealed', async () => {
  const recovered = (n: number, companyId: string, ambiente: '00' | '01') => ({
    ...{ companyId, codigoGeneracion: idOf(n), ambiente, tipoDte: '03' },
    ...{ numeroControl: NUMBERED(n), year: 2025 },
  })
  const record = (...[n, companyId, ambiente]: Parameters<typeof recovered>) =>
    recordRecovered(pool, recovered(n, companyId, ambiente), {
      held: { selloRecibido: 'seal', fhProcesamiento: 'then' } as Parameters<
        typeof recordRecovered
      >[2]['held'],
      now: ago(n),
    })
  for (const n of [21, 22, 23, 24]) await record(n, ONE, '00')
  await record(25, ONE, '01')
  await record(26, OTHER, '00')
  await recordRecovered(pool, recovered(21, ONE, '01'), {
    held: { selloRecibido: 'another', fhProcesamiento: null } as Parameters<
      typeof recordRecovered
    >[2]['held'],
    now: NOW,
  })
  assert.deepEqual(
    await pool.one('select * from recovered_documents where codigo_generacion = $1', [idOf(21)]),
    {
      ...{ company_id: ONE, codigo_generacion: idOf(21), ambiente: '00', tipo_dte: '03' },
      ...{ numero_control: NUMBERED(21), year: 2025, sello_recibido: 'seal' },
      ...{ fh_procesamiento: 'then', found_at: ago(21) },
    },
  )
  const is = (n: number, companyId: string) =>
    isRecovered(pool, { companyId, codigoGeneracion: idOf(n) })
  assert.deepEqual(
    [await is(21, ONE), await is(21, OTHER), await is(26, OTHER), await is(27, ONE)],
    [true, false, true, false],
  )

  const lost = async () =>
    (await countLost((look) => listOfAll(pool, look, () => assert.fail('no machine is away')))).map(
      ({ nit, ambiente, count }) => [nit.slice(-1), ambiente, count],
    )
  const others = [
    ['1', '01', 1n],
    ['2', '00', 1n],
  ]
  assert.deepEqual(await lost(), [['1', '00', 4n], ...others])
  await insertRows(pool, 'documents', [
    document(21, 'sellado'),
    document(22, 'invalidado'),
    document(23, 'reservado'),
    document(24, 'sellado', { company_id: OTHER }),
    document(29, 'sellado'),
  ])
  assert.deepEqual(await lost(), [['1', '00', 2n], ...others])
})

test('the destinations of a reconciliation are the accounts of each company', async () => {
  await insertRows(pool, 'ministry_accounts', [
    accountRow(OTHER, '00'),
    accountRow(ONE, '01'),
    accountRow(ONE, '00'),
  ])
  assert.deepEqual(
    (await listOwners(pool)).map(({ companyId, ambiente }) => [numberOf(companyId), ambiente]),
    [
      [1, '00'],
      [1, '01'],
      [2, '00'],
    ],
  )
})
