/**
 * Whether SELLO_PREPARED_STATEMENTS fits what stands between the process and the database. A pooler in transaction mode
 * that the setting does not fit fails only now and then, with an error that names neither (ADR 0002).
 */
import pg from 'pg'
import { type PoolOptions, startupSettings } from './pool.ts'

export class PoolerRefused extends Error {
  override readonly name = 'PoolerRefused'
  readonly setting: PoolOptions['preparedStatements']

  constructor(setting: PoolOptions['preparedStatements'], message: string, cause?: unknown) {
    super(message, { cause })
    this.setting = setting
  }
}

interface Seen {
  readonly pid: number
  readonly arrived: string | null
  readonly is_ours: boolean
}

const NAME = 's_which_name_arrives'
const SQL = `select pg_backend_pid() as pid,
                    current_setting('sello.arrived', true) as arrived,
                    exists (select from pg_prepared_statements where name = $1) as is_ours`
/** A parameter that PostgreSQL takes from anybody, and no pooler knows. */
const MARK = '-c sello.arrived=yes'
const WAIT_MS = 10_000

/** Refuses (`PoolerRefused`) a setting that does not fit. Opens one connection, and asks once. */
export async function assertPoolerFits(
  options: Pick<PoolOptions, 'url' | 'preparedStatements'>,
): Promise<void> {
  const { preparedStatements } = options
  if (preparedStatements === 'off') return
  const { options: ours, ...startup } = startupSettings(options)
  const marked = ours === undefined ? {} : { options: `${ours} ${MARK}` }
  const wait = { connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS }
  const client = new pg.Client({ ...startup, ...marked, ...wait })
  client.on('error', () => {}) // the statement under way reports it
  try {
    await client.connect()
    const { rows } = await client.query<Seen>({ name: NAME, text: SQL, values: [NAME] })
    const [seen] = rows
    if (!seen) throw new Error('bug: no row where one is certain')
    if (preparedStatements === 'pooler') {
      // PgBouncer gives the statements that it tracks names of its own, and its clients process ids of its own.
      const isBehind = (client as unknown as { processID: number }).processID !== seen.pid
      if (isBehind && seen.is_ours) {
        throw new PoolerRefused(preparedStatements, 'the pooler tracks no prepared statements')
      }
    } else if (seen.arrived !== 'yes') {
      throw new PoolerRefused(preparedStatements, 'the limits of the connection did not arrive')
    }
  } catch (error) {
    if (!isRefusedStartup(error)) throw error
    throw new PoolerRefused(preparedStatements, 'the pooler refused the startup options', error)
  } finally {
    await client.end()
  }
}

/** PgBouncer's words, of before 1.20 and since; PostgreSQL has none like them. */
const isRefusedStartup = (error: unknown) =>
  error instanceof Error && /unsupported (options )?startup parameter/.test(error.message)
