/**
 * What the pages that are asked again and again read of a company with many documents, as PostgreSQL counts it, and
 * each probe of an outage: planned while the table was empty, as the prepared statements of a new installation, and
 * with statistics. With MANY_DOCUMENTS=80000 also afresh without statistics, as after a restore.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createPool, type Pool } from '../../src/base/db/pool.ts'
import type { Db, Values } from '../../src/base/db/query.ts'
import { createApp } from '../../src/entrypoints/app.ts'
import { findRunningOf } from '../../src/ledger/outages/deadlines.ts'
import { findProbe } from '../../src/ledger/outages/probe.ts'
import { listCompanies } from '../../src/ledger/people/companies.ts'
import { onOnePostgreSQL } from '../citus.ts'
import { type Browser, signInAs } from '../people.ts'
import { PATIENT } from '../races/numbers.ts'
import { createWorld, type World } from '../world.ts'

/** MANY_DOCUMENTS sets another number. */
const DOCUMENTS = Number(process.env.MANY_DOCUMENTS ?? 20_000)
/** One in so many waits since an outage. */
const WAITING = 4
/**
 * Of 8 KiB, counted each time one is touched, on a table that was not vacuumed: up to 1,000 documents of a count, 500
 * of the deadlines, and those of a day. A statement that reads the company touches one for each document.
 */
const BLOCKS_MAX = 4_000

type Asked = readonly [string, Values]

let world: World
let asked: Asked[] = []
/** Its statements stay as they were planned when the table was empty. */
let old: Pool
/** As behind a pooler in transaction mode: planned afresh each time, with the server's own settings. */
let fresh: Pool
let plain: Browser
let home: string
const READS: [string, (db: Pool) => Promise<unknown>][] = []

const ON_ONE_ALONE = onOnePostgreSQL('plans are those of its coordinator')

before(async () => {
  if (ON_ONE_ALONE.skip) return
  world = await createWorld(PATIENT)
  const { deps, databaseUrl: url } = world
  const onError = () => {}
  old = createPool({ url, max: 1, onError, ...PATIENT.pool })
  fresh = createPool({ url, max: 1, onError, ...PATIENT.pool, preparedStatements: 'off' })
  const watching = { ...deps, consolePool: watched(deps.consolePool) }
  const app = createApp(watching, { basePath: '', trustedProxies: [], console: SETTINGS })
  plain = await signInAs({ ...world, app }, 'dueno')
  const { nit } = world.company
  home = `/${nit}/00/inicio`
  await deps.pool.many('alter table documents set (autovacuum_enabled = false)')

  const { company_id: companyId } = await deps.pool.one<{ company_id: string }>(
    'select company_id from companies',
  )
  const { person_id: personId } = await deps.pool.one<{ person_id: string }>(
    'select person_id from people',
  )
  const now = deps.clock.now()
  const person = { personId, operador: false } as Parameters<typeof listCompanies>[1]
  const of = { companyId, ambiente: '00' } as const
  READS.push(
    ['the start page', () => plain.get(home)],
    ['the list of companies', (pool) => listCompanies({ ...deps, pool }, person, now)],
    ['a probe', (pool) => findProbe(pool, '00', { draw: deps.random.uuid(), now })],
    ['the deadlines of a contingency', (pool) => findRunningOf(pool, of)],
  )
  await planWhileEmpty()
  await world.issue()
  await fill()
})
after(async () => {
  await Promise.all([old?.close(), fresh?.close()])
  await world?.close()
})

const SETTINGS = {
  keyPrefix: 'sello',
  storageDir: '/nowhere',
  innerStorage: false,
  publicOrigin: null,
  isDemonstration: true,
  files: null,
}

async function planWhileEmpty(): Promise<void> {
  await old.lend(async ({ client }) => {
    await client.query('set plan_cache_mode = force_generic_plan')
  })
  for (const statement of await statementsOf()) await prepare(statement)
}

/** All statements of READS, with their values. */
async function statementsOf(): Promise<Asked[]> {
  const all: Asked[] = []
  for (const [, read] of READS) {
    asked = []
    await read(watched(world.deps.pool))
    all.push(...asked)
  }
  return all
}

const names = new Map<string, string>()
async function prepare([sql, values]: Asked): Promise<string> {
  const known = names.get(sql)
  if (known) return known
  const name = `asked_${names.size + 1}`
  names.set(sql, name)
  await old.lend(async ({ client }) => {
    await client.query(`prepare ${name} as ${sql}`)
    await client.query(`execute ${name}${literals(values)}`)
  })
  return name
}

const literals = (values: Values) =>
  values.length === 0 ? '' : `(${values.map((value) => literal(value)).join(', ')})`
function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

async function fill(): Promise<void> {
  const { pool } = world.deps
  await pool.many(
    `insert into ministry_outages (outage_id, ambiente, opened_at, closed_at, probe_at)
     values (gen_random_uuid(), '00', now() - interval '2 days', now() - interval '1 day', now())`,
  )
  await pool.many(
    `insert into documents
       (company_id, codigo_generacion, ambiente, tipo_dte, numero_control, year, fec_emi, hor_emi, key_id,
        idempotency_key, estado, version, payload, signature, totales, sello_recibido, historial, created_at, outage_id)
     select d.company_id, gen_random_uuid(), d.ambiente, d.tipo_dte,
            'DTE-01-M001P001-' || lpad((n + 1)::text, 15, '0'), d.year, d.fec_emi - n % 300, d.hor_emi, d.key_id,
            n::text, case when n % $2 = 0 then 'contingencia' else d.estado end, d.version, d.payload, d.signature,
            d.totales, case when n % $2 = 0 then null else d.sello_recibido end, d.historial, d.created_at,
            case when n % $2 = 0 then o.outage_id end
       from documents d, ministry_outages o, generate_series(1, $1::integer) as n`,
    [DOCUMENTS, WAITING],
  )
  await pool.many('update series set last = $1', [DOCUMENTS + 1])
}

/** The same pool, written down. */
function watched(pool: Pool): Pool {
  const noting =
    <T>(read: (sql: string, values?: Values) => Promise<T>) =>
    (sql: string, values: Values = []) => {
      asked.push([sql, values])
      return read(sql, values)
    }
  const db: Db = {
    one: noting((sql, values) => pool.one(sql, values)),
    maybeOne: noting((sql, values) => pool.maybeOne(sql, values)),
    many: noting((sql, values) => pool.many(sql, values)),
  } as Db
  return { ...pool, ...db }
}

/** Below some 40,000 rows PostgreSQL without statistics expects one row of each index, and may take any. */
const TO_TELL_APART = 80_000

type Plan = readonly [string, (one: Asked) => Promise<number>]

const WITHOUT_STATISTICS: readonly Plan[] = [
  ['planned without statistics', ([sql, values]) => blocksOf(world.deps.pool, sql, values)],
  ['planned without our settings', ([sql, values]) => blocksOf(fresh, sql, values)],
]

const PLANS: readonly Plan[] = [
  [
    'planned while the table was empty',
    async ([sql, values]) =>
      blocksOf(old, `execute ${await prepare([sql, values])}${literals(values)}`),
  ],
  ...(DOCUMENTS < TO_TELL_APART ? [] : WITHOUT_STATISTICS),
  [
    'planned with statistics',
    async ([sql, values]) => {
      await world.deps.pool.many('analyze documents')
      return blocksOf(world.deps.pool, sql, values)
    },
  ],
]

async function blocksOf(pool: Pool, sql: string, values: Values = []): Promise<number> {
  const text = `explain (analyze, buffers, format json) ${sql}`
  const plan = await pool.lend(async ({ client }) => client.query(text, values as unknown[]))
  const [{ Plan }] = plan.rows[0]['QUERY PLAN'] as [{ Plan: Record<string, number> }]
  return (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
}

test(
  'a page that is asked again reads a bounded part of its company’s documents, however it was planned',
  ON_ONE_ALONE,
  async () => {
    const { status, body } = await plain.get(home) // the sums of earlier days are kept from here on
    assert.equal(status, 200)
    assert.equal(body.ultimos.length, 8)
    const due = body.atender.map(({ texto }: { texto: string }) => texto)
    assert.ok(due.includes('Más de 999 documentos firmados esperan su sello'), due.join('; '))

    const seen: string[] = []
    for (const [plan, blocks] of PLANS) {
      for (const [what, read] of READS) {
        asked = []
        await read(watched(world.deps.pool))
        const statements = asked
        let total = 0
        for (const one of statements) total += await blocks(one)
        seen.push(`${what}, ${plan}: ${total} blocks of ${statements.length} statements`)
        assert.ok(statements.length > 0 && total < BLOCKS_MAX, seen.at(-1))
      }
    }
  },
)
