/**
 * An S3-compatible store that checks its requests: OpenStack Swift on this machine, one node with four servers on
 * loopback. Null if Debian's packages are not installed.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { fetch } from 'undici'
import { findTool } from '../../../scripts/test-tools.ts'
import { systemClock } from '../src/base/clock.ts'
import { createBucket } from '../src/outside/stores/bucket.ts'
import { StoreFailed } from '../src/outside/stores/store.ts'
import { makeFolder } from './folder.ts'
import { until } from './until.ts'

export interface Swift {
  readonly url: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of its servers. */
  readonly pids: readonly number[]
  /** Limits the existing bucket to this many bytes. */
  limit(bucket: string, bytes: number): Promise<void>
  close(): Promise<void>
}

/** Creates the bucket, like a file with the bucket's name. */
export async function makeBucket(swift: Swift, name: string): Promise<void> {
  await bucketAt(swift, '').put([{ path: name, bytes: Buffer.alloc(0) }])
}

function bucketAt({ url, accessKeyId, secretAccessKey }: Login, path: string) {
  const credentials = { region: REGION, accessKeyId, secretAccessKey }
  return createBucket(`${url}${path}`, credentials, systemClock)
}

type Login = Pick<Swift, 'url' | 'accessKeyId' | 'secretAccessKey'>

const REGION = 'us-east-1'
const KINDS = ['object', 'container', 'account'] as const
const STEP_MS = 100

export async function startSwift(): Promise<Swift | null> {
  const proxy = findTool('swift')
  if (proxy === null) return null
  const folder = await makeFolder('swift')
  const children: ChildProcess[] = []
  const close = async () => {
    await Promise.all(children.map(end))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await mkdir(join(folder, 'node', 'd1'), { recursive: true })
    await writeFile(
      join(folder, 'swift.conf'),
      `[swift-hash]\nswift_hash_path_suffix = ${SUFFIX}\n`,
    )
    const ports = new Map<string, number>()
    for (const kind of KINDS) ports.set(kind, await freePort())
    await makeRings(await interpreterOf(proxy), folder, ports)
    for (const [kind, port] of ports) {
      children.push(await start(folder, kind, serverConfig(folder, kind, port)))
    }
    const port = await freePort()
    children.push(await start(folder, 'proxy', proxyConfig(folder, port)))
    const url = `http://127.0.0.1:${port}`
    const login = { url, accessKeyId: 'test:tester', secretAccessKey: 'testing' }
    await untilReady(login)
    const limit = (bucket: string, bytes: number) =>
      setQuota(ports.get('container') ?? 0, bucket, bytes)
    const pids = children.flatMap(({ pid }) => pid ?? [])
    return { ...login, pids, limit, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** In one process: swift-ring-builder would take three per ring, and most of a second of CPU each. */
async function makeRings(
  python: string,
  folder: string,
  ports: ReadonlyMap<string, number>,
): Promise<void> {
  const rings = [...ports].map(([kind, port]) => `${kind}:${port}`)
  await promisify(execFile)(python, ['-c', RINGS, folder, ...rings])
}

/** The Python that Swift is installed for, which need not be the first one on the PATH. */
async function interpreterOf(program: string): Promise<string> {
  const [, python] = /^#! *(\S+)/.exec(await readFile(program, 'utf8')) ?? []
  if (python === undefined) throw new Error(`${program} does not say which Python runs it`)
  return python
}

const PARTITION_BITS = 4
const RINGS = `
import sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
for kind, port in (ring.split(':') for ring in sys.argv[2:]):
    builder = RingBuilder(${PARTITION_BITS}, 1, 1)
    builder.add_dev({
        'region': 1, 'zone': 1, 'weight': 1, 'device': 'd1', 'ip': '127.0.0.1', 'port': int(port),
        'replication_ip': '127.0.0.1', 'replication_port': int(port),
    })
    builder.rebalance()
    builder.get_ring().save(folder + '/' + kind + '.ring.gz')
`

async function start(folder: string, kind: string, config: string): Promise<ChildProcess> {
  const file = join(folder, `${kind}.conf`)
  await writeFile(file, config)
  return spawn(`swift-${kind}-server`, [file], { stdio: 'ignore' })
}

const common = (folder: string, port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'node')}
mount_check = false
log_level = CRITICAL
`

const serverConfig = (folder: string, kind: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
fallocate_reserve = 0
`

/**
 * Its cache is a port where nobody listens: the S3 API requires one and works without. A backend that is slow or still
 * starting is asked again: by default ten errors would leave it out for a minute.
 */
const proxyConfig = (folder: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth container-quotas proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
connect_timeout = 0.05
tries = 1
[filter:s3api]
use = egg:swift#s3api
allow_multipart_uploads = no
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:container-quotas]
use = egg:swift#container_quotas
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
node_timeout = 30
error_suppression_limit = 1000000
`

const SUFFIX = 'prueba'

/** Past the proxy, whose own face for it wants a token and a cache to keep it in. One partition has the bucket. */
async function setQuota(port: number, bucket: string, bytes: number): Promise<void> {
  const statuses: number[] = []
  for (let partition = 0; partition < 2 ** PARTITION_BITS; partition += 1) {
    const url = `http://127.0.0.1:${port}/d1/${partition}/AUTH_test/${bucket}`
    const { status, ok } = await fetch(url, {
      method: 'POST',
      headers: {
        'x-timestamp': (Date.now() / 1000).toFixed(5),
        'x-container-meta-quota-bytes': String(bytes),
      },
    })
    if (ok) return
    statuses.push(status)
  }
  throw new Error(`the container server answered ${statuses.join(', ')}`)
}

/** A proxy that has just started answers 503 until it reaches each kind of server: an object needs all of them. */
async function untilReady(login: Login): Promise<void> {
  await until('Swift stores an object', async () => {
    try {
      await bucketAt(login, '')
        .put([{ path: 'listo', bytes: Buffer.alloc(0) }])
        .catch(orOwned)
      await bucketAt(login, '/listo').put([{ path: 'objeto', bytes: Buffer.alloc(1) }])
      return true
    } catch (error) {
      if (!(error instanceof StoreFailed) || /respondió [1-4]/.test(error.message)) throw error
      await sleep(STEP_MS)
      return false
    }
  })
}

/** An earlier attempt made the bucket before its object, or before its own answer, got a 503. */
function orOwned(error: Error): void {
  if (!error.message.includes('BucketAlreadyOwnedByYou')) throw error
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
