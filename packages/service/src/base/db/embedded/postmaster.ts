/**
 * The server process of one cluster. PostgreSQL's own interlock (postmaster.pid and a shared memory segment) keeps
 * two servers off one cluster. A pid is signalled only when it is certainly that server.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, spawnOptions } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterPaths } from './cluster-paths.ts'

export interface PidFile {
  readonly pid: number
  readonly port: number
}

export const HOST = '127.0.0.1'
const PID_FILE = 'postmaster.pid'
const LOG_BYTES_MAX = 16 * 1024 * 1024

/** The running server's own file: line 1 is its pid, line 4 its port. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, PID_FILE), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port } : null
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is a server of this cluster. On Linux, exactly those have it as their working directory. */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const args = ['-p', String(pid), '-o', 'command=']
    const said = await promisify(execFile)('ps', args).catch(() => ({ stdout: '' }))
    return said.stdout.includes(`-D ${cluster} `)
  }
  // An unreadable entry belongs to another user, so it is not ours: the server runs as us, or we are root.
  return readlink(`/proc/${pid}/cwd`).then(
    (cwd) => cwd === cluster,
    () => false,
  )
}

/**
 * After a crash the pid may belong to another program, and PostgreSQL would take that for the server for ever.
 * Removes the file only when no process at all works in the cluster.
 */
export async function dropStalePidFile(cluster: string): Promise<void> {
  const known = await readPidFile(cluster)
  if (known === null || !isAlive(known.pid)) return // PostgreSQL handles this case itself
  const names = process.platform === 'linux' ? await readdir('/proc') : [String(known.pid)]
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const working = await Promise.all(pids.map((pid) => isServerOf(pid, cluster)))
  if (!working.includes(true)) await dropPidFileOf(known.pid, cluster)
}

/**
 * Another process may have removed the stale file and started a server since it was read, which would shut itself
 * down without its own. So the file is moved away first, and goes back if it is not the stale one.
 */
async function dropPidFileOf(pid: number, cluster: string): Promise<void> {
  const [file, aside] = [join(cluster, PID_FILE), join(cluster, `stale-${process.pid}.pid`)]
  try {
    await rename(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return // another process was faster
    throw error
  }
  const moved = Number((await readFile(aside, 'utf8')).split('\n')[0])
  if (moved === pid) await rm(aside)
  else await rename(aside, file)
}

export interface Launch {
  readonly paths: ClusterPaths
  readonly binaries: Binaries
  readonly account: Account
  readonly port: number
  readonly durable: boolean
}

export interface Launched {
  readonly pid: number
  /** Its output, once it has ended; null while it runs. */
  ended(): Promise<string | null>
}

/** Starts the server in its own session, so that a Ctrl-C at our terminal does not reach it. */
export async function launch(given: Launch): Promise<Launched> {
  const { paths, binaries, account } = given
  await rotate(paths.logFile)
  const log = await open(paths.logFile, 'a', 0o600)
  const from = (await log.stat()).size
  try {
    const child = spawn(binaries.postgres, ['-D', paths.cluster, ...settings(given)], {
      ...spawnOptions(account),
      cwd: paths.base,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await once(child, 'spawn')
    child.unref()
    const ended = async () => {
      if (child.exitCode === null && child.signalCode === null) return null
      return (await readFile(paths.logFile)).subarray(from).toString()
    }
    return { pid: child.pid as number, ended }
  } finally {
    await log.close()
  }
}

/** Fast shutdown: returns once sessions have ended and everything is written. */
export async function stopServer(cluster: string, stops: readonly Stop[] = STOPS): Promise<void> {
  const known = await readPidFile(cluster)
  if (known === null || !(await isServerOf(known.pid, cluster))) return
  for (const [signal, seconds] of stops) {
    process.kill(known.pid, signal)
    for (let waited = 0; waited < seconds * 1_000; waited += POLL_MS) {
      if (!(await isServerOf(known.pid, cluster))) return
      await sleep(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (pid ${known.pid}) does not stop`)
}

type Stop = readonly [signal: NodeJS.Signals, seconds: number]

/** Fast, then immediate, which leaves the same state as a power cut; the next start recovers. */
const STOPS: readonly Stop[] = [
  ['SIGINT', 60],
  ['SIGQUIT', 15],
]

const POLL_MS = 20

function settings({ port, durable }: Launch): string[] {
  const safety = durable ? 'on' : 'off'
  const all = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: '',
    fsync: safety,
    full_page_writes: safety,
    synchronous_commit: safety,
    shared_buffers: '128MB',
    max_connections: 100,
    max_wal_size: '1GB',
    max_parallel_workers_per_gather: 0, // shared memory is small in many containers
    jit: 'off',
    password_encryption: 'scram-sha-256',
    lc_messages: 'C', // its final message is parsed above
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Rows and parameters are buyers' data: errors are logged without their statement and detail.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: 0,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function rotate(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => null)
  if (found && found.size > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`)
}
