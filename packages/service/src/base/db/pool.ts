/** The connections of a process. Every limit is set once per connection, without a round trip. */
import pg from 'pg'
import { DatabaseUnavailable, endsConnection, isLost, sqlState } from './errors.ts'
import { type Answer, type Ask, type Db, reader } from './query.ts'
import { TYPES } from './types.ts'

export interface PoolOptions {
  /** `postgres://user:password@host:port/database`, with libpq's parameters. */
  readonly url: string
  /** Maximum number of connections. */
  readonly max: number
  /**
   * `on`: named statements, and limits once for each connection. Behind a pooler in transaction mode limits are set in
   * each transaction: `pooler` for one that tracks named statements, `off` for one that does not.
   */
  readonly preparedStatements?: 'on' | 'pooler' | 'off'
  /** 'off' acknowledges before the disk write: only for rows that a crash may lose. */
  readonly synchronousCommit?: 'on' | 'off'
  /** The companies are spread over the machines of a cluster (ledger/cluster/tables.ts). */
  readonly isCluster?: boolean
  /** How long a caller may wait for a connection. */
  readonly acquireTimeoutMs?: number
  readonly lockTimeoutMs?: number
  readonly statementTimeoutMs?: number
  /** An idle connection broke. The pool has already removed it. */
  readonly onError: (error: Error) => void
  /** Called after each acknowledged commit; the crash tests die in it. */
  readonly afterCommit?: () => void
}

/** Reads run outside of any transaction, each on whichever connection is free. */
export interface Pool extends Db {
  readonly options: Required<Omit<PoolOptions, 'afterCommit'>> & Pick<PoolOptions, 'afterCommit'>
  /** Lends one connection. It returns to the pool only if its last answer arrived. */
  lend<T>(work: (session: Session) => Promise<T>): Promise<T>
  load(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Waits for running work, then closes every connection. */
  close(): Promise<void>
}

/** One lent connection. */
export interface Session {
  readonly client: pg.PoolClient
  readonly ask: Ask
  /** All of them with COMMIT behind, in one round trip. The last one's rows; `command` is then COMMIT or ROLLBACK. */
  readonly end: (queries: Queries) => Promise<Answer>
}

const DEFAULTS = {
  preparedStatements: 'on',
  synchronousCommit: 'on',
  isCluster: false,
  acquireTimeoutMs: 5_000,
  lockTimeoutMs: 2_000,
  statementTimeoutMs: 5_000,
} as const

/** Longer than any server-side limit: it only fires when the server does not answer. */
const SILENCE_MARGIN_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 10_000
const IDLE_MS = 300_000
/** Connections are renewed, so that a moved or grown server is found without a restart. */
const LIFETIME_SECONDS = 3_600

/** At least one, in order. */
export type Queries = readonly [pg.QueryConfig, ...pg.QueryConfig[]]

export function createPool(given: PoolOptions): Pool {
  const options = { ...DEFAULTS, ...given }
  const inner = new pg.Pool(driverSettings(given))
  inner.on('error', options.onError)
  // Lent connections need their own listener; otherwise one that breaks between two statements ends the process.
  // Its holder gets the error at the next statement.
  inner.on('connect', (client) => client.on('error', () => {}))

  const lend = <T>(work: (session: Session) => Promise<T>) =>
    lendFrom(inner, options.preparedStatements === 'pooler', work)
  return {
    options,
    ...readingOver(options, lend),
    lend,
    load: () => ({ total: inner.totalCount, idle: inner.idleCount, waiting: inner.waitingCount }),
    close: () => inner.end(),
  }
}

/**
 * Reads over connections that `lend` gives, one statement each. Behind a pooler each is a transaction, because only a
 * transaction has its limits there.
 */
export function readingOver(options: Pool['options'], lend: Pool['lend']): Db {
  const isDirect = options.preparedStatements === 'on'
  const limits = limitsOfTransaction(options)
  const ask: Ask = (query) =>
    lend((session) => (isDirect ? session.ask(query) : askWithin(limits, session, query)))
  const { one, maybeOne, many } = reader(ask, options.preparedStatements !== 'off')
  return { one, maybeOne, many }
}

async function lendFrom<T>(
  pool: pg.Pool,
  isTracked: boolean,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new DatabaseUnavailable(`no connection: ${text(cause)}`, { cause })
  })
  let usable = true
  async function guarded(queries: Queries, answer: () => Promise<Answer>): Promise<Answer> {
    if (!usable) throw new DatabaseUnavailable('the connection was lost before')
    try {
      return await answer()
    } catch (error) {
      const state = sqlState(error)
      const isUnknown = isTracked && queries.some((query) => isUnparsed(client, query))
      if (state === null || endsConnection(state) || isUnknown) usable = false
      if (!isLost(error)) throw error
      throw new DatabaseUnavailable(`the connection was lost: ${text(error)}`, { cause: error })
    }
  }
  const ask: Ask = (query) => guarded([query], () => client.query(query))
  const end = (queries: Queries) => guarded(queries, () => askAndCommit(client, queries))
  try {
    return await work({ client, ask, end })
  } finally {
    client.release(!usable || client.getTransactionStatus() !== 'I')
  }
}

/**
 * Whether a named statement failed before PostgreSQL had parsed it, for example while another held its table. PgBouncer
 * then knows the name on this connection and the driver does not: it would send the statement again, and PgBouncer
 * would end the connection with 08P01.
 */
function isUnparsed(client: pg.PoolClient, { name }: pg.QueryConfig): boolean {
  const { connection } = client as unknown as { connection: { parsedStatements: object } }
  return name !== undefined && !(name in connection.parsedStatements)
}

/** A read behind a pooler, where only a transaction has limits: all of it is sent at once. */
async function askWithin(limits: string, session: Session, query: pg.QueryConfig): Promise<Answer> {
  const begun = session.ask({ text: `begin; ${limits}` })
  const [, answered] = await Promise.allSettled([begun, session.end([query])])
  await begun // where it failed, the other failed for that
  if (answered.status === 'rejected') throw answered.reason
  return answered.value
}

/**
 * Sends statements and COMMIT without waiting between them, which saves round trips. If a statement fails, PostgreSQL
 * refuses those behind it, and answers this COMMIT with ROLLBACK.
 */
async function askAndCommit(client: pg.PoolClient, queries: Queries): Promise<Answer> {
  let failed = false
  const asked: Promise<Answer>[] = []
  for (const query of queries) {
    const answer = new Promise<Answer>((resolve, reject) => {
      void client.query(query, (error: Error | null, result) => {
        failed ||= error !== null
        if (error === null) resolve(result)
        else reject(error)
      })
    })
    asked.push(answer)
    // The driver has already called back if it cannot send a value: what follows would be done without it.
    if (failed) break
  }
  const committed = failed ? null : client.query('commit')
  const answers = await Promise.allSettled(asked)
  const [commit] = await Promise.allSettled([committed])
  let last: Answer | null = null
  for (const answer of answers) {
    if (answer.status === 'rejected') {
      Error.captureStackTrace(answer.reason) // the caller's stack, instead of the socket's
      throw answer.reason
    }
    last = answer.value
  }
  if (commit.status === 'rejected') throw commit.reason
  if (last === null || commit.value === null) throw new Error('bug: nothing was committed')
  return { rows: last.rows, rowCount: last.rowCount, command: commit.value.command }
}

/** What the driver is told of a pool and its connections. */
export function driverSettings(given: PoolOptions): pg.PoolConfig {
  const { max, acquireTimeoutMs, statementTimeoutMs } = { ...DEFAULTS, ...given }
  return {
    ...startupSettings(given),
    max,
    application_name: 'sello',
    connectionTimeoutMillis: acquireTimeoutMs,
    query_timeout: statementTimeoutMs + SILENCE_MARGIN_MS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    pipeline: true, // a query is sent at once, not when those before it are answered
    types: TYPES,
  }
}

/** What a connection, or a transaction, is told of its limits. */
type Limits = Pick<
  Pool['options'],
  'preparedStatements' | 'synchronousCommit' | 'lockTimeoutMs' | 'statementTimeoutMs'
>

/** The address of a connection, and its startup options. */
export function startupSettings(given: Pick<PoolOptions, 'url'> & Partial<Limits>): {
  readonly connectionString: string
  readonly options?: string
} {
  const options = { ...DEFAULTS, ...given }
  const { url: connectionString, theirs } = withoutOptions(options.url)
  if (options.preparedStatements !== 'on') return { connectionString }
  return { connectionString, options: `${startupOptions(options)} ${theirs}` }
}

/** `set local` for poolers in transaction mode, which give each transaction another session. */
export function limitsOfTransaction(options: Limits): string {
  return settings(options)
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ')
}

/**
 * What tells the machines of a cluster how long to wait for a lock, because they wait and not the coordinator. Each is
 * sent by itself: Citus passes on the whole text that a `set` is in.
 */
export const limitsOfMachines = ({
  isCluster,
  lockTimeoutMs,
}: Pool['options']): readonly string[] =>
  isCluster
    ? [
        `set local citus.propagate_set_commands = 'local'`,
        `set local lock_timeout = '${lockTimeoutMs}'`,
      ]
    : []

function startupOptions(options: Limits): string {
  const fixed = [
    ['default_transaction_isolation', 'read\\ committed'],
    ['DateStyle', 'ISO'],
    ['TimeZone', 'UTC'],
    ['jit', 'off'], // JIT costs more than our short statements
    // Every statement of ours uses an index. A plan cached while a table was empty would still scan it when it is
    // full, until it is analysed (ADR 0108).
    ['enable_seqscan', 'off'],
    ['enable_hashjoin', 'off'],
    ['enable_mergejoin', 'off'],
  ] as const
  return [...fixed, ...settings(options)].map(([name, value]) => `-c ${name}=${value}`).join(' ')
}

function settings(options: Limits) {
  return [
    ['lock_timeout', options.lockTimeoutMs],
    ['statement_timeout', options.statementTimeoutMs],
    ['idle_in_transaction_session_timeout', IDLE_IN_TRANSACTION_MS],
    ['synchronous_commit', options.synchronousCommit],
  ] as const
}

/** `options` in the address would replace ours in the driver, so they are appended to ours. */
function withoutOptions(url: string): { url: string; theirs: string } {
  if (!URL.canParse(url)) return { url, theirs: '' }
  const parsed = new URL(url)
  const theirs = parsed.searchParams.get('options') ?? ''
  if (theirs === '') return { url, theirs }
  parsed.searchParams.delete('options')
  return { url: parsed.href, theirs }
}

function text(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
