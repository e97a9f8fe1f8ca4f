/** The statements of destinations: each finds and changes those of its own company, revision and state. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { LOCK_WAITS } from '../../../test/citus.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { accountRow, ago, companyRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import { until } from '../../../test/until.ts'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import { listOfAll, type OnSkipped } from '../cluster/due.ts'
import {
  listDestinations,
  listUnverified,
  overlapsAnothers,
  recordAccepted,
  recordProblem,
  recordRefused,
  recordVerified,
  saveDestination,
  takeUnverified,
} from './destinations.ts'
import {
  endDestination,
  findDestination,
  listAllDestinations,
  putDestination,
  recordOwnVerified,
} from './own.ts'
import { recordReport } from './reports.ts'
import { listInTrouble, listManagedFolders } from './trouble.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const DAY = 24
const onSkipped: OnSkipped = (skipped, error) => assert.fail(`${JSON.stringify(skipped)} ${error}`)

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(2), companyRow(1), companyRow(3)])
  await insertRows(pool, 'ministry_accounts', [
    accountRow(ONE, '00'),
    accountRow(ONE, '01'),
    accountRow(OTHER, '00'),
  ])
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['copies', 'storage_destinations', 'outbox']) {
    await pool.many(`delete from ${table}`)
  }
})

const managed = (n: number, more: object = {}) => ({
  ...{ company_id: ONE, destination_id: idOf(n), kind: 'managed_folder', location: `/${n}` },
  ...{ verified_at: ago(DAY), verify_at: ago(1), verify_attempts: 3, problem: null },
  ...{ refused_since: null, refused_why: null, checked_until: null, created_at: NOW, ...more },
})
const own = (n: number, more: object = {}) => ({
  ...{ company_id: ONE, destination_id: idOf(n), kind: 'byos_folder', label: 'Mía', revision: 2 },
  ...{ sealed_iv: 'i', sealed_data: 'd', verified_at: ago(DAY), created_at: NOW, ended_at: null },
  ...more,
})
const ENDED = { sealed_iv: null, sealed_data: null, ended_at: ago(1), verified_at: null }

const numberOf = (id: string) => Number(id.slice(-12))
const of = (n: number, companyId = ONE) => ({ companyId, destinationId: idOf(n) })

async function rows(columns: string): Promise<readonly string[]> {
  const found = await pool.many<{ row: string }>(
    `select concat_ws(' ', right(company_id::text, 1), right(destination_id::text, 2), ${columns}) as row
       from storage_destinations order by company_id, destination_id`,
  )
  return found.map(({ row }) => row)
}

const hours = (column: string) =>
  `coalesce(round(extract(epoch from '${NOW.toISOString()}' - ${column}) / 3600)::text, '-')`

test('destinations are listed oldest first: all that have not ended, or those that the service writes to', async () => {
  await insertRows(pool, 'storage_destinations', [
    managed(61, { company_id: OTHER, location: '/other' }),
    managed(63, { created_at: ago(2) }),
    managed(62, { created_at: ago(2) }),
    managed(61, { created_at: ago(1) }),
  ])
  await insertRows(pool, 'storage_destinations', [
    own(64, { created_at: ago(3) }),
    own(65, { ...ENDED, created_at: ago(3) }),
    own(64, { company_id: OTHER }),
  ])
  const all = await listAllDestinations(pool, ONE)
  assert.deepEqual(
    all.map(({ destinationId }) => numberOf(destinationId)),
    [64, 62, 63, 61],
  )
  assert.deepEqual(all[0], {
    ...{ destinationId: idOf(64), kind: 'byos_folder', label: 'Mía', revision: 2, iv: 'i' },
    ...{ datos: 'd', verifiedAt: ago(DAY), ended: false },
  })
  const written = await listDestinations(pool, ONE)
  assert.deepEqual(
    written.map(({ destinationId, nit }) => [numberOf(destinationId), nit]),
    [62, 63, 61].map((n) => [n, '06140101900001']),
  )
  assert.equal((await findDestination(pool, of(65)))?.ended, true)
  assert.equal(await findDestination(pool, of(65, OTHER)), null)
  assert.equal(await findDestination(pool, of(69)), null)
})

test('a change of a destination follows its revision, or repeats it to the letter', async () => {
  const request = (more: object = {}) =>
    ({
      ...{ kind: 'byos_folder', label: 'Mía', revision: 2, sellado: { v: 1, iv: 'i', datos: 'd' } },
      ...more,
    }) as Parameters<typeof putDestination>[2]['request']
  const put = async (more: object, which = of(64)) =>
    (await putDestination(pool, which, { request: request(more), now: NOW }))?.revision ?? null
  const changed = { label: 'Otra', sellado: { v: 1, iv: 'j', datos: 'e' } }
  // biome-ignore format: a table
  const cases: readonly (readonly [what: string, more: object, stored: object, revision: number | null])[] = [
    ['the next one',               { ...changed, revision: 3 },             {},                        3],
    ['one later',                  { ...changed, revision: 4 },             {},                        null],
    ['the same again',             {},                                      {},                        2],
    ['the same, another label',    { label: 'Otra' },                       {},                        null],
    ['the same, another iv',       { sellado: { v: 1, iv: 'j', datos: 'd' } }, {},                     null],
    ['the same, another secret',   { sellado: { v: 1, iv: 'i', datos: 'e' } }, {},                     null],
    ['an earlier one',             { revision: 1 },                         {},                        null],
    ['another kind',               { revision: 3, kind: 'byos_bucket' },    {},                        null],
    ['of an ended one',            { revision: 3 },                         ENDED,                     null],
    ['of another company’s',       { revision: 3 },                         { company_id: OTHER },     null],
    ['the first of ones own',      { revision: 1 },                         { company_id: OTHER },     1],
  ]
  for (const [what, more, stored, revision] of cases) {
    await pool.many('delete from storage_destinations')
    await insertRows(pool, 'storage_destinations', [own(64, stored)])
    assert.equal(await put(more), revision, what)
  }
  await pool.many('delete from storage_destinations')
  assert.equal(await put({ revision: 2 }), null, 'there is none before it')
  await insertRows(pool, 'storage_destinations', [own(64), own(65), own(64, { company_id: OTHER })])
  await put({ ...changed, revision: 3 })
  const LABEL = `label, revision, sealed_iv, sealed_data, ${hours('verified_at')}`
  const others = ['1 65 Mía 2 i d 24', '2 64 Mía 2 i d 24']
  assert.deepEqual(await rows(LABEL), ['1 64 Otra 3 j e 24', ...others])

  const verify = async (revision: number, n = 64, companyId = ONE) =>
    (await recordOwnVerified(pool, of(n, companyId), { revision, now: NOW }))?.verifiedAt ?? null
  assert.equal(await verify(2), null)
  assert.equal(await verify(3, 64, OTHER), null)
  assert.deepEqual(await verify(3), NOW)
  assert.deepEqual(await rows(LABEL), ['1 64 Otra 3 j e 0', ...others])
  assert.equal(await endDestination(pool, of(69), NOW), false)
  assert.equal(await endDestination(pool, of(64), ago(2)), true)
  assert.equal(await endDestination(pool, of(64), NOW), true, 'a repeat')
  assert.equal(await verify(3), null, 'it has ended')
  assert.deepEqual(await rows(`${LABEL}, ${hours('ended_at')}`), [
    '1 64 Otra 3 - 2',
    ...others.map((one) => `${one} -`),
  ])
  await insertRows(pool, 'storage_destinations', [managed(61)])
  assert.equal(await endDestination(pool, of(61), NOW), false, 'it is the service’s')
  assert.equal(await verify(1, 61), null)
})

test('a report adds to the copy in a destination of the company’s own that has not ended', async () => {
  await insertRows(pool, 'storage_destinations', [
    own(64),
    own(65, ENDED),
    own(66, { company_id: OTHER }),
  ])
  await insertRows(pool, 'storage_destinations', [managed(61)])
  const report = (n: number, more: object = {}, code = 21) =>
    recordReport(pool, {
      ...{ companyId: ONE, codigoGeneracion: idOf(code), now: NOW },
      report: { secretId: idOf(n), jsonPath: 'a.json', ...more } as Parameters<
        typeof recordReport
      >[1]['report'],
    })
  assert.deepEqual(
    [await report(65), await report(66), await report(61), await report(69)],
    [false, false, false, false],
  )
  const copy = () =>
    pool.one<Record<string, unknown>>(
      `select json_path, encode(json_sha256, 'hex') as json, pdf_path, encode(pdf_sha256, 'hex') as pdf,
              written_by, created_at from copies where codigo_generacion = $1`,
      [idOf(21)],
    )
  const first = { json_path: 'a.json', json: null, pdf_path: null, pdf: null }
  const always = { written_by: 'sdk', created_at: NOW }
  assert.equal(await report(64, { sha256: { pdf: '0b' } }), true)
  assert.deepEqual(await copy(), { ...first, ...always })
  await report(64, { pdfPath: 'a.pdf', sha256: { json: '0a', pdf: '0b' } })
  const full = { json_path: 'a.json', json: '0a', pdf_path: 'a.pdf', pdf: '0b' }
  assert.deepEqual(await copy(), { ...full, ...always })
  await report(64)
  assert.deepEqual(await copy(), { ...full, ...always })
  await report(64, { pdfPath: 'b.pdf', sha256: { json: '0c', pdf: '0d' } })
  assert.deepEqual(await copy(), { ...full, json: '0c', pdf_path: 'b.pdf', pdf: '0d', ...always })
  const { count } = await pool.one<{ count: bigint }>('select count(*) as count from copies')
  assert.equal(count, 1n)
})

test('a destination that is connected again keeps its id and begins anew; another company’s is refused', async () => {
  const bucket = { kind: 'managed_bucket', credentials: '\\x01', inner_network: false }
  const refused = { problem: 'p', refused_since: ago(9), refused_why: 'w', checked_until: idOf(5) }
  await insertRows(pool, 'storage_destinations', [
    managed(61, { ...bucket, ...refused }),
    managed(62, { ...bucket, location: '/a/b', company_id: OTHER }),
    managed(63, { ...bucket, location: '/a/c/', company_id: OTHER }),
    managed(64, { ...bucket, location: '/own/in' }),
  ])
  const place = (location: string, kind = 'managed_bucket') =>
    ({
      companyId: ONE,
      kind,
      location,
      credentials: Buffer.of(7),
      innerNetwork: true,
    }) as Parameters<typeof saveDestination>[1]
  const save = async (location: string, n: number) => {
    const found = await saveDestination(pool, place(location), { destinationId: idOf(n), now: NOW })
    return found && numberOf(found)
  }
  assert.deepEqual([await save('/61', 71), await save('/new', 72)], [61, 72])
  const STATE = `location, ${hours('verified_at')}, ${hours('verify_at')}, verify_attempts, problem,
    refused_since, refused_why, inner_network, encode(credentials, 'hex')`
  const all = await rows(STATE)
  assert.deepEqual(
    [all[0], all[2]],
    ['1 61 /61 0 -240 0 t 07', '1 72 /new 0 -240 0 t 07'],
    all.join('\n'),
  )
  // biome-ignore format: a table
  const cases: readonly (readonly [location: string, overlaps: boolean])[] = [
    ['/a', true], ['/a/', true], ['/a/b', true], ['/a/b/', true], ['/a/b/c', true], ['/a/c', true],
    ['/a/c/d', true], ['/a/bc', false], ['/ab', false], ['/own', false], ['/own/in/x', false],
  ]
  for (const [location, overlaps] of cases) {
    assert.equal(await overlapsAnothers(pool, place(location)), overlaps, location)
    assert.equal(await overlapsAnothers(pool, place(location, 'managed_folder')), false)
  }
  assert.equal(await save('/a', 73), null)
  assert.equal((await rows(STATE)).length, 5)
})

test('a probe that is due is leased once, of its company, the oldest first', async () => {
  await insertRows(pool, 'storage_destinations', [
    managed(61, { company_id: OTHER, location: '/other', verify_at: ago(4) }),
    managed(61, { verify_at: ago(1) }),
    managed(62, { verify_at: NOW, problem: 'p', checked_until: idOf(5) }),
    managed(63, { verify_at: ago(-0.1) }),
    managed(64, { verify_at: null }),
    managed(65, { verify_at: ago(2) }),
  ])
  const list = async (limit: number, except: readonly string[] = []) =>
    (await listUnverified(pool, { now: NOW, limit, except }, onSkipped)).map(
      ({ company_id, destination_id }) => `${numberOf(company_id)} ${numberOf(destination_id)}`,
    )
  assert.deepEqual(await list(9), ['2 61', '1 65', '1 61', '1 62'])
  assert.deepEqual(await list(2), ['2 61', '1 65'])
  assert.deepEqual(await list(9, [ONE]), ['2 61'])
  const take = () =>
    takeUnverified(
      pool,
      { companyId: ONE, ids: [61, 62, 63, 64].map(idOf) },
      { now: NOW, leaseUntil: ago(-5) },
    )
  const taken = await take()
  assert.deepEqual(taken.map(({ destinationId }) => numberOf(destinationId)).toSorted(), [61, 62])
  assert.deepEqual(
    taken.find(({ destinationId }) => destinationId === idOf(62)),
    {
      ...{ companyId: ONE, destinationId: idOf(62), kind: 'managed_folder', location: '/62' },
      ...{ credentials: null, innerNetwork: true, verifiedAt: ago(DAY), problem: 'p' },
      ...{ checkedUntil: idOf(5), nit: '06140101900001', attempts: 4 },
    },
  )
  assert.deepEqual(await take(), [])
  assert.deepEqual(await list(9), ['2 61', '1 65'])
})

test('a failure is told once to each environment of its company, and so is that it works again', async () => {
  await insertRows(pool, 'storage_destinations', [
    managed(61),
    managed(62),
    managed(61, { company_id: OTHER, location: '/other' }),
  ])
  const told = async () => {
    const found = await pool.many<{ told: string }>(
      `select concat_ws(' ', right(company_id::text, 1), ambiente, tipo, ${hours('at')},
                        right(datos ->> 'destino', 2), datos ->> 'desde') as told from outbox order by 1`,
    )
    await pool.many('delete from outbox')
    return found.map((row) => row.told)
  }
  const both = (tipo: string, at: number, since: number) =>
    ['00', '01'].map((one) => `1 ${one} ${tipo} ${at} 61 ${ago(since).toISOString()}`)
  const STATE = `problem, refused_why, ${hours('refused_since')}, ${hours('verify_at')}, verify_attempts,
                 ${hours('verified_at')}, right(checked_until::text, 1)`
  const others = ['1 62 - 1 3 24', '2 61 - 1 3 24']

  await recordRefused(pool, of(61), { why: 'full', now: ago(3) })
  await recordRefused(pool, of(61), { why: 'again', now: ago(2) })
  assert.deepEqual(await told(), both('copia.fallida', 3, 3))
  assert.deepEqual(await rows(STATE), ['1 61 full 3 1 3 24', ...others])
  await recordProblem(pool, of(61), { problem: 'gone', now: ago(1), at: ago(-1) })
  assert.deepEqual(await told(), [])
  assert.deepEqual(await rows(STATE), ['1 61 gone full 3 -1 3 24', ...others])
  await recordAccepted(pool, of(61), NOW)
  await recordAccepted(pool, of(61), NOW)
  assert.deepEqual(await told(), both('copia.recuperada', 0, 3))
  assert.deepEqual(await rows(STATE), ['1 61 gone - -1 3 24', ...others])

  await recordProblem(pool, of(61), { problem: 'gone', now: ago(1), at: ago(-1) })
  assert.deepEqual(await told(), both('copia.fallida', 1, 1))
  assert.deepEqual(await rows(STATE), ['1 61 gone gone 1 -1 3 24', ...others])
  const verify = (checkedUntil: string | null) =>
    recordVerified(pool, of(61), { now: NOW, checkedUntil })
  await verify(idOf(7))
  assert.deepEqual(await told(), both('copia.recuperada', 0, 1))
  assert.deepEqual(await rows(STATE), ['1 61 - 0 0 0 7', ...others])
  const { next } = await pool.one<{ next: Date }>(
    'select verify_at as next from storage_destinations where company_id = $1 and problem is null and destination_id = $2',
    [ONE, idOf(61)],
  )
  assert.deepEqual(next, new Date(NOW.getTime() + 10 * 60_000), 'it goes on in ten minutes')
  await verify(null)
  assert.deepEqual(await told(), [])
  assert.deepEqual(await rows(STATE), ['1 61 - -240 0 0', ...others], 'in ten days')
})

test('an operator is told of destinations in trouble, of companies that issue', async () => {
  const point = (n: number) => ({
    ...{ company_id: idOf(n), point_of_sale_id: idOf(80), cod_estable: 'M001' },
    ...{ cod_punto_venta: 'P001', created_at: NOW },
  })
  await insertRows(pool, 'points_of_sale', [1, 2, 3].map(point))
  const key = (n: number, state: string) => ({
    ...{ company_id: idOf(n), key_id: `k${n}`, secret_hash: '\\x00', label: 'l', ambiente: '00' },
    ...{ point_of_sale_id: idOf(80), scopes: ['issue'], tipos_dte: ['01'], amount_max: 1 },
    ...{ state, created_at: NOW },
  })
  await insertRows(pool, 'api_keys', [key(1, 'active'), key(2, 'active'), key(3, 'inactive')])
  await insertRows(pool, 'storage_destinations', [
    managed(61, { verified_at: ago(9) }),
    managed(62, { verified_at: ago(9.1), location: '/b' }),
    managed(63, { verified_at: null, location: '/c' }),
    managed(64, { problem: 'p', location: '/a' }),
    managed(65, { refused_since: NOW, refused_why: 'w', location: '/d', verified_at: NOW }),
    managed(66, { company_id: idOf(3), verified_at: null }),
  ])
  await insertRows(pool, 'storage_destinations', [
    own(67, { verified_at: null }),
    own(68, ENDED),
    own(69, { ...ENDED, company_id: OTHER }),
  ])
  const readAll: Parameters<typeof listInTrouble>[0] = (look) => listOfAll(pool, look, onSkipped)
  const found = await listInTrouble(readAll, ago(9))
  assert.deepEqual(
    found.map(({ nit, location, isOwn }) => [nit.slice(-1), location, isOwn]),
    [
      ...['/a', '/b', '/c', '/d'].map((location) => ['1', location, false]),
      ['1', 'Mía', true],
      ['2', null, false],
    ],
  )
  assert.deepEqual(found[3], {
    ...{ nit: '06140101900001', location: '/d', isOwn: false, verifiedAt: NOW, problem: null },
    ...{ refusedSince: NOW, refusedWhy: 'w' },
  })
  assert.deepEqual((await listManagedFolders(readAll)).toSorted(), [
    ...['/61', '/66', '/a', '/b', '/c', '/d'],
  ])
})

test('a failure that another process records meanwhile is not told a second time', async () => {
  await insertRows(pool, 'storage_destinations', [managed(61)])
  const recorded: Promise<void>[] = []
  await transaction(pool, async (tx) => {
    await tx.run(`update storage_destinations set refused_since = $1, refused_why = 'full'`, [NOW])
    recorded.push(recordRefused(pool, of(61), { why: 'again', now: NOW }))
    await until('it waits', async () => (await pool.many(LOCK_WAITS)).length > 0)
  })
  await Promise.all(recorded)
  assert.deepEqual(await pool.many('select from outbox'), [])
})
