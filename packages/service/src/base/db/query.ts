/** The interface for reading rows that every data function takes, over one connection or the whole pool. */
import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'

export type Values = readonly unknown[]

/**
 * Runs SQL and returns rows. Parameters: bigint, Date and Buffer as they are, arrays as PostgreSQL arrays, JSON
 * text for jsonb; `undefined` is refused. Results: int8 is a bigint, timestamptz a Date (milliseconds), date,
 * timestamp and numeric their text, bytea a Buffer, jsonb parsed.
 */
export interface Db {
  /** Exactly one row. Any other count is a bug, and throws. */
  one<Row>(sql: string, values?: Values): Promise<Row>
  maybeOne<Row>(sql: string, values?: Values): Promise<Row | null>
  many<Row>(sql: string, values?: Values): Promise<Row[]>
}

/** PostgreSQL's answer to a statement. */
export interface Answer {
  readonly rows: unknown[]
  /** Null when the command has no row count. */
  readonly rowCount: number | null
  /** The first word of the command tag. */
  readonly command: string
}

export type Ask = (query: QueryConfig) => Promise<Answer>

/** The three ways to read, and `run`, for any connection. */
export function reader(ask: Ask, named: boolean) {
  async function rows<Row>(sql: string, values: Values = []): Promise<Row[]> {
    return (await ask(toQuery(sql, values, named))).rows as Row[]
  }
  return {
    async one<Row>(sql: string, values?: Values): Promise<Row> {
      const found = await rows<Row>(sql, values)
      if (found.length !== 1)
        throw new Error(`bug: ${found.length} rows where one is certain: ${sql}`)
      return found[0] as Row
    },
    async maybeOne<Row>(sql: string, values?: Values): Promise<Row | null> {
      const found = await rows<Row>(sql, values)
      if (found.length > 1) throw new Error(`bug: ${found.length} rows where one at most: ${sql}`)
      return found[0] ?? null
    },
    many: rows,
    async run(sql: string, values: Values = []): Promise<number> {
      return (await ask(toQuery(sql, values, named))).rowCount ?? 0
    },
  }
}

/**
 * Combines steps into one statement, in order: each may read what earlier ones return, and `result` all of them.
 */
export function inOneStatement(steps: Readonly<Record<string, string>>, result: string): string {
  const named = Object.entries(steps).map(([name, sql]) => `${name} as (${sql}\n)`)
  return `with ${named.join(', ')}${result}`
}

/** The statement in the driver's form. An `undefined` parameter is a bug of the caller. */
export function toQuery(text: string, values: Values, named: boolean): QueryConfig {
  const missing = values.indexOf(undefined)
  if (missing !== -1) throw new Error(`bug: $${missing + 1} is undefined: ${text}`) // pg would send null
  const name = named ? statementName(text) : null
  return name === null
    ? { text, values: values as unknown[] }
    : { text, values: values as unknown[], name }
}

/** More texts than this must be generated; preparing them would only fill the server's memory. */
const NAMES_MAX = 1_000

/** A name per SQL text, equal in every process: a session prepares each text once. Null beyond NAMES_MAX texts. */
export const statementName = namesUpTo(NAMES_MAX)

/** Names texts until it knows so many. */
export function namesUpTo(max: number): (sql: string) => string | null {
  const names = new Map<string, string>()
  return (sql) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= max) return null
    const name = `s_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`
    names.set(sql, name)
    return name
  }
}
