/**
 * What the reads of a company with many documents touch, as PostgreSQL counts it: a page of any of them is a range of
 * one index. All of the documents are of one type and state, as in most companies, and the table is as new as after a
 * restore: it has statistics and was not vacuumed.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { PATIENT } from '../../../test/races/numbers.ts'
import { createWorld, type World } from '../../../test/world.ts'
import type { Db, Values } from '../../base/db/query.ts'
import { foldMonth } from '../../papers/books/month.ts'
import { listDocuments } from './list.ts'
import { findByReferencia } from './referencia.ts'
import { searchDocuments, sumDays } from './search.ts'
import { countSeries } from './series.ts'

const DOCUMENTS = 20_000
/** Of 8 KiB: one page of 50 documents with the rows, for each type and state. The table has some 2,500. */
const BLOCKS_MAX = 600

let world: World
let scope: { companyId: string; ambiente: '00' }
before(async () => {
  world = await createWorld(PATIENT)
  const { pool } = world.deps
  await world.issue()
  await pool.many('alter table documents set (autovacuum_enabled = false)')
  await pool.many(
    `insert into documents
       (company_id, codigo_generacion, ambiente, tipo_dte, numero_control, year, fec_emi, hor_emi, key_id,
        idempotency_key, estado, version, payload, signature, totales, sello_recibido, historial, created_at, referencia)
     select company_id, gen_random_uuid(), ambiente, tipo_dte,
            'DTE-01-M001P001-' || lpad((n + 1000)::text, 15, '0'), 2026, date '2026-01-01' + n % 300, hor_emi, key_id,
            n::text, estado, version, payload, signature, totales, sello_recibido, historial, created_at, 'venta ' || n
       from documents, generate_series(1, $1::integer) as n`,
    [DOCUMENTS],
  )
  await pool.many('analyze documents')
  const { company_id: companyId } = await pool.one<{ company_id: string }>(
    'select company_id from companies',
  )
  scope = { companyId, ambiente: '00' }
})
after(() => world.close())

const page = { after: null, limit: 50 } as const
const filters = { desde: null, hasta: null, estado: null, tipoDte: null, referencia: null }
const list = (db: Db, more: Partial<Parameters<typeof listDocuments>[1]['filters']>) =>
  listDocuments(db, { ...scope, ...page, filters: { ...filters, ...more }, tiposDte: TIPOS_DTE })
const searched = { tipos: TIPOS_DTE, q: null, desde: null, hasta: null, receptor: null }

const READS: readonly (readonly [string, (db: Db) => Promise<unknown>])[] = [
  ['the newest of all', (db) => list(db, {})],
  ['those of a state without documents', (db) => list(db, { estado: 'contingencia' })],
  ['those of a type without documents', (db) => list(db, { tipoDte: '14' })],
  ['those of a reference', (db) => list(db, { referencia: 'venta 7' })],
  ['who has a reference', (db) => findByReferencia(db, scope, 'venta 7')],
  [
    'a month without documents',
    (db) => foldMonth(db, { ...scope, dataKey: Buffer.alloc(0) }, '2025-06'),
  ],
  [
    'the newest of a search',
    (db) =>
      searchDocuments(
        db,
        { ...scope, filters: { ...searched, estados: ['sellado', 'rechazado'] } },
        page,
      ),
  ],
  [
    'the sums of a day',
    (db) => sumDays(db, [scope], { desde: '2026-01-09', hasta: '2026-01-09', tipos: TIPOS_DTE }),
  ],
]

for (const [what, read] of READS) {
  test(`${what}: a page reads a range of an index, however many documents there are`, async () => {
    const asked: [string, Values][] = []
    await read(watched(world.deps.pool, asked))
    for (const [sql, values] of asked) {
      const blocks = await blocksOf(sql, values)
      assert.ok(blocks < BLOCKS_MAX, `${blocks} blocks: ${sql}`)
    }
  })
}

/** The same reads, written down. */
function watched(db: Db, asked: [string, Values][]): Db {
  const noting =
    <T>(read: (sql: string, values?: Values) => Promise<T>) =>
    (sql: string, values: Values = []) => {
      asked.push([sql, values])
      return read(sql, values)
    }
  return {
    one: noting((sql, values) => db.one(sql, values)),
    maybeOne: noting((sql, values) => db.maybeOne(sql, values)),
    many: noting((sql, values) => db.many(sql, values)),
  } as Db
}

async function blocksOf(sql: string, values: Values): Promise<number> {
  const plan = await world.deps.pool.one<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, format json) ${sql}`,
    values,
  )
  const [{ Plan }] = plan['QUERY PLAN'] as unknown as [{ Plan: Record<string, number> }]
  return (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
}

test('a certification counts the newest five hundred of a type and state', async () => {
  const of = { companyId: scope.companyId, tipos: ['01', '03'], pattern: '^(venta)' } as const
  const counted = await countSeries(world.deps.pool, of)
  assert.equal(
    counted.reduce((sum, { n }) => sum + n, 0),
    500,
  )
})

test('they are the newest by their day, and of one day those that came last', async () => {
  const of = { companyId: scope.companyId, tipos: ['01'], pattern: '^venta (\\d+)$' } as const
  const series = (await countSeries(world.deps.pool, of)).map(({ serie }) => serie)
  const found = series.filter((serie) => serie !== null).map(Number)
  const newest = Array.from({ length: DOCUMENTS }, (_, n) => n + 1)
    .toSorted((a, b) => (b % 300) - (a % 300) || b - a)
    .slice(0, found.length)
  assert.ok(found.length >= 499)
  assert.deepEqual(new Set(found), new Set(newest))
})
