/** A Citus cluster on loopback, of the PostgreSQL of a Debian machine that has the extension: a coordinator and two workers. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseAccount, spawnOptions } from '../src/base/db/embedded/account.ts'
import { listenOnce } from '../src/base/net/listen-once.ts'
import { until } from './until.ts'

const HOST = '127.0.0.1'
const USER = 'postgres'
const MACHINES = 3

export interface CitusCluster {
  readonly coordinator: string
  readonly workers: readonly string[]
  /** The coordinator first. */
  readonly machines: readonly Machine[]
  stop(): Promise<void>
}

/** A PostgreSQL on a port and in a folder of its own. */
export interface Machine {
  readonly url: string
  readonly data: string
  /** At once, as if the machine lost its power. */
  stop(): Promise<void>
  /** The same with -9: none of its processes finishes or says anything. */
  kill(): Promise<void>
  /** Again, on the same port, with what is in the folder by now. */
  start(): Promise<void>
}

/** The folder with the programs of a PostgreSQL that has the extension; null: there is none. */
export async function findCitus(): Promise<string | null> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  for (const version of versions.toSorted().toReversed()) {
    const control = `/usr/share/postgresql/${version}/extension/citus.control`
    if (await stat(control).catch(() => null)) return `/usr/lib/postgresql/${version}/bin`
  }
  return null
}

/** Nothing in it outlives the run. `more`: settings of each machine besides. */
export async function startCitus(bin: string, folder: string, more = ''): Promise<CitusCluster> {
  const machines: Machine[] = []
  const stop = async () => {
    await Promise.all(machines.map((machine) => machine.stop()))
  }
  try {
    for (let at = 0; at < MACHINES; at += 1) {
      machines.push(await startMachine(bin, join(folder, `citus-${at}`), more))
    }
  } catch (error) {
    await stop()
    throw error
  }
  const [coordinator = '', ...workers] = machines.map(({ url }) => url)
  return { coordinator, workers, machines, stop }
}

/** With an empty database in a new folder, of no cluster yet. */
export async function startMachine(bin: string, data: string, more = ''): Promise<Machine> {
  const account = await chooseAccount()
  await mkdir(data, { mode: 0o700 })
  if (account) await chown(data, account.uid, account.gid)
  const options = { ...spawnOptions(account), cwd: data }
  const flags = [
    '--pgdata',
    data,
    '--username',
    USER,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]
  await promisify(execFile)(join(bin, 'initdb'), [...flags, '--no-sync'], options)
  const port = await listenOnce(0, HOST)
  await appendFile(join(data, 'postgresql.conf'), settings(port) + more)
  return run(bin, { data, port })
}

/** A copy of a machine's folder, which keeps its settings, on a port of its own. */
export async function startCopy(bin: string, data: string): Promise<Machine> {
  const port = await listenOnce(0, HOST)
  await appendFile(join(data, 'postgresql.conf'), `port = ${port}\n`)
  return run(bin, { data, port })
}

async function run(bin: string, { data, port }: { data: string; port: number }): Promise<Machine> {
  const options = { ...spawnOptions(await chooseAccount()), cwd: data }
  const url = `postgres://${USER}@${HOST}:${port}/postgres`
  let child: ChildProcess | null = null
  const stop = async () => {
    if (child) await end(child)
    child = null
  }
  const kill = async () => {
    if (!child) return
    const ended = once(child, 'exit')
    for (const pid of await processesOf(child)) killOne(pid)
    await ended
    child = null
  }
  const start = async () => {
    const started = spawn(join(bin, 'postgres'), ['-D', data], { ...options, stdio: 'ignore' })
    child = started
    await until('PostgreSQL answers', async () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended with ${started.exitCode}`)
      return isAnswering(url)
    })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, data, stop, kill, start }
}

/** The server's own process first, which then starts no other. */
async function processesOf({ pid = 0 }: ChildProcess): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error // it has ended
  }
}

/** Few shards, because each test file makes a copy of all of them. */
const settings = (port: number) => `
shared_preload_libraries = 'citus'
listen_addresses = '${HOST}'
unix_socket_directories = ''
port = ${port}
max_connections = 300
max_prepared_transactions = 300
citus.node_conninfo = 'sslmode=disable'
citus.shard_count = 4
citus.enable_unsafe_triggers = on
fsync = off
synchronous_commit = off
full_page_writes = off
`

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false // not yet
  } finally {
    await client.end().catch(() => {}) // it never connected
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGQUIT') // immediate: what is in it is not needed any more
  await ended
}
