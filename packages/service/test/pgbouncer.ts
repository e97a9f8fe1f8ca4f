/** PgBouncer in transaction mode before the databases of a server. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { makeFolder } from './folder.ts'
import { until } from './until.ts'

export interface PgBouncer {
  /** The given address, through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** Whether the installed one is new enough to track named statements. */
export function tracksStatements(): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync('pgbouncer', ['-V']).toString()) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

/** The setting of one that tracks named statements. */
export const TRACKING = 'max_prepared_statements = 1000'

/** `lines` are further settings. Few server connections, so that transactions change hands. */
export async function startPgBouncer(url: string, lines: readonly string[]): Promise<PgBouncer> {
  const folder = await makeFolder('pgbouncer')
  const port = await freePort()
  const { hostname, port: server, username, password } = new URL(url)
  const login = `user=${username} password='${decodeURIComponent(password)}'`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${server} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 4
server_login_retry = 1
server_round_robin = 1
${lines.join('\n')}
`,
  )
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await Promise.all([folder, file].map((path) => chown(path, 65534, 65534)))
  await chmod(file, 0o600)
  const child = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
    cwd: folder,
  })
  const ended = once(child, 'exit')
  await until('PgBouncer listens', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    return isListening(port)
  })
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return {
    url: through.href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false
    throw error
  } finally {
    socket.destroy()
  }
}
