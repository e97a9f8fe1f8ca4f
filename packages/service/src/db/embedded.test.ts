import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isServerOf, stopServer } from './embedded/postmaster.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { createPool, type Pool } from './pool.ts'
import { statement } from './tx.ts'

const CHILD = fileURLToPath(new URL('../../test/embedded-child.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const isRoot = process.getuid?.() === 0
const NOT_ROOT = isRoot ? false : 'needs root: nobody else can run a program as another user'
const NOBODY = 65534

const undoing = new WeakMap<TestContext, (() => unknown)[]>()

/** Done when the test ends, the last one first: a server stops before its folder goes. */
function later(t: TestContext, undo: () => unknown): void {
  const known = undoing.get(t)
  if (known) {
    known.push(undo)
    return
  }
  const undos = [undo]
  undoing.set(t, undos)
  t.after(async () => {
    for (const each of undos.reverse()) await each()
  })
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-embedded-'))
  later(t, () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Every test has a folder for its data and one in place of the shared one. */
async function folders(t: TestContext) {
  const folder = await temporary(t)
  await chmod(folder, 0o755)
  const options = { dataDir: join(folder, 'data'), sharedDir: join(folder, 'shared') }
  later(t, () => stopServer(clusterIn(options))) // of a child that was killed
  return options
}

/** One cluster for the tests that do not need a first start. Making one takes a second. */
let old: { readonly dataDir: string; readonly sharedDir: string } | null = null
after(() => old && rm(join(old.dataDir, '..'), { recursive: true, force: true }))

async function oldFolders(t: TestContext) {
  if (old === null) {
    const folder = await mkdtemp(join(tmpdir(), 'sello-embedded-'))
    await chmod(folder, 0o755)
    old = { dataDir: join(folder, 'data'), sharedDir: join(folder, 'shared') }
  }
  const options = old
  later(t, () => stopServer(clusterIn(options)))
  return options
}

function clusterIn({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'postgres')
}

async function start(t: TestContext, options: Omit<EmbeddedOptions, 'log'>): Promise<Embedded> {
  const embedded = await startEmbedded({ ...options, log: (line) => t.diagnostic(line) })
  later(t, () => embedded.stop())
  return embedded
}

function poolOf(t: TestContext, url: string): Pool {
  const pool = createPool({ url, max: 4, onError: () => {} })
  later(t, () => pool.close())
  return pool
}

interface Child {
  readonly process: ChildProcess
  readonly url: string
  readonly pid: number
}

async function startChild(
  t: TestContext,
  options: Omit<EmbeddedOptions, 'log'>,
  uid?: number,
): Promise<Child> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  later(t, () => child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(() => assert.fail(`the child ended: ${errors}`)),
  ])
  return { process: child, ...JSON.parse(line) }
}

async function end(child: Child): Promise<void> {
  const exited = once(child.process, 'exit')
  child.process.stdin?.end()
  await exited
}

async function killHard(child: Child): Promise<void> {
  const exited = once(child.process, 'exit')
  child.process.kill('SIGKILL')
  await exited
}

async function emptyTable(pool: Pool): Promise<void> {
  await statement(pool, 'drop table if exists written')
  await statement(pool, 'create table written (n int primary key)')
}

/** Writes rows as fast as it can, and knows which were acknowledged. */
function writer(pool: Pool) {
  const acknowledged: number[] = []
  let writing = true
  const done = (async () => {
    for (let n = 1; writing; n += 1) {
      const written = statement(pool, 'insert into written values ($1)', [n])
      await written.then(
        () => acknowledged.push(n),
        () => sleep(5),
      )
    }
  })()
  return {
    acknowledged,
    async finish() {
      writing = false
      await done
    },
  }
}

async function assertKept(pool: Pool, acknowledged: readonly number[]): Promise<void> {
  const rows = await pool.many<{ n: number }>('select n from written')
  const kept = new Set(rows.map(({ n }) => n))
  assert.ok(acknowledged.length > 20, `only ${acknowledged.length} rows were written`)
  assert.deepEqual(
    acknowledged.filter((n) => !kept.has(n)),
    [],
  )
}

/** Tries until it succeeds: the server is coming up again. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === 400) throw error
      await sleep(50)
    }
  }
}

test('the first start makes a safe cluster, and the next one finds it', async (t) => {
  const options = await folders(t)
  const first = await start(t, options)
  const pool = poolOf(t, first.url)
  await statement(pool, 'create table kept (n int)')
  const settings = await pool.many<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('listen_addresses', 'fsync',
       'synchronous_commit', 'full_page_writes', 'server_encoding', 'jit', 'password_encryption',
       'data_checksums')`,
  )
  assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    listen_addresses: '127.0.0.1',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    server_encoding: 'UTF8',
    jit: 'off',
    password_encryption: 'scram-sha-256',
    data_checksums: 'on',
  })
  assert.deepEqual(
    await pool.one(
      `select datcollate, datlocprovider, datlocale, rolsuper
         from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
    ),
    { datcollate: 'C', datlocprovider: 'b', datlocale: 'C.UTF-8', rolsuper: false },
  )
  const secret = await stat(join(options.dataDir, 'postgres.password'))
  assert.equal(secret.mode & 0o777, 0o600)
  assert.equal((await stat(first.cluster)).mode & 0o777, 0o700)

  const pid = (await first.pid()) as number
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  assert.ok(!command.includes(new URL(first.url).password))
  await first.stop()
  assert.equal(await isServerOf(pid, first.cluster), false)

  const second = await start(t, options)
  assert.deepEqual(await poolOf(t, second.url).many('select * from kept'), [])
})

test('a wrong password opens nothing', async (t) => {
  const embedded = await start(t, await oldFolders(t))
  const wrong = new URL(embedded.url)
  wrong.password = 'wrong'
  await assert.rejects(poolOf(t, wrong.href).one('select 1'), /password authentication failed/)
})

test('a port that is taken gives way to a free one', async (t) => {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  later(t, () => other.close())
  const { port } = other.address() as { port: number }
  const options = { ...(await oldFolders(t)), port }
  const embedded = await start(t, options)
  assert.notEqual(embedded.port, port)
  assert.deepEqual(await poolOf(t, embedded.url).one('select 1 as n'), { n: 1 })

  await embedded.stop()
  await new Promise((resolve) => other.close(resolve))
  assert.equal((await start(t, options)).port, port)
})

test('a server that is killed comes up again at its address, with all it acknowledged', async (t) => {
  const embedded = await start(t, await oldFolders(t))
  const pool = poolOf(t, embedded.url)
  await emptyTable(pool)
  const load = writer(pool)
  for (let round = 0; round < 3; round += 1) {
    await sleep(150)
    const pid = (await embedded.pid()) as number
    process.kill(pid, 'SIGKILL')
    await eventually(async () => assert.notEqual(await embedded.pid(), pid))
    await eventually(() => pool.one('select 1'))
  }
  await load.finish()
  await assertKept(pool, load.acknowledged)
})

test('a backend that is killed takes nothing along', async (t) => {
  const embedded = await start(t, await oldFolders(t))
  const pool = poolOf(t, embedded.url)
  await emptyTable(pool)
  const load = writer(pool)
  await sleep(150)
  const { pid } = await pool.one<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(pid, 'SIGKILL')
  await eventually(() => pool.one('select 1'))
  await sleep(150)
  await load.finish()
  await assertKept(pool, load.acknowledged)
  await embedded.stop()
})

test('our process killed: the next one adopts the server that runs on', async (t) => {
  const options = await oldFolders(t)
  const child = await startChild(t, options)
  const pool = poolOf(t, child.url)
  await emptyTable(pool)
  const load = writer(pool)
  await sleep(150)
  await killHard(child)
  const next = await start(t, options)
  assert.equal(await next.pid(), child.pid)
  assert.equal(next.url, child.url)
  await load.finish()
  await assertKept(pool, load.acknowledged)
  await next.stop()
  assert.equal(await isServerOf(child.pid, next.cluster), false)
})

test('both killed at once: the next start has everything acknowledged', async (t) => {
  const options = await oldFolders(t)
  const child = await startChild(t, options)
  const pool = poolOf(t, child.url)
  await emptyTable(pool)
  const load = writer(pool)
  await sleep(150)
  child.process.kill('SIGKILL')
  process.kill(child.pid, 'SIGKILL')
  const next = await start(t, options)
  await load.finish()
  await assertKept(poolOf(t, next.url), load.acknowledged)
})

test('processes that start at once share one server, and the last one stops it', async (t) => {
  const options = await folders(t)
  const children = await Promise.all([1, 2, 3].map(() => startChild(t, options)))
  const [one, two, three] = children as [Child, Child, Child]
  assert.equal(new Set(children.map(({ url }) => url)).size, 1)
  assert.equal(new Set(children.map(({ pid }) => pid)).size, 1)
  const pool = poolOf(t, one.url)
  await end(one)
  assert.deepEqual(await pool.one('select 1 as n'), { n: 1 })
  await killHard(two)
  assert.deepEqual(await pool.one('select 1 as n'), { n: 1 })
  await end(three)
  assert.equal(await isServerOf(three.pid, clusterIn(options)), false)
})

test('a start while another process stops the server gets a server', async (t) => {
  const options = await oldFolders(t)
  let embedded = await start(t, options)
  for (let round = 0; round < 5; round += 1) {
    const stopped = embedded.stop()
    const next = start(t, options)
    await stopped
    embedded = await next
    assert.deepEqual(await poolOf(t, embedded.url).one('select 1 as n'), { n: 1 })
  }
})

test('a pid in a stale file that is another program by now neither blocks nor dies', async (t) => {
  const options = await oldFolders(t)
  const first = await start(t, options)
  const pidFile = join(first.cluster, 'postmaster.pid')
  const left = await readFile(pidFile, 'utf8')
  await first.stop()
  const owner = await stat(first.cluster)
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: owner.uid, gid: owner.gid } : {})
  later(t, () => stranger.kill())
  await writeFile(pidFile, left.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 })
  await chown(pidFile, owner.uid, owner.gid)

  const second = await start(t, options)
  assert.deepEqual(await poolOf(t, second.url).one('select 1 as n'), { n: 1 })
  await second.stop()
  assert.equal(stranger.exitCode ?? stranger.signalCode, null)
})

test('a first start that was cut short is begun afresh', async (t) => {
  const options = { ...(await folders(t)), durable: false }
  const left = join(options.dataDir, `postgres.new-${process.pid}-cut`)
  await mkdir(left, { recursive: true })
  await writeFile(join(left, 'PG_VERSION'), '18\n')
  await start(t, options)
  await assert.rejects(stat(left))
})

test('a cluster without its password is refused with what to do', async (t) => {
  const options = await oldFolders(t)
  await (await start(t, options)).stop()
  const file = join(options.dataDir, 'postgres.password')
  const password = await readFile(file, 'utf8')
  await rm(file)
  await assert.rejects(start(t, options), /postgres.password is missing/)
  await writeFile(file, 'another', { mode: 0o600 })
  await assert.rejects(start(t, options), /does not take the password/)
  await writeFile(file, password)
  await start(t, options)
})

test('root: a closed data folder is opened for passing through alone', {
  skip: NOT_ROOT,
}, async (t) => {
  const { dataDir, sharedDir } = await folders(t)
  await mkdir(dataDir, { mode: 0o700 })
  const embedded = await start(t, { dataDir, sharedDir, durable: false })
  assert.equal((await stat(dataDir)).mode & 0o777, 0o711)
  assert.equal(embedded.cluster, join(dataDir, 'postgres'))
  assert.notEqual((await stat(embedded.cluster)).uid, 0)
})

test('root: below a closed folder the cluster lies elsewhere, and is found again', {
  skip: NOT_ROOT,
}, async (t) => {
  const { dataDir: closed, sharedDir } = await folders(t)
  await mkdir(closed, { mode: 0o700 })
  const options = { dataDir: join(closed, 'project', 'data'), sharedDir, durable: false }
  const first = await start(t, options)
  assert.ok(first.cluster.startsWith(sharedDir))
  await statement(poolOf(t, first.url), 'create table kept (n int)')
  await first.stop()
  assert.equal((await stat(closed)).mode & 0o777, 0o700)
  const second = await start(t, options)
  assert.equal(second.cluster, first.cluster)
  assert.deepEqual(await poolOf(t, second.url).many('select * from kept'), [])
})

test('an ordinary user has the same', { skip: NOT_ROOT }, async (t) => {
  const { dataDir, sharedDir } = await folders(t)
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, NOBODY, NOBODY)
  const child = await startChild(t, { dataDir, sharedDir, durable: false }, NOBODY)
  assert.deepEqual(await poolOf(t, child.url).one('select 1 as n'), { n: 1 })
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, NOBODY)
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
  await end(child)
  assert.equal(await isServerOf(child.pid, join(dataDir, 'postgres')), false)

  // Root goes on with what the user began, as that user.
  const asRoot = await start(t, { dataDir, sharedDir, durable: false })
  assert.deepEqual(await poolOf(t, asRoot.url).one('select 1 as n'), { n: 1 })
})
