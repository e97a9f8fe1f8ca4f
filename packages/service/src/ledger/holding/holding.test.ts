/** The statements of the holding area and of copies: each finds and changes the rows of its own, and no other. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
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
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import {
  copyAgain,
  findMissing,
  listStoredCopies,
  postponeCopies,
  recordCopies,
  requeueCopies,
} from './copies.ts'
import { countDownload, expireHolding, findFileAvailability, listHolding } from './holding.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const DAY = 24
/** Of the first company: two that the service writes to, and one of its own. */
const [FIRST, SECOND, OWN] = [idOf(61), idOf(62), idOf(63)]

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2)])
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['copies', 'holding', 'storage_destinations', 'events', 'documents']) {
    await pool.many(`delete from ${table}`)
  }
  await insertRows(pool, 'storage_destinations', [
    destination(62, { created_at: ago(9 * DAY) }),
    destination(61, { created_at: ago(9 * DAY) }),
    destination(61, { company_id: OTHER, created_at: ago(11 * DAY), location: '/other' }),
  ])
  await insertRows(pool, 'storage_destinations', [
    {
      ...{ company_id: ONE, destination_id: OWN, kind: 'byos_folder', label: 'Mía' },
      ...{ sealed_iv: 'i', sealed_data: 'd', verified_at: NOW, created_at: ago(10 * DAY) },
    },
  ])
})

const destination = (n: number, more: object = {}) => ({
  ...{ company_id: ONE, destination_id: idOf(n), kind: 'managed_folder', location: `/${n}` },
  ...{ verified_at: NOW, refused_since: null, created_at: NOW, ...more },
})

const held = (n: number, more: object = {}) => ({
  ...{ company_id: ONE, codigo_generacion: idOf(n), ambiente: '00', expires_at: ago(-1) },
  ...{ copy_at: null, copy_attempts: 0, created_at: NOW, position: n, ...more },
})

const copy = (n: number, destinationId: string, more: object = {}) => ({
  ...{ company_id: ONE, codigo_generacion: idOf(n), destination_id: destinationId },
  ...{ json_path: `${n}.json`, json_sha256: '\\x01', pdf_path: `${n}.pdf`, pdf_sha256: '\\x02' },
  ...{ written_by: destinationId === OWN ? 'sdk' : 'service', created_at: NOW, ...more },
})

const document = (n: number, more: object = {}) =>
  documentRow({ company_id: ONE, codigo_generacion: idOf(n), estado: 'sellado', ...more })

const numberOf = (code: string) => Number(code.slice(-12))
const pending = (n: number, attempts = 0) => ({
  ...({ company_id: ONE, codigo_generacion: idOf(n), ambiente: '00', nit: '' } as const),
  copy_attempts: attempts,
})

/** Each row of the holding area: company, document, due so many hours ago, attempts, expired so many hours ago. */
async function rowsHeld(): Promise<readonly string[]> {
  const rows = await pool.many<{ row: string }>(
    `select concat_ws(' ', right(company_id::text, 1), right(codigo_generacion::text, 2), ambiente,
                      coalesce(round(extract(epoch from $1 - copy_at) / 3600)::text, '-'), copy_attempts,
                      round(extract(epoch from $1 - expires_at) / 3600)) as row
       from holding order by company_id, codigo_generacion`,
    [NOW],
  )
  return rows.map(({ row }) => row)
}

/** Each copy: company, document, destination, whether printed. */
async function rowsCopied(): Promise<readonly string[]> {
  const rows = await pool.many<{ row: string }>(
    `select concat_ws(' ', right(company_id::text, 1), right(codigo_generacion::text, 2),
                      right(destination_id::text, 2), json_path, pdf_path, written_by) as row
       from copies order by company_id, codigo_generacion, destination_id`,
  )
  return rows.map(({ row }) => row)
}

test('where a document’s files are is told of its company, until its hour is over', async () => {
  await insertRows(pool, 'holding', [held(21), held(22, { expires_at: NOW }), held(23)])
  await insertRows(pool, 'storage_destinations', [destination(60)])
  await insertRows(pool, 'copies', [
    copy(21, idOf(60), { json_path: 'latest' }),
    copy(21, SECOND, { json_path: 'later' }),
    copy(21, FIRST),
    copy(21, OWN),
    copy(22, OWN),
    copy(21, FIRST, { company_id: OTHER, json_path: 'theirs' }),
  ])
  const found = (n: number, companyId = ONE) =>
    findFileAvailability(pool, { companyId }, idOf(n), NOW)
  assert.deepEqual(await found(21), {
    ...{ held: true, managed: true },
    copy: {
      destination: {
        ...{ companyId: ONE, destinationId: FIRST, kind: 'managed_folder', location: '/61' },
        ...{ credentials: null, innerNetwork: true },
      },
      ...{ jsonPath: '21.json', jsonSha256: Buffer.from([1]) },
      ...{ pdfPath: '21.pdf', pdfSha256: Buffer.from([2]) },
    },
  })
  assert.deepEqual(await found(22), { held: false, managed: true, copy: null })
  assert.equal((await found(21, OTHER)).copy?.jsonPath, 'theirs')
  assert.equal((await found(21, OTHER)).held, false)
  await pool.many('delete from copies')
  await pool.many(`delete from storage_destinations where company_id = $1 and label is null`, [ONE])
  assert.deepEqual(await found(21), { held: true, managed: false, copy: null })

  for (const [company, now] of [
    [ONE, NOW],
    [ONE, NOW],
    [OTHER, NOW],
    [ONE, ago(-1)],
  ] as const) {
    await countDownload(pool, { companyId: company }, idOf(21), now)
  }
  const counted = await pool.many(
    `select download_count as count, downloaded_at as at from holding order by codigo_generacion`,
  )
  assert.deepEqual(counted, [
    { count: 2, at: NOW },
    { count: 0, at: null },
    { count: 0, at: null },
  ])
})

test('the list of the holding area is of a company and an environment, newest first, a page at a time', async () => {
  await insertRows(pool, 'documents', [
    document(21, { company_id: OTHER, tipo_dte: '05' }),
    document(21, { tipo_dte: '03' }),
    document(22, { estado: 'invalidado' }),
    document(23, { estado: 'invalidado' }),
  ])
  const returned = (n: number, estado: string, more: object = {}) =>
    eventRow({
      ...{ company_id: ONE, codigo_generacion: idOf(n), kind: 'retorno', estado },
      ...{ documento: idOf(21), tipo_dte: 'R', ...more },
    })
  const theirs = returned(24, 'sellado', { company_id: OTHER, tipo_dte: 'Q' })
  const events = [theirs, returned(24, 'invalidado'), returned(25, 'sellado')]
  await insertRows(pool, 'events', events)
  await insertRows(pool, 'holding', [
    held(21, { downloaded_at: ago(0.5), download_count: 3 }),
    ...[22, 23, 24, 25].map((n) => held(n, { downloaded_at: null, download_count: 0 })),
    held(26, { downloaded_at: null, download_count: 0, ambiente: '01' }),
    held(27, { downloaded_at: null, download_count: 0, expires_at: NOW }),
    held(28, { downloaded_at: null, download_count: 0, company_id: OTHER }),
  ])
  const withoutPdf = { pdf_path: null, pdf_sha256: null }
  const BYOS = { written_by: 'sdk' }
  await insertRows(pool, 'copies', [
    copy(22, OWN, withoutPdf),
    copy(22, FIRST),
    copy(23, OWN),
    copy(24, OWN, withoutPdf),
    copy(25, OWN, withoutPdf),
    ...[copy(24, FIRST, { company_id: OTHER }), copy(21, FIRST, { ...BYOS, company_id: OTHER })],
  ])
  const of = { companyId: ONE, ambiente: '00' } as const
  const list = (limit: number, below: bigint | null = null) =>
    listHolding(pool, of, { now: NOW, limit, below })
  const page = await list(9)
  assert.deepEqual(
    page.rows.map(({ codigoGeneracion, tipoDte, whereLanded }) => [
      ...[numberOf(codigoGeneracion), tipoDte, whereLanded],
    ]),
    [
      [25, 'R', 'byos'],
      [24, 'R', 'holding'], // its printed copy does not show the invalidation
      [23, '01', 'byos'],
      [22, '01', 'managed'],
      [21, '03', 'holding'],
    ],
  )
  assert.equal(page.last, null)
  assert.deepEqual(page.rows.at(-1), {
    ...{ codigoGeneracion: idOf(21), tipoDte: '03', ambiente: '00', whereLanded: 'holding' },
    ...{ numeroControl: `DTE-01-M001P001-${idOf(21).slice(-15)}`, downloadCount: 3 },
    ...{ expiresAt: ago(-1), downloadedAt: ago(0.5), createdAt: NOW },
  })
  const pages = [await list(2), await list(2, 24n), await list(2, 22n), await list(5)]
  assert.deepEqual(
    pages.map(({ rows, last }) => [
      ...rows.map(({ codigoGeneracion }) => numberOf(codigoGeneracion)),
      last,
    ]),
    [
      [25, 24, 24n],
      [23, 22, 22n],
      [21, null],
      [25, 24, 23, 22, 21, null],
    ],
  )
})

test('a row is forgotten whose hour is over and whose files are stored', async () => {
  for (const any of [pool, database.createPool({ isCluster: true })]) {
    await pool.many('delete from holding')
    await insertRows(pool, 'holding', [
      held(21, { expires_at: NOW }),
      held(22, { expires_at: NOW, copy_at: ago(1) }),
      held(23, { expires_at: ago(-0.1) }),
      held(24, { expires_at: ago(2), company_id: OTHER }),
      held(23, { expires_at: ago(2), company_id: OTHER }),
    ])
    const parts = { pool: any, clock: { now: () => NOW }, log: createLog('silent') }
    assert.equal(await expireHolding(parts), 3)
    assert.deepEqual(await rowsHeld(), ['1 22 00 1 0 0', '1 23 00 - 0 0'])
  }
})

test('a document is missing in each verified destination of its company that the service writes to', async () => {
  await insertRows(pool, 'storage_destinations', [
    destination(64, { verified_at: ago(30 * DAY), created_at: ago(1) }),
    destination(67, { created_at: ago(2) }),
    destination(65, { verified_at: ago(29.9 * DAY), created_at: ago(2), refused_since: ago(1) }),
    destination(66, { verified_at: null }),
  ])
  await insertRows(pool, 'copies', [
    copy(22, FIRST),
    copy(23, SECOND),
    copy(21, FIRST, { company_id: OTHER }),
  ])
  const asked = [pending(22), pending(21), pending(23)]
  const missing = await findMissing(pool, asked, NOW)
  assert.deepEqual(
    missing.map((rows) => rows.map(({ destinationId }) => numberOf(destinationId))),
    [
      [62, 65, 67],
      [61, 62, 65, 67],
      [61, 65, 67],
    ],
  )
  const [first, second] = missing[0] ?? []
  assert.deepEqual([first?.isRefusing, second?.isRefusing], [false, true])
  assert.deepEqual(
    [first?.companyId, first?.kind, first?.location, first?.innerNetwork],
    [ONE, 'managed_folder', '/62', true],
  )
})

test('copies are recorded of what was not queued again, and it is done once none is missing', async () => {
  const waits = { copy_at: ago(1), copy_attempts: 2 }
  await insertRows(pool, 'holding', [
    held(21, { ...waits, company_id: OTHER, copy_attempts: 3 }),
    ...[21, 22, 24].map((n) => held(n, waits)),
    held(23, { ...waits, copy_attempts: 3 }),
  ])
  await insertRows(pool, 'copies', [copy(24, FIRST, { json_path: 'before' })])
  const copied = (n: number) => ({
    ...{ destinationId: FIRST, jsonPath: `${n}.json`, jsonSha256: Buffer.from([n]) },
    ...{ pdfPath: `${n}.pdf`, pdfSha256: Buffer.from([n + 1]) },
  })
  const done = [
    { pending: pending(24, 2), copies: [copied(24)], all: true },
    { pending: pending(21, 2), copies: [copied(21)], all: true },
    { pending: pending(22, 2), copies: [copied(22)], all: false },
    { pending: pending(23, 2), copies: [copied(23)], all: true },
  ]
  await recordCopies(pool, done, NOW)
  assert.deepEqual(await rowsHeld(), [
    ...['1 21 00 - 2 -1', '1 22 00 1 2 -1', '1 23 00 1 3 -1', '1 24 00 - 2 -1'],
    '2 21 00 1 3 -1',
  ])
  assert.deepEqual(await rowsCopied(), [
    '1 21 61 21.json 21.pdf service',
    '1 22 61 22.json 22.pdf service',
    '1 24 61 before 24.pdf service',
  ])
  const [row] = await pool.many('select * from copies order by codigo_generacion limit 1')
  assert.deepEqual(row, {
    ...{ company_id: ONE, codigo_generacion: idOf(21), destination_id: FIRST },
    ...{ json_path: '21.json', json_sha256: Buffer.from([21]) },
    ...{
      pdf_path: '21.pdf',
      pdf_sha256: Buffer.from([22]),
      written_by: 'service',
      created_at: NOW,
    },
  })
})

test('what failed is tried later, and with it what its company waits for earlier, if the cause is of all', async () => {
  const rows = [
    held(21, { copy_at: ago(-3) }),
    ...[held(22, { copy_at: null }), held(25, { copy_at: null })],
    held(23, { copy_at: ago(1) }),
    held(24, { copy_at: ago(-9) }),
    ...[21, 22, 24].map((n) => held(n, { copy_at: ago(1), company_id: OTHER })),
  ]
  const after = async (all: boolean) => {
    await pool.many('delete from holding')
    await insertRows(pool, 'holding', rows)
    await postponeCopies(pool, [pending(21), pending(22)], { at: ago(-2), all })
    return (await rowsHeld()).map((row) => row.split(' ').slice(0, 4).join(' '))
  }
  const others = ['1 24 00 -9', '1 25 00 -', ...[21, 22, 24].map((n) => `2 ${n} 00 1`)]
  assert.deepEqual(await after(false), ['1 21 00 -2', '1 22 00 -', '1 23 00 1', ...others])
  assert.deepEqual(await after(true), ['1 21 00 -2', '1 22 00 -', '1 23 00 -2', ...others])
})

test('what is invalidated is copied again and held for an hour more, and no copy shows it yet', async () => {
  await insertRows(pool, 'holding', [
    held(21, { copy_at: ago(-2), copy_attempts: 4, expires_at: ago(-3) }),
    held(22, { copy_at: null, copy_attempts: 4, expires_at: ago(1) }),
    held(21, { company_id: OTHER }),
  ])
  await insertRows(pool, 'copies', [
    ...[21, 22, 23, 24].flatMap((n) => [copy(n, FIRST), copy(n, OWN)]),
    copy(21, FIRST, { company_id: OTHER }),
  ])
  const again = (n: number) =>
    transaction(pool, (tx) =>
      copyAgain(tx, { companyId: ONE, codigoGeneracion: idOf(n), ambiente: '01' }, NOW),
    )
  for (const n of [21, 22, 23]) await again(n)
  assert.deepEqual(await rowsHeld(), [
    '1 21 00 -2 5 -3',
    '1 22 00 0 5 -1',
    '1 23 01 0 1 -1',
    '2 21 00 - 0 -1',
  ])
  assert.deepEqual(await rowsCopied(), [
    ...[21, 22, 23].map((n) => `1 ${n} 63 ${n}.json sdk`),
    ...['1 24 61 24.json 24.pdf service', '1 24 63 24.json 24.pdf sdk'],
    '2 21 61 21.json 21.pdf service',
  ])
})

test('copies that the service made in a destination are listed by code, and queued again where they lack', async () => {
  await insertRows(pool, 'documents', [
    ...[document(23, { company_id: OTHER }), document(21, { company_id: OTHER, ambiente: '01' })],
    document(21),
    document(23, { ambiente: '01' }),
  ])
  const event = { codigo_generacion: idOf(22), kind: 'retorno', estado: 'sellado' }
  await insertRows(pool, 'events', [
    eventRow({ ...event, company_id: ONE, documento: idOf(21), ambiente: '01' }),
    eventRow({ ...event, company_id: OTHER, documento: idOf(23) }),
  ])
  await insertRows(pool, 'holding', [held(23, { copy_at: null, copy_attempts: 3 })])
  await insertRows(pool, 'copies', [
    ...[23, 21, 22, 24].map((n) => copy(n, FIRST)),
    ...[copy(21, SECOND), copy(21, OWN), copy(26, FIRST, { written_by: 'sdk' })],
    copy(25, FIRST, { company_id: OTHER }),
    copy(21, FIRST, { company_id: OTHER }),
  ])
  const where = { companyId: ONE, destinationId: FIRST }
  const list = async (after: string | null, limit: number) =>
    (await listStoredCopies(pool, where, { after, limit })).map(({ codigoGeneracion }) =>
      numberOf(codigoGeneracion),
    )
  assert.deepEqual(await list(null, 9), [21, 22, 23, 24])
  assert.deepEqual(await list(null, 2), [21, 22])
  assert.deepEqual(await list(idOf(22), 9), [23, 24])
  assert.deepEqual(await listStoredCopies(pool, where, { after: idOf(23), limit: 1 }), [
    { codigoGeneracion: idOf(24), jsonPath: '24.json', pdfPath: '24.pdf' },
  ])

  await requeueCopies(pool, where, [21, 22, 23, 26].map(idOf), NOW)
  assert.deepEqual(await rowsHeld(), ['1 21 00 0 0 0', '1 22 01 0 0 0', '1 23 00 0 4 -1'])
  assert.deepEqual(await rowsCopied(), [
    ...['1 21 62 21.json 21.pdf service', '1 21 63 21.json 21.pdf sdk'],
    ...['1 24 61 24.json 24.pdf service', '1 26 61 26.json 26.pdf sdk'],
    ...['2 21 61 21.json 21.pdf service', '2 25 61 25.json 25.pdf service'],
  ])

  await insertRows(pool, 'copies', [copy(22, FIRST, { company_id: OTHER })])
  await requeueCopies(pool, { companyId: OTHER, destinationId: FIRST }, [idOf(22)], NOW)
  assert.equal((await rowsHeld()).at(-1), '2 22 00 0 0 0')
})
