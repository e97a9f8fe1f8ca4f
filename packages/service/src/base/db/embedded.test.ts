import assert from 'node:assert/strict'
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  CHILD,
  end,
  folders,
  later,
  oldFolders,
  poolOf,
  start,
  startChild,
} from '../../../test/embedded.ts'
import { accountCan, chooseAccount } from './embedded/account.ts'
import { isServerOf } from './embedded/postmaster.ts'
import { statement } from './tx.ts'

const isRoot = process.getuid?.() === 0
const NOT_ROOT = isRoot ? false : 'needs root: nobody else can run a program as another user'
const other = await chooseAccount() // null when we are not root
const NO_OTHER =
  NOT_ROOT ||
  ((await accountCan(other, 'test -r "$0" -a -x "$1"', CHILD, process.execPath))
    ? false
    : 'the project lies where other users cannot read it')

test('the first start creates a secured cluster, and the next one finds it', async (t) => {
  const options = await folders(t)
  const said: string[] = []
  const first = await start(t, options, said)
  const made = `a new database was made in ${first.cluster}`
  assert.deepEqual(
    said.filter((line) => !/^PostgreSQL runs from /.test(line)),
    [made],
  )
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

  const second = await start(t, options, said)
  const log = await readFile(join(options.dataDir, 'postgres.log'), 'utf8')
  assert.doesNotMatch(log, /ERROR/, 'nothing is made twice')
  assert.equal(said.filter((line) => line === made).length, 1)
  assert.deepEqual(await poolOf(t, second.url).many('select * from kept'), [])
})

test('a wrong password opens nothing', async (t) => {
  const embedded = await start(t, await oldFolders(t))
  const wrong = new URL(embedded.url)
  wrong.password = 'wrong'
  await assert.rejects(poolOf(t, wrong.href).one('select 1'), /password authentication failed/)
})

test('a free port replaces one that is taken', async (t) => {
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

test('an interrupted first start is begun again', async (t) => {
  const options = { ...(await folders(t)), durable: false }
  const left = join(options.dataDir, `postgres.new-${process.pid}-cut`)
  await mkdir(left, { recursive: true })
  await writeFile(join(left, 'PG_VERSION'), '18\n')
  await start(t, options)
  await assert.rejects(stat(left))
})

test('a cluster without its password is refused, saying what to do', async (t) => {
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

test('root: below an inaccessible folder the cluster is placed elsewhere, and found again', {
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

test('the same holds for an ordinary user', { skip: NO_OTHER }, async (t) => {
  assert.ok(other)
  const { dataDir, sharedDir } = await folders(t)
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, other.uid, other.gid)
  const child = await startChild(t, { dataDir, sharedDir, durable: false }, other)
  assert.deepEqual(await poolOf(t, child.url).one('select 1 as n'), { n: 1 })
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, other.uid)
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
  await end(child)
  assert.equal(await isServerOf(child.pid, join(dataDir, 'postgres')), false)

  // Root continues the user's cluster as that user.
  const asRoot = await start(t, { dataDir, sharedDir, durable: false })
  assert.deepEqual(await poolOf(t, asRoot.url).one('select 1 as n'), { n: 1 })
})
