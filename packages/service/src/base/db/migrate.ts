/**
 * Brings a database to the schema that the program expects. Each file is one transaction, except for an index that
 * is built concurrently before it. Processes that start at once wait for each other and apply every file once.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  type ConcurrentIndex,
  type Migration,
  MigrationRefused,
  readMigrations,
} from './migrations.ts'
import { type Statement, statementsOf } from './statements.ts'

export { type Migration, MigrationRefused, readMigrations } from './migrations.ts'

/** Gives up on a host that does not answer. */
const CONNECT_MS_MAX = 10_000

export interface Migrated {
  /** The names applied now, in order. */
  readonly applied: readonly string[]
  /** The number of the last migration that the database has. */
  readonly version: number
}

/**
 * Applies every missing migration and records its SHA-256. Refuses (`MigrationRefused`) an applied file that was
 * edited since, and a database with migrations this program does not know. A failing file leaves nothing, and those
 * before it stay applied.
 */
export async function migrate(url: string, files?: readonly Migration[]): Promise<Migrated> {
  const migrations = files ?? (await readMigrations())
  return connected(url, async (client) => {
    await inTurn(client, () => client.query(CREATE_TABLE))
    const applied: string[] = []
    for (const migration of migrations) {
      const build = (index: ConcurrentIndex) => buildIndex(url, index)
      if (await inTurn(client, () => applyOnce(client, { migrations, migration, build }))) {
        applied.push(migration.name)
      }
    }
    if (isUpgrade(applied, migrations)) await analyze(client)
    return { applied, version: migrations.length }
  })
}

/** The names that `migrate` would apply. Refuses what `migrate` refuses, and changes nothing. */
export async function findPending(
  url: string,
  files?: readonly Migration[],
): Promise<readonly string[]> {
  const migrations = files ?? (await readMigrations())
  return connected(url, async (client) => {
    const { rows } = await client.query(
      `select to_regclass('schema_migrations') is not null as made`,
    )
    const count = rows[0].made ? await assertSame(client, migrations) : 0
    return migrations.slice(count).map(({ name }) => name)
  })
}

/** Not of a new database: a table that was analysed while it was empty is planned as if it stayed so. */
const isUpgrade = (applied: readonly string[], migrations: readonly Migration[]) =>
  applied.length > 0 && applied.length < migrations.length

/** New columns and indexes have no statistics until somebody counts. Calls go on meanwhile. */
async function analyze(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('analyze')
}

/** Runs `work` on a connection of its own, without limits of time. */
export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'sello-migrate',
    connectionTimeoutMillis: CONNECT_MS_MAX,
  })
  client.on('error', () => {}) // the statement under way reports it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** An arbitrary number that no other program uses: 'sello' in ASCII. */
const LOCK = 0x73656c6c6fn
const POLL_MS = 100
/** How long a migration waits for running transactions; while it waits, new ones queue up after it. */
const LOCK_TIMEOUT = '10s'

/** Runs one transaction at a time among all migrating processes. The lock ends with it, also behind a pooler. */
export async function inTurn<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  while (!(await tryBegin(client))) await pause(POLL_MS)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a lost connection rolls back
    throw error
  }
}

/**
 * False while another process migrates. Polls instead of waiting in a statement: the other process may be building
 * an index concurrently, which would wait for that statement to end.
 */
async function tryBegin(client: pg.Client): Promise<boolean> {
  await client.query(
    `begin; set local statement_timeout = 0; set local lock_timeout = '${LOCK_TIMEOUT}';
     set local citus.multi_shard_modify_mode = 'sequential'`, // unknown to one PostgreSQL, and harmless
  )
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${LOCK}) as taken`)
  if (!rows[0].taken) await client.query('rollback')
  return rows[0].taken
}

/**
 * Builds the index on its own connection, without a time limit, while calls write. First drops one that an earlier
 * attempt left unfinished, because PostgreSQL keeps it as invalid.
 */
async function buildIndex(url: string, { name, sql }: ConcurrentIndex): Promise<void> {
  await connected(url, async (client) => {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    const { rows } = await client.query<{ indisvalid: boolean }>(
      'select indisvalid from pg_index where indexrelid = to_regclass($1)',
      [name],
    )
    const [there] = rows
    if (there?.indisvalid) return // the process ended before it was recorded
    if (there) await client.query(`drop index concurrently ${name}`)
    await client.query(sql)
  })
}

const CREATE_TABLE = `
  create table if not exists schema_migrations (
    number     integer     primary key,
    name       text        not null,
    sha256     text        not null,
    applied_at timestamptz not null default now()
  );
  comment on table schema_migrations is 'The migrations that this database has. Written by migrate.';
  comment on column schema_migrations.number is 'Number of the file; they are applied in this order.';
  comment on column schema_migrations.name is 'Name of the file, for people.';
  comment on column schema_migrations.sha256 is 'Hash of the file as applied: an edited one is refused.';
  comment on column schema_migrations.applied_at is 'When, by the clock of the database.'`

interface Applying {
  readonly migrations: readonly Migration[]
  readonly migration: Migration
  build(index: ConcurrentIndex): Promise<void>
}

/** True when it was applied now, false when the database already had it. */
async function applyOnce(
  client: pg.Client,
  { migrations, migration, build }: Applying,
): Promise<boolean> {
  if ((await assertSame(client, migrations)) >= migration.number) return false
  if (migration.index) await build(migration.index)
  const before = await transactionId(client)
  for (const statement of statementsOf(migration.sql)) {
    await client.query(statement.sql).catch((error: unknown) => {
      const line = lineOf(statement, error)
      throw new Error(`migration ${migration.name}, line ${line}: ${error}`, { cause: error })
    })
  }
  if ((await transactionId(client)) !== before) {
    throw new MigrationRefused(`migration ${migration.name} ends its own transaction: remove that`)
  }
  await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.sha256,
  ])
  return true
}

/** The number of applied migrations: always a prefix of the files. */
async function assertSame(client: pg.Client, migrations: readonly Migration[]): Promise<number> {
  const { rows } = await client.query<{ number: number; name: string; sha256: string }>(
    'select number, name, sha256 from schema_migrations order by number',
  )
  for (const [index, row] of rows.entries()) {
    const file = migrations[index]
    if (file === undefined) {
      throw new MigrationRefused(
        `the database is newer than this program: it has migration ${row.name}, and this program ` +
          `knows ${migrations.length}. Run a newer program.`,
      )
    }
    if (row.sha256 !== file.sha256 || row.number !== file.number) {
      throw new MigrationRefused(
        `migration ${file.name} is not the one that this database had applied (${row.name}): an ` +
          'applied migration is never edited. Restore the file and write a new one.',
      )
    }
  }
  return rows.length
}

async function transactionId(client: pg.Client): Promise<string> {
  const { rows } = await client.query('select pg_current_xact_id()::text as id')
  return rows[0].id
}

/** Of the file: where PostgreSQL says, or where the statement begins. */
function lineOf({ sql, line }: Statement, error: unknown): number {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
  return Number.isNaN(position) ? line : line + sql.slice(0, position).split('\n').length - 1
}
