/** What a company's destinations lack, and what is told of it: of its own files, destinations and environment. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { DOCUMENTS_COUNTED } from '@sello/contract'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import {
  ago,
  companyRow,
  documentRow,
  eventRow,
  idOf,
  insertRows,
  NOW,
} from '../../../test/rows.ts'
import { until } from '../../../test/until.ts'
import type { Pool } from '../../base/db/pool.ts'
import { createLog } from '../../base/log.ts'
import { createStorageNotices } from './notices.ts'
import { listPending } from './pending.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const DAY = 24

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(2), companyRow(1)])
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of [
    ...['copies', 'holding', 'storage_destinations', 'operaciones', 'events', 'documents'],
  ]) {
    await pool.many(`delete from ${table}`)
  }
})

const destination = (n: number, more: object = {}) => ({
  ...{ company_id: ONE, destination_id: idOf(n), kind: 'managed_folder', location: `/${n}` },
  ...{ verified_at: NOW, problem: null, created_at: ago(9 * DAY), ...more },
})
const own = (n: number, more: object = {}) => ({
  ...{ company_id: ONE, destination_id: idOf(n), kind: 'byos_folder', label: 'Mía' },
  ...{ sealed_iv: 'i', sealed_data: 'd', verified_at: NOW, created_at: ago(9 * DAY) },
  ...{ ended_at: null, ...more },
})
const copy = (n: number, destination: number, more: object = {}) => ({
  ...{ company_id: ONE, codigo_generacion: idOf(n), destination_id: idOf(destination) },
  ...{ json_path: 'j', json_sha256: '\\x01', pdf_path: 'p', written_by: 'service' },
  ...{ created_at: NOW, ...more },
})
const document = (n: number, more: object = {}) =>
  documentRow({
    ...{ company_id: ONE, codigo_generacion: idOf(n), estado: 'sellado', created_at: ago(5) },
    ...more,
  })
const event = (n: number, more: object = {}) =>
  eventRow({
    ...{ company_id: ONE, codigo_generacion: idOf(n), kind: 'retorno', estado: 'sellado' },
    ...{ documento: idOf(21), created_at: ago(4), totales: {}, ...more },
  })

const pending = async (ambiente: '00' | '01' = '00', companyId = ONE) =>
  (await listPending(pool, { companyId, ambiente })).map(({ destinationId, pendientes, desde }) => [
    ...[Number(destinationId.slice(-2)), pendientes, desde],
  ])

test('a destination lacks the sealed files of its company that it has no copy of', async () => {
  await insertRows(pool, 'storage_destinations', [
    destination(61, { company_id: OTHER, location: '/other' }),
    destination(63, { created_at: ago(4) }),
    destination(62),
    destination(61, { problem: 'no place in /61', verified_at: null }),
  ])
  await insertRows(pool, 'storage_destinations', [
    own(64, { sealed_iv: null, sealed_data: null, ended_at: NOW, verified_at: null }),
  ])
  await insertRows(pool, 'documents', [
    document(20, { company_id: OTHER }),
    document(21, { company_id: OTHER }),
    document(21),
    document(22, { estado: 'invalidado', created_at: ago(7) }),
    document(23, { estado: 'invalidado', created_at: ago(6) }),
    ...['firmado', 'contingencia', 'rechazado', 'reservado'].map((estado, i) =>
      document(31 + i, { estado, created_at: ago(8) }),
    ),
    document(36, { ambiente: '01', created_at: ago(3) }),
    document(37, { position: -1, created_at: ago(9) }),
  ])
  await insertRows(pool, 'events', [
    event(41),
    event(42, { estado: 'firmado' }),
    event(43, { documento: idOf(36), ambiente: '01' }),
    event(44, { company_id: OTHER }),
    event(51, { kind: 'operaciones', documento: null }),
    event(52, { kind: 'operaciones', documento: null, ambiente: '01' }),
    event(52, { kind: 'operaciones', documento: null, company_id: OTHER }),
    event(53, { kind: 'invalidacion', documento: null, evento: idOf(51), totales: null }),
  ])
  await insertRows(pool, 'operaciones', [
    { company_id: ONE, codigo_generacion: idOf(51), ambiente: '00' },
    { company_id: ONE, codigo_generacion: idOf(52), ambiente: '01' },
    { company_id: OTHER, codigo_generacion: idOf(52), ambiente: '00' },
  ])
  assert.deepEqual(await pending(), [
    [61, 6, ago(7)],
    [62, 6, ago(7)],
    [63, 3, ago(4)],
  ])
  assert.deepEqual(await pending('01'), [
    [61, 3, ago(4)],
    [62, 3, ago(4)],
    [63, 3, ago(4)],
  ])
  assert.deepEqual(await pending('00', OTHER), [[61, 4, ago(5)]])

  await insertRows(pool, 'copies', [
    copy(21, 61),
    copy(22, 61, { pdf_path: null }),
    copy(23, 61),
    copy(41, 61, { pdf_path: null }),
    copy(51, 61),
    copy(51, 62),
    copy(53, 61, { company_id: OTHER }),
  ])
  assert.deepEqual(await pending(), [
    [61, 2, ago(7)], // the invalidated one without its printed copy, and the invalidation of operations
    [62, 5, ago(7)],
    [63, 3, ago(4)],
  ])
  await insertRows(pool, 'copies', [copy(22, 62), copy(53, 61)])
  await pool.many(`update copies set pdf_path = 'p' where company_id = $1`, [ONE])
  assert.deepEqual(await pending(), [
    [61, 0, null],
    [62, 4, ago(6)],
    [63, 3, ago(4)],
  ])
  const [first] = await listPending(pool, { companyId: ONE, ambiente: '00' })
  assert.equal(first?.verifiedAt, null)
  assert.ok(first?.problem && !first.problem.includes('/61'), first?.problem ?? '')
})

test('of many documents the newest are looked at, by their day and by their order in it', async () => {
  await insertRows(pool, 'storage_destinations', [destination(61)])
  const today = Array.from({ length: DOCUMENTS_COUNTED - 1 }, (_, n) => document(n + 3))
  const before = (n: number, hours: number) =>
    document(n, { fec_emi: '2026-11-09', created_at: ago(hours) })
  await insertRows(pool, 'documents', [before(1, 8), before(2, 7), ...today])
  assert.deepEqual(await pending(), [[61, DOCUMENTS_COUNTED, ago(7)]])
})

test('a call is told of files that wait for a quarter of an hour, and of destinations that do not count', async () => {
  const clock = { now: () => NOW }
  const told = async (companyId = ONE) => {
    const notices = createStorageNotices({ pool, clock, log: createLog('silent') })
    notices.refresh(companyId)
    for (;;) {
      const trouble = notices.of(companyId)
      if (trouble) return trouble
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const QUARTER = 0.25
  const waits = (more: object = {}) => ({
    ...{ company_id: ONE, codigo_generacion: idOf(21), ambiente: '00', copy_at: NOW },
    ...{ created_at: ago(QUARTER), expires_at: ago(QUARTER - 1), ...more },
  })
  // biome-ignore format: a table
  const cases: readonly (readonly [what: string, row: object, copiesWait: boolean])[] = [
    ['for a quarter of an hour',  {},                                    true],
    ['since a moment ago',        { created_at: ago(QUARTER - 0.01) },   false],
    ['again since a moment ago',  { expires_at: ago(QUARTER - 1.01) },   false],
    ['for nothing',               { copy_at: null },                     false],
    ['another company’s',         { company_id: OTHER },                 false],
  ]
  for (const [what, row, copiesWait] of cases) {
    await pool.many('delete from holding')
    await insertRows(pool, 'holding', [waits(row)])
    assert.deepEqual(await told(), { copiesWait, unverified: [] }, what)
  }

  await insertRows(pool, 'storage_destinations', [
    destination(66),
    destination(64, { verified_at: ago(30 * DAY) }),
    destination(63, { verified_at: ago(29.9 * DAY) }),
    destination(62, { verified_at: null, created_at: ago(9 * DAY) }),
    destination(61, { verified_at: null, created_at: ago(8 * DAY) }),
    destination(65, { verified_at: null, company_id: OTHER }),
  ])
  await insertRows(pool, 'storage_destinations', [
    own(67, { sealed_iv: null, sealed_data: null, ended_at: NOW, verified_at: null }),
  ])
  assert.deepEqual((await told()).unverified, [
    ...[62, 64, 61].map((n) => ({ id: idOf(n), kind: 'managed_folder' })),
  ])
})

test('the storage is read once a minute, and what was read is told for five; a read that fails is in the log', async () => {
  let [ms, reads] = [NOW.getTime(), 0]
  let isAway = false
  const lines: string[] = []
  const counted: Pool = {
    ...pool,
    async one<Row>(sql: string, values?: Parameters<Pool['one']>[1]): Promise<Row> {
      reads += 1
      if (isAway) throw new Error('the database is away')
      return pool.one<Row>(sql, values)
    },
  }
  const notices = createStorageNotices({
    ...{ pool: counted, clock: { now: () => new Date(ms) } },
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  })
  const wait = (seconds: number) => {
    ms = NOW.getTime() + seconds * 1_000
  }
  const none = { copiesWait: false, unverified: [] }
  assert.equal(notices.of(ONE), null, 'nothing was read')
  notices.refresh(ONE)
  await until('the storage was read', () => notices.of(ONE))
  assert.equal(notices.of(OTHER), null)

  isAway = true
  wait(59.999)
  notices.refresh(ONE)
  assert.equal(reads, 1)
  wait(60)
  notices.refresh(ONE)
  notices.refresh(ONE)
  assert.equal(reads, 2)
  assert.deepEqual(notices.of(ONE), none, 'while it is read, what was read before')
  await until('the failure is in the log', () => lines.length > 0)
  const said = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    said.map(({ level, msg, error }) => [level, msg, error.message]),
    [[40, 'the state of a company’s storage was not read', 'the database is away']],
  )
  wait(299.999)
  assert.deepEqual(notices.of(ONE), none)
  wait(300)
  assert.equal(notices.of(ONE), null)
})

test('what was read of ten thousand companies is kept, and forgotten when one more is read', async () => {
  const none = { copiesWait: false, unverified: [] }
  const scripted = { ...pool, one: async () => none as never }
  const notices = createStorageNotices({
    ...{ pool: scripted, clock: { now: () => NOW }, log: createLog('silent') },
  })
  const read = async (n: number) => {
    notices.refresh(idOf(n))
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let n = 1; n < 10_000; n++) await read(n)
  assert.deepEqual([notices.of(idOf(1)), notices.of(idOf(9_999))], [none, none])
  await read(10_000)
  assert.deepEqual([notices.of(idOf(1)), notices.of(idOf(10_000))], [null, none])
})
