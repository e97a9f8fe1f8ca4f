/**
 * A server of its own whose sessions report how each statement really ran: auto_explain sends the plan, with the rows
 * that each node read, as a notice. Only an administrator may ask for it, so the run's shared server cannot.
 */
import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { asAdmin } from '../../src/base/db/embedded/running.ts'
import { startEmbedded } from '../../src/base/db/embedded.ts'
import { migrate } from '../../src/base/db/migrate.ts'
import { createPool, type Pool } from '../../src/base/db/pool.ts'
import { reader } from '../../src/base/db/query.ts'
import type { TestDatabase } from '../database.ts'
import { makeFolder } from '../folder.ts'
import type { Node, Ran } from './reads.ts'

export interface PlansServer {
  readonly database: TestDatabase
  /** What ran since the last call, of all pools. */
  taken(): Ran[]
  /** All tables are vacuumed and analysed, so every session plans anew, as PostgreSQL does by itself. */
  analyse(pool: Pool): Promise<void>
  close(): Promise<void>
}

/**
 * Of the server. Every session plans each statement once and keeps that plan, as one that has run it a few times does.
 * Autovacuum would analyse what is a minute old, and turn the plans of a slow run.
 */
const SERVER = ['plan_cache_mode = force_generic_plan', 'autovacuum = off']

/** Of its sessions. */
const SETTINGS = [
  `session_preload_libraries = 'auto_explain'`,
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
  'auto_explain.log_buffers = on',
  'auto_explain.log_timing = off',
  'auto_explain.log_nested_statements = on', // the checks of foreign keys
  `auto_explain.log_format = 'json'`,
  `auto_explain.log_level = 'notice'`,
  'auto_explain.log_parameter_max_length = 0',
]

/** Its one database is migrated, empty and never analysed. */
export async function startPlansServer(log: (line: string) => void): Promise<PlansServer> {
  const dataDir = await makeFolder('plans')
  const embedded = await startEmbedded({ dataDir, durable: false, log })
  const { password } = new URL(embedded.url)
  await migrate(embedded.url)
  const admin = { port: embedded.port, password }
  await asAdmin(admin, async (client) => {
    await client.query('alter role sello superuser')
    for (const setting of SERVER) await client.query(`alter system set ${setting}`)
    await client.query('select pg_reload_conf()')
    for (const setting of SETTINGS) await client.query(`alter database sello set ${setting}`)
  })
  const ran: Ran[] = []
  const pools: Pool[] = []
  const database: TestDatabase = {
    url: embedded.url,
    createPool(options = {}) {
      const pool = createPool({ url: embedded.url, onError: () => {}, ...options, max: 1 })
      pools.push(pool)
      return reporting(pool, ran)
    },
    drop: async () => {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
  return {
    database,
    taken: () => ran.splice(0),
    async analyse(pool) {
      await pool.many('vacuum analyze')
      await asAdmin(admin, async (client) => {
        await client.query('alter system reset plan_cache_mode')
        await client.query('select pg_reload_conf()')
      })
    },
    async close() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const heard = new WeakSet<pg.PoolClient>()

/** The same pool, whose sessions write down what they ran. */
function reporting(inner: Pool, ran: Ran[]): Pool {
  const lend: Pool['lend'] = (work) =>
    inner.lend((session) => {
      const { client } = session
      if (!heard.has(client)) client.on('notice', ({ message }) => note(ran, message ?? ''))
      heard.add(client)
      return work(session)
    })
  const { one, maybeOne, many } = reader((query) => lend(({ ask }) => ask(query)), true)
  return { ...inner, lend, one, maybeOne, many }
}

function note(ran: Ran[], message: string): void {
  const json = /^duration: .* plan:\n([\s\S]*)$/.exec(message)?.[1]
  if (json === undefined) return
  const { 'Query Text': sql, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Node }
  ran.push({ sql, plan })
}
