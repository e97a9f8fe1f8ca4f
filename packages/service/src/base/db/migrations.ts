/** The migration files: plain SQL, numbered from 0001 without a gap, never edited once applied. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Migration {
  readonly number: number
  /** The file's name without its ending: `0001-companies`. */
  readonly name: string
  /** What runs in the migration's transaction. */
  readonly sql: string
  /** The index that is built before that without blocking writers; null: none. */
  readonly index: ConcurrentIndex | null
  /** Hash of the whole file. */
  readonly sha256: string
}

/** `create index concurrently`, which cannot run in a transaction. */
export interface ConcurrentIndex {
  readonly name: string
  readonly sql: string
}

/** The database's migrations do not match the files, or the files are inconsistent. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Every migration of a folder, in order. Refuses a wrong name, a gap and a number used twice. */
export async function readMigrations(dir: string = MIGRATIONS_DIR): Promise<readonly Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(dir, file)))
  for (const [index, { number, name }] of migrations.entries()) {
    if (number !== index + 1) {
      const expected = String(index + 1).padStart(4, '0')
      throw new MigrationRefused(`migrations: ${expected}-….sql was expected where ${name}.sql is`)
    }
  }
  return migrations
}

async function readMigration(dir: string, file: string): Promise<Migration> {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]
  if (number === undefined) {
    throw new MigrationRefused(`migrations: ${file} is not named like 0001-what-it-does.sql`)
  }
  // Hash without carriage returns, so that a checkout with other line ends is the same migration.
  const text = (await readFile(join(dir, file), 'utf8')).replaceAll('\r\n', '\n')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const name = file.slice(0, -'.sql'.length)
  return { number: Number(number), name, ...splitIndex(name, text), sha256 }
}

const FIRST_INDEX =
  /^((?:\s|--[^\n]*\n)*)(create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s[^;]*);/i

/** At most one index is built concurrently, by the file's first statement. */
function splitIndex(name: string, text: string): Pick<Migration, 'sql' | 'index'> {
  const [whole = '', head = '', statement, index] = FIRST_INDEX.exec(text) ?? []
  // The line breaks of the statement stay, so that an error names the right line of the file.
  const sql = statement ? head + statement.replace(/[^\n]/g, '') + text.slice(whole.length) : text
  if (/\bconcurrently\b/i.test(sql.replace(/--[^\n]*/g, ''))) {
    throw new MigrationRefused(
      `migration ${name} builds an index concurrently: one, by its first statement, named`,
    )
  }
  return { sql, index: statement && index ? { name: index, sql: statement } : null }
}
