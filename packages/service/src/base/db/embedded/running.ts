/** Finds, waits for or starts the cluster's server. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { listenOnce } from '../../net/listen-once.ts'
import { sqlState } from '../errors.ts'
import { ADMIN, type Creation } from './create.ts'
import {
  dropStalePidFile,
  HOST,
  isServerOf,
  type Launched,
  launch,
  readPidFile,
} from './postmaster.ts'

const PAUSE_MS = 50
/** Recovery after a crash reads at most max_wal_size; an orphan's shutdown writes as much. */
const PATIENCE_MS = 600_000

export interface ServerOptions extends Creation {
  /** Taken if it is free; 0 asks for any. */
  readonly port: number
  /** Whether only this port will do, because the address was already given out. */
  readonly fixed: boolean
  /** How long it is waited for; absent: ten minutes. */
  readonly patienceMs?: number
  /** Ends the wait. */
  readonly signal: AbortSignal
}

/** When this resolves the cluster answers on the returned port. Safe in many processes at once. */
export async function ensureRunning(options: ServerOptions): Promise<number> {
  const { paths, password, signal, patienceMs = PATIENCE_MS } = options
  let launched: Launched | null = null
  for (let waited = 0; waited < patienceMs; waited += PAUSE_MS) {
    const found = await look(paths.cluster, password)
    if (typeof found === 'number') return found
    if (found === 'nothing' && launched === null) {
      const port = await choosePort(options)
      await dropStalePidFile(paths.cluster)
      if (port !== null) launched = await launch({ ...options, port })
    }
    const said = (await launched?.ended()) ?? null
    if (said !== null) {
      launched = null
      if (!PASSING.test(said)) throw new Error(`PostgreSQL did not start: ${said.trim()}`)
    }
    await sleep(PAUSE_MS, undefined, { signal })
  }
  throw new Error(`PostgreSQL has not answered for ${patienceMs / 1000} s; see ${paths.logFile}`)
}

/**
 * Temporary reasons for a failed start: another process started it, the port was just taken, or the last processes
 * of a killed server have not exited yet.
 */
const PASSING = /lock file "postmaster.pid"|could not bind|is still in use|is still running/

/** The port to start on; null while the only acceptable one is taken. */
async function choosePort(options: ServerOptions): Promise<number | null> {
  if (options.fixed) return (await isFree(options.port)) ? options.port : null
  // A killed server left its file: other processes may still use its port.
  const { port } = (await readPidFile(options.paths.cluster)) ?? options
  return (await isFree(port)) ? port : listenOnce(0, HOST)
}

/** The port if the server answers; `silent` if one runs but does not answer; `nothing` if none runs. */
async function look(cluster: string, password: string): Promise<number | 'silent' | 'nothing'> {
  const known = await readPidFile(cluster)
  if (known === null || !(await isServerOf(known.pid, cluster))) return 'nothing'
  try {
    await asAdmin({ port: known.port, password }, (client) => client.query('select 1'))
    return known.port
  } catch (error) {
    if (sqlState(error)?.startsWith('28')) throw wrongPassword(cluster, error)
    return 'silent'
  }
}

/** Runs `work` on a connection as the server's administrator. */
export async function asAdmin<T>(
  server: { readonly port: number; readonly password: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = adminClient(server)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {}) // it never connected, or has ended
  }
}

export function adminClient({ port, password }: { port: number; password: string }): pg.Client {
  const client = new pg.Client({
    host: HOST,
    port,
    user: ADMIN,
    password,
    database: 'postgres',
    application_name: 'sello-embedded',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // the statement under way reports it
  return client
}

function wrongPassword(cluster: string, cause: unknown): Error {
  return new Error(
    `${cluster} does not take the password kept in its data folder: restore postgres.password`,
    { cause },
  )
}

async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port, HOST).catch(() => null)) === port
}
