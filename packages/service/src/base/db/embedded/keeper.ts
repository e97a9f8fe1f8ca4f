/**
 * Holds the server for one process: a shared advisory lock on a dedicated connection. The lock ends with the
 * process however it dies; if the connection ends, the server died.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isUnavailable, sqlState } from '../errors.ts'
import { OWNER } from './create.ts'
import { stopServer } from './postmaster.ts'
import { adminClient, asAdmin, ensureRunning, type ServerOptions } from './running.ts'

export interface Keeper {
  readonly port: number
  stop(): Promise<void>
}

/** Any number: advisory locks are per database, and nothing else uses them in `postgres`. */
const LOCK = 1
const PAUSE_MS = 100
const RETRY_MS = 1_000

/** When this resolves the server answers and is held. While it is held, a server that dies is restarted. */
export async function keep(
  given: Omit<ServerOptions, 'fixed' | 'signal'>,
  log: (line: string) => void,
): Promise<Keeper> {
  const stopping = new AbortController()
  const { signal } = stopping
  let lock = await acquireLock({ ...given, fixed: false, signal })
  const { port } = lock
  let mending: Promise<void> | null = null
  watch()

  function watch(): void {
    lock.client.once('end', () => {
      if (!signal.aborted) mending = mend()
    })
  }

  async function mend(): Promise<void> {
    log('PostgreSQL ended: it is started again')
    while (!signal.aborted) {
      try {
        lock = await acquireLock({ ...given, port, fixed: true, signal })
        log(`PostgreSQL answers again on port ${lock.port}`)
        return watch()
      } catch (error) {
        if (signal.aborted) return
        log(`PostgreSQL does not start again: ${error}`)
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function release(): Promise<void> {
    stopping.abort()
    await mending
    await lock.client.query('select pg_advisory_unlock_shared($1)', [LOCK]).catch(() => {})
    await lock.client.end().catch(() => {})
    await stopIfAlone({ ...given, port: lock.port })
  }

  let stopped: Promise<void> | null = null
  return {
    port,
    stop() {
      stopped ??= release()
      return stopped
    },
  }
}

interface ServerLock {
  readonly client: pg.Client
  readonly port: number
}

async function acquireLock(wanted: ServerOptions): Promise<ServerLock> {
  for (;;) {
    const port = await ensureRunning(wanted)
    const client = adminClient({ port, password: wanted.password })
    try {
      await client.connect()
      // Blocks while a last process stops the server, and is then disconnected.
      await client.query('select pg_advisory_lock_shared($1)', [LOCK])
      await makeOwner(client, wanted.password)
      return { client, port }
    } catch (error) {
      await client.end().catch(() => {})
      if (error instanceof pg.DatabaseError && !isUnavailable(error)) throw error
      await sleep(PAUSE_MS, undefined, { signal: wanted.signal })
    }
  }
}

/** Stops the server if no other process holds the lock. New processes wait meanwhile. */
async function stopIfAlone(
  server: Pick<ServerOptions, 'paths' | 'password' | 'port'>,
): Promise<void> {
  const attempt = asAdmin(server, async (client) => {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [LOCK])
    if (rows[0].alone) await stopServer(server.paths.cluster)
  })
  await attempt.catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

/** Nothing listens there: the server is down already. */
function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' || sqlState(error) === '57P03'
}

/** Each statement may have run before, or may be running in another process. */
async function makeOwner(client: pg.Client, password: string): Promise<void> {
  const secret = client.escapeLiteral(password)
  const wanted = [
    [
      `select from pg_roles where rolname = '${OWNER}'`,
      `create role ${OWNER} login createdb password ${secret}`,
    ],
    [
      `select from pg_database where datname = '${OWNER}'`,
      `create database ${OWNER} owner ${OWNER}`,
    ],
  ] as const
  for (const [find, make] of wanted) {
    if ((await client.query(find)).rowCount !== 0) continue
    await client.query(make).catch(async (error: unknown) => {
      if ((await client.query(find)).rowCount === 0) throw error
    })
  }
}
