/**
 * A database for each test file, cloned from a template that has every migration. The server is the
 * one that `npm test` started or was given; see scripts/test.ts.
 */
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Migration, migrate, readMigrations } from '../src/base/db/migrate.ts'
import { createPool, type Pool, type PoolOptions } from '../src/base/db/pool.ts'
import { distribute } from '../src/ledger/cluster/distribute.ts'
import { isCluster, joinDatabases, workersOf } from './citus.ts'

export interface TestDatabase {
  readonly url: string
  /** A pool on this database, closed by `drop`. Errors of idle connections fail nothing. */
  createPool(options?: Partial<PoolOptions>): Pool
  /** Drops the database, even while others are connected. */
  drop(): Promise<void>
}

/** The address that `createTestDatabase` uses, with the right to create databases. */
export const URL_VARIABLE = 'SELLO_TEST_DATABASE_URL'
/** Begins the name of every database of one test run, so that its end can remove all of them. */
export const PREFIX_VARIABLE = 'SELLO_TEST_DATABASE_PREFIX'
/** A PgBouncer of the run, which tracks named statements; then every pool goes through it. */
export const POOLER_VARIABLE = 'SELLO_TEST_POOLER_URL'

const MAX = 8
/** Copying through the log page by page, the default, takes twice the CPU and many times as long. */
const AS_FILES = 'strategy file_copy'

/**
 * A copy of another database as it is now, even while others are connected to it: like a restored backup. Drop it
 * in `after`.
 */
export async function copyDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const server = serverUrl()
  const origin = new URL(url).pathname.slice(1)
  const name = `${origin}_copy_${randomBytes(3).toString('hex')}`
  await onEach(server, async (client) => {
    await client.query(`alter database ${origin} allow_connections false`)
    await client.query(DISCONNECT, [origin])
    await client.query(`create database ${name} template ${origin} ${AS_FILES}`)
    await client.query(`alter database ${origin} allow_connections true`)
    await client.query(`alter database ${name} allow_connections true`)
  })
  const drop = () => onEach(server, (client) => dropDatabase(client, name))
  return { url: withDatabase(server, name), drop }
}

/** Drop it in `after`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = serverUrl()
  const name = newName()
  const template = await ensureTemplate(server)
  await onEach(server, (client) =>
    client.query(`create database ${name} template ${template} ${AS_FILES}`),
  )
  return testDatabase(server, name)
}

/** An empty one. On a cluster its coordinator's alone, without the extension. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = serverUrl()
  const name = newName()
  await onServer(server, (client) => client.query(`create database ${name}`))
  return testDatabase(server, name)
}

/** With every migration and nothing distributed: on a cluster, one that only its coordinator uses. */
export async function createUndistributed(): Promise<TestDatabase> {
  const server = serverUrl()
  const name = newName()
  await migrate(await createOnEach(server, name))
  return testDatabase(server, name)
}

const newName = () =>
  `${process.env[PREFIX_VARIABLE] ?? 'sello_test'}_${randomBytes(6).toString('hex')}`

function testDatabase(server: string, name: string): TestDatabase {
  const url = withDatabase(server, name)
  const pools: Pool[] = []
  return {
    url,
    createPool(options = {}) {
      const place = { ...connection(url), isCluster }
      const pool = createPool({ ...place, max: MAX, onError: () => {}, ...options })
      pools.push(pool)
      return pool
    },
    async drop() {
      await Promise.all(pools.map((pool) => pool.close()))
      await onEach(server, (client) => dropDatabase(client, name))
    },
  }
}

/** One template per set of migrations; the first caller creates it, and the others wait. */
export async function ensureTemplate(server: string): Promise<string> {
  const migrations = await readMigrations()
  const name = templateName(migrations)
  await onServer(server, async (client) => {
    if (await isReady(client, name)) return
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
    if (await isReady(client, name)) return
    await onEach(server, (one) => dropDatabase(one, name))
    const url = await createOnEach(server, name)
    await migrate(url, migrations)
    if (isCluster) await distribute(url)
    await onEach(server, async (one) => {
      await one.query(`alter database ${name} is_template true allow_connections false`)
      await one.query(DISCONNECT, [name]) // Citus keeps connections of its own
    })
  })
  return name
}

const DISCONNECT = 'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1'

/** Drops what a run left behind, such as the databases of killed files. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  await onEach(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [`${prefix}_`],
    )
    for (const { datname } of rows) await dropDatabase(client, datname)
  })
}

/**
 * Disconnects everyone who is connected as our user. `with (force)` would also try to end a running autovacuum,
 * which we may not; without it PostgreSQL cancels autovacuum itself and waits for the rest.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  // The other machines of a cluster would connect again at once.
  const close = 'update pg_database set datallowconn = false where datname = $1'
  if (isCluster) await client.query(close, [name])
  const ours =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user'
  await client.query(ours, [name])
  await client.query(`drop database if exists ${name}`)
}

function templateName(migrations: readonly Migration[]): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`)
  return `sello_template_${hash.digest('hex').slice(0, 16)}`
}

/** Closing it to connections is the last step of making it. */
async function isReady(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_database where datname = $1 and datistemplate and not datallowconn',
    [name],
  )
  return rowCount === 1
}

function serverUrl(): string {
  const url = process.env[URL_VARIABLE]
  if (url === undefined) {
    throw new Error(
      `${URL_VARIABLE} is not set: run this file with  npm test -- <path of the file>`,
    )
  }
  return url
}

/** An empty database on each machine; they know each other. Returns its address. */
async function createOnEach(server: string, name: string): Promise<string> {
  await onEach(server, (client) => client.query(`create database ${name}`))
  const [url = '', ...workers] = serversOf(server).map((one) => withDatabase(one, name))
  if (isCluster) await joinDatabases(url, workers)
  return url
}

/** The server's, and those of its workers if it coordinates a cluster. */
const serversOf = (server: string) => [server, ...workersOf(process.env)]

/** On all machines of a database, the coordinator last: what it has is complete. */
async function onEach(
  server: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  for (const one of serversOf(server).toReversed()) await onServer(one, work)
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'sello-test' })
  client.on('error', () => {}) // the statement under way reports it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Of a pool: through the run's pooler, if it has one. */
function connection(url: string): Pick<PoolOptions, 'url' | 'preparedStatements'> {
  const pooler = process.env[POOLER_VARIABLE]
  if (pooler === undefined) return { url }
  return {
    url: withDatabase(pooler, new URL(url).pathname.slice(1)),
    preparedStatements: 'pooler',
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
