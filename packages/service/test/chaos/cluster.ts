/**
 * PostgreSQL with a synchronous standby under Patroni and etcd, all of Debian's packages, on loopback. Callers
 * reach whichever node leads through one port, as through a balancer that ends sessions at a fail-over.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fetch } from 'undici'

const BINARIES = '/usr/lib/postgresql/15/bin'

/** What this machine lacks for a cluster; empty: nothing. */
export function missingPrograms(): readonly string[] {
  const wanted = ['/usr/bin/patroni', '/usr/bin/etcd', join(BINARIES, 'postgres')]
  return wanted.filter((path) => !existsSync(path))
}

/** `etcd`: its v2 API, in which the leader's key is only renewed where it is one's own. */
export type Store = 'etcd' | 'etcd3'

interface Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly dataDir: string
  readonly config: string
  patroni: ChildProcess | null
}

export interface Cluster {
  readonly url: string
  /** Stops the leader's server fast; Patroni starts it again or hands over. */
  restartLeader(): Promise<string>
  /** The leader's node dies, and starts again a while later. */
  killLeader(awayMs: number): Promise<string>
  /** Freezes the leader's node for this long, then lets it continue. */
  freezeLeader(forMs: number): Promise<string>
  /** Resolves once a leader accepts writes and a standby follows it. */
  whole(): Promise<void>
  stop(): Promise<void>
}

/** No standby follows the leader: calls are served all the same. */
export class NotWhole extends Error {}

const POLL_MS = 150
const PATIENCE_MS = 4_000
const WHOLE_MS_MAX = 120_000

export async function startCluster(folder: string, store: Store): Promise<Cluster> {
  const account = accountOf()
  const own = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o755 })
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }
  own(folder)
  const log = openSync(join(folder, 'cluster.log'), 'a')
  const run = (command: string, args: readonly string[]) =>
    spawn(command, args, {
      stdio: ['ignore', log, log],
      cwd: folder,
      env: { PATH: `${BINARIES}:/usr/bin:/bin`, HOME: folder, PYTHONUNBUFFERED: '1' },
      ...(account ?? {}),
    })

  const [client, peer] = [await freePort(), await freePort()]
  const etcd = run('/usr/bin/etcd', [
    '--enable-v2=true',
    `--data-dir=${own(join(folder, 'etcd'))}`,
    `--listen-client-urls=http://127.0.0.1:${client}`,
    `--advertise-client-urls=http://127.0.0.1:${client}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
  ])
  const nodes: Node[] = []
  for (const name of ['a', 'b']) {
    const [port, restPort] = [await freePort(), await freePort()]
    const dataDir = join(own(join(folder, name)), 'data')
    const config = join(folder, `${name}.yml`)
    writeFileSync(config, configOf({ name, port, restPort, dataDir, client, store }), {
      mode: 0o644,
    })
    nodes.push({ name, port, restPort, dataDir, config, patroni: null })
  }
  const begin = (node: Node) => {
    node.patroni = run('/usr/bin/patroni', [node.config])
  }
  for (const node of nodes) begin(node)
  const balancer = await startBalancer(nodes)
  const stopped: Promise<void>[] = []

  const leading = async () => {
    for (;;) {
      const node = await leaderOf(nodes)
      if (node) return node
      await sleep(POLL_MS)
    }
  }
  const cluster: Cluster = {
    url: `postgres://postgres:chaos@127.0.0.1:${balancer.port}/sello`,
    async restartLeader() {
      const node = await leading()
      const pid = postmasterOf(node)
      if (pid) signal([pid], 'SIGINT')
      return node.name
    },
    async killLeader(awayMs) {
      const node = await leading()
      signal(processesOf(node), 'SIGKILL')
      stopped.push(sleep(awayMs).then(() => begin(node)))
      return node.name
    },
    async freezeLeader(forMs) {
      const node = await leading()
      const pids = processesOf(node)
      signal(pids, 'SIGSTOP')
      await sleep(forMs)
      signal(pids, 'SIGCONT')
      return node.name
    },
    async whole() {
      await Promise.all(stopped.splice(0))
      const end = Date.now() + WHOLE_MS_MAX
      while (!(await isWhole(nodes))) {
        if (Date.now() > end) throw new NotWhole(`the cluster is not whole again; see ${folder}`)
        await sleep(POLL_MS)
      }
    },
    async stop() {
      await Promise.all(stopped.splice(0))
      await balancer.stop()
      for (const node of nodes) signal(processesOf(node), 'SIGKILL')
      etcd.kill('SIGKILL')
    },
  }
  await cluster.whole()
  await createDatabase(await leading())
  return cluster
}

/** Under root PostgreSQL runs as its own user. */
function accountOf(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}

async function createDatabase({ port }: Node): Promise<void> {
  const client = new pg.Client(`postgres://postgres:chaos@127.0.0.1:${port}/postgres`)
  await client.connect()
  await client.query('create database sello')
  await client.end()
}

/** The state from its REST interface; null if it does not answer, such as while frozen. */
async function roleOf({ restPort }: Node): Promise<{ role: string; sync: boolean } | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${restPort}/patroni`, {
      signal: AbortSignal.timeout(1_000),
    })
    const { role, state, sync_standby } = (await response.json()) as Record<string, unknown>
    const leads = await fetch(`http://127.0.0.1:${restPort}/primary`, {
      signal: AbortSignal.timeout(1_000),
    })
    await leads.text()
    const isRunning = state === 'running' || state === 'streaming'
    if (!isRunning) return null
    return { role: leads.status === 200 ? 'primary' : String(role), sync: sync_standby === true }
  } catch (error) {
    if (error instanceof Error) return null // refused, reset or too late
    throw error
  }
}

async function leaderOf(nodes: readonly Node[]): Promise<Node | null> {
  const roles = await Promise.all(nodes.map(roleOf))
  return nodes.find((_, i) => roles[i]?.role === 'primary') ?? null
}

async function isWhole(nodes: readonly Node[]): Promise<boolean> {
  const roles = await Promise.all(nodes.map(roleOf))
  return (
    roles.some((one) => one?.role === 'primary') &&
    roles.some((one) => one?.role !== 'primary' && one?.sync === true)
  )
}

interface Balancer {
  readonly port: number
  stop(): Promise<void>
}

async function startBalancer(nodes: readonly Node[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let leader: Node | null = null
  let open = true
  const watching = (async () => {
    let seenAt = Date.now()
    while (open) {
      const now = await leaderOf(nodes)
      if (now) seenAt = Date.now()
      // One query left unanswered by a busy node must not end a session.
      const next: Node | null = now ?? (Date.now() - seenAt > PATIENCE_MS ? null : leader)
      if (next !== leader) for (const socket of sockets) socket.destroy()
      leader = next
      await sleep(POLL_MS)
    }
  })()
  const server: Server = createServer((socket) => {
    if (!leader) {
      socket.destroy()
      return
    }
    const inner = connect(leader.port, '127.0.0.1')
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    socket.pipe(inner).pipe(socket)
  })
  const port = await listen(server)
  return {
    port,
    async stop() {
      open = false
      await watching
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

function postmasterOf({ dataDir }: Node): number | null {
  const file = join(dataDir, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

/** Patroni first: it must not see its server stop. */
function processesOf(node: Node): readonly number[] {
  const postmaster = postmasterOf(node)
  const server = postmaster ? [postmaster, ...childrenOf(postmaster)] : []
  return [...(node.patroni?.pid ? [node.patroni.pid] : []), ...server]
}

function childrenOf(pid: number): readonly number[] {
  try {
    const text = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    return text.split('\n').filter(Boolean).map(Number)
  } catch {
    return [] // pgrep ends with 1 where there are none
  }
}

/** Whoever is gone already needs no signal. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

interface Config extends Omit<Node, 'config' | 'patroni'> {
  readonly client: number
  readonly store: Store
}

function configOf({ name, port, restPort, dataDir, client, store }: Config): string {
  return `scope: sello
name: ${name}
restapi: {listen: "127.0.0.1:${restPort}", connect_address: "127.0.0.1:${restPort}"}
${store}: {host: "127.0.0.1:${client}"}
bootstrap:
  dcs:
    ttl: 6
    loop_wait: 1
    retry_timeout: 2
    master_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 120, wal_log_hints: "on", fsync: "off"}
  initdb: [{encoding: UTF8}, {auth-host: trust}]
  pg_hba:
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${dataDir}
  bin_dir: ${BINARIES}
  parameters: {unix_socket_directories: "${join(dataDir, '..')}"}
  authentication:
    superuser: {username: postgres, password: chaos}
    replication: {username: postgres, password: chaos}
    rewind: {username: postgres, password: chaos}
`
}
