import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { without } from '../../../../../../scripts/test-tools.ts'
import { later } from '../../../../test/embedded.ts'
import { openedBy } from '../../../../test/left-open.ts'
import { until } from '../../../../test/until.ts'
import {
  dropStalePidFile,
  isAlive,
  isServerOf,
  type Launch,
  launch,
  readPidFile,
  stopServer,
} from './postmaster.ts'

const PORT = 5432

async function clusterOf(t: TestContext, pid: number) {
  const base = await mkdtemp(join(tmpdir(), 'sello-test-pid-'))
  later(t, () => rm(base, { recursive: true }))
  const cluster = join(base, 'cluster')
  await mkdir(cluster)
  const file = join(cluster, 'postmaster.pid')
  await writePidFile(file, pid)
  return { cluster, file }
}

async function writePidFile(file: string, pid: number): Promise<void> {
  await writeFile(file, `${pid}\n${file}\n0\n${PORT}\n`)
}

/** A process that works in the cluster, as its server does. */
async function startIn(t: TestContext, cluster: string): Promise<number> {
  const child = spawn('sleep', ['600'], { cwd: cluster, stdio: 'ignore' })
  await once(child, 'spawn')
  later(t, async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  return child.pid as number
}

test('a pid file whose pid belongs to another program is removed', async (t) => {
  const { cluster } = await clusterOf(t, process.pid)
  await dropStalePidFile(cluster)
  assert.deepEqual(await readdir(cluster), [])
})

test('the pid file stays while any process works in the cluster', async (t) => {
  const { cluster } = await clusterOf(t, process.pid)
  await startIn(t, cluster)
  await dropStalePidFile(cluster)
  assert.deepEqual(await readdir(cluster), ['postmaster.pid'])
})

test('of a server that another process starts meanwhile the pid file stays', async (t) => {
  for (let turns = 0; turns < 60; turns += 1) {
    const { cluster, file } = await clusterOf(t, process.pid)
    const dropping = dropStalePidFile(cluster)
    for (let n = 0; n < turns; n += 1) await turn()
    const pid = await startIn(t, cluster)
    await writePidFile(file, pid)
    await dropping
    const [kept] = (await readFile(file, 'utf8')).split('\n')
    assert.equal(Number(kept), pid, `after ${turns} turns`)
    assert.deepEqual(await readdir(cluster), ['postmaster.pid'])
  }
})

test('a server that does not end in time is ended like by a power cut, and if that fails it is told', async (t) => {
  for (const [ignored, seconds] of [
    ['INT', 60],
    ['INT QUIT', 0.1],
  ] as const) {
    const { cluster, file } = await clusterOf(t, process.pid)
    const deaf = `trap '' ${ignored}; echo ready; while :; do sleep 0.02; done`
    const child = spawn('/bin/sh', ['-c', deaf], { cwd: cluster })
    const ended = once(child, 'exit')
    later(t, () => child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    await writePidFile(file, child.pid as number)
    const stopping = stopServer(cluster, [
      ['SIGINT', 0.1],
      ['SIGQUIT', seconds],
    ])
    if (ignored === 'INT') {
      await stopping
      assert.deepEqual(await ended, [null, 'SIGQUIT'])
    } else {
      const message = `PostgreSQL (pid ${child.pid}) does not stop`
      await assert.rejects(stopping, { message })
    }
  }
})

test('a server is asked to end at once but orderly, and another program is not touched', async (t) => {
  const { cluster, file } = await clusterOf(t, process.pid)
  let asked = 0
  const note = () => {
    asked += 1
  }
  process.on('SIGINT', note)
  await stopServer(cluster)
  const child = spawn('sleep', ['600'], { cwd: cluster, stdio: 'ignore' })
  await once(child, 'spawn')
  const ended = once(child, 'exit')
  await writePidFile(file, child.pid as number)
  await stopServer(cluster)
  assert.deepEqual(await ended, [null, 'SIGINT'])
  await rm(file)
  await stopServer(cluster)
  process.off('SIGINT', note)
  assert.equal(asked, 0)
})

/** A program that prints where it is and what it is given, each argument in a line. */
const PROGRAM = '#!/bin/sh\nprintf \'%s\\n\' "$(pwd)" "$@"\n'

async function launchIn(t: TestContext, program = PROGRAM): Promise<Launch> {
  const base = await mkdtemp(join(tmpdir(), 'sello-test-launch-'))
  later(t, () => rm(base, { recursive: true }))
  const postgres = join(base, 'postgres.sh')
  await writeFile(postgres, program)
  await chmod(postgres, 0o755)
  const cluster = join(base, 'cluster')
  await mkdir(cluster)
  return {
    paths: { dataDir: base, base, cluster, logFile: join(base, 'postgres.log') },
    binaries: { postgres, initdb: postgres },
    account: null,
    port: 5_433,
    durable: true,
  }
}

/** What it said, once it has ended. */
async function saidBy(given: Launch): Promise<readonly string[]> {
  const launched = await launch(given)
  await until('it has ended', async () => (await launched.ended()) !== null)
  return String(await launched.ended())
    .trimEnd()
    .split('\n')
}

const settingsOf = (safety: 'on' | 'off') => [
  ...['listen_addresses=127.0.0.1', 'port=5433', 'unix_socket_directories='],
  ...[`fsync=${safety}`, `full_page_writes=${safety}`, `synchronous_commit=${safety}`],
  ...['shared_buffers=128MB', 'max_connections=100', 'max_wal_size=1GB'],
  ...['max_parallel_workers_per_gather=0', 'jit=off', 'password_encryption=scram-sha-256'],
  ...['lc_messages=C', 'log_timezone=UTC', 'log_checkpoints=off', 'log_error_verbosity=terse'],
  ...['log_min_error_statement=panic', 'log_parameter_max_length=0'],
]

test('the server is started for this machine alone, safe or fast, and logs nothing of what buyers are', async (t) => {
  const given = await launchIn(t)
  for (const durable of [true, false]) {
    const [where, ...args] = await saidBy({ ...given, durable })
    assert.equal(where, given.paths.base)
    const settings = settingsOf(durable ? 'on' : 'off').flatMap((one) => ['-c', one])
    assert.deepEqual(args, ['-D', given.paths.cluster, ...settings])
  }
  assert.equal((await stat(given.paths.logFile)).mode & 0o777, 0o600)
})

test('its log is added to until it has 16 MiB, and then put aside', async (t) => {
  const given = await launchIn(t)
  const { base, logFile } = given.paths
  await writeFile(logFile, 'before\n')
  const said = await saidBy(given)
  assert.equal(said[0], base, 'what is said is of this start alone')
  assert.match(await readFile(logFile, 'utf8'), new RegExp(`^before\n${base}\n`))
  await truncate(logFile, 16 * 1024 * 1024)
  await saidBy(given)
  assert.ok(!(await readdir(base)).includes('postgres.log.1'))
  assert.ok((await stat(logFile)).size > 16 * 1024 * 1024)
  await saidBy(given)
  assert.ok((await readdir(base)).includes('postgres.log.1'))
  assert.equal((await readFile(logFile, 'utf8')).split('\n')[0], base)
})

test('a program that cannot be started is an error, and its log is closed here as that of any other', async (t) => {
  const given = await launchIn(t)
  const binaries = { ...given.binaries, postgres: join(given.paths.base, 'none') }
  const failing = () => assert.rejects(launch({ ...given, binaries }), { code: 'ENOENT' })
  const closed = { opened: 1, leftOpen: 0 }
  assert.deepEqual(await openedBy(failing), closed)
  assert.deepEqual(await openedBy(() => launch(given)), closed)
})

test('a pid file tells the process and its port, if it is whole', async (t) => {
  const { cluster } = (await launchIn(t)).paths
  // biome-ignore format: a table
  const files = [
    ['7\n/data\n0\n5433\n\n',  { pid: 7, port: 5_433 }],
    ['7\n/data\n0\n5433',      { pid: 7, port: 5_433 }],
    ['7\n/data\n0\n',          null],
    ['7\n/data\n0\n0\n',       null],
    ['0\n/data\n0\n5433\n',    null],
    ['',                       null],
  ] as const
  assert.equal(await readPidFile(cluster), null)
  for (const [text, read] of files) {
    await writeFile(join(cluster, 'postmaster.pid'), text)
    assert.deepEqual(await readPidFile(cluster), read, JSON.stringify(text))
  }
  assert.deepEqual([isAlive(process.pid), isAlive(2 ** 30)], [true, false])
})

test('the server has a session of its own, which no signal of our terminal reaches', async (t) => {
  const launched = await launch(await launchIn(t, '#!/bin/sh\nexec sleep 600\n'))
  process.kill(-launched.pid, 0) // throws unless it leads a group
  assert.equal(await launched.ended(), null)
  process.kill(launched.pid, 'SIGKILL')
  await until('it has ended, by a signal', async () => (await launched.ended()) === '')
})

const withoutPs = without(import.meta.url, 'ps')
test('without /proc a server is known by the folder in its command', {
  skip: withoutPs,
}, async (t) => {
  const { cluster, file } = await clusterOf(t, process.pid)
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  later(t, () => Object.defineProperty(process, 'platform', { value: platform }))
  const child = spawn('/bin/sh', ['-c', 'read x', 'postgres', '-D', cluster, '-c', 'port=1'])
  later(t, () => child.kill('SIGKILL'))
  await once(child, 'spawn')
  const pid = child.pid as number
  assert.deepEqual(
    [await isServerOf(pid, cluster), await isServerOf(pid, `${cluster}2`)],
    [true, false],
  )
  assert.deepEqual(
    [await isServerOf(process.pid, cluster), await isServerOf(2 ** 30, cluster)],
    [false, false],
  )
  await writePidFile(file, pid)
  await dropStalePidFile(cluster)
  assert.deepEqual(await readdir(cluster), ['postmaster.pid'])
  await writePidFile(file, process.pid)
  await dropStalePidFile(cluster)
  assert.deepEqual(await readdir(cluster), [])
})
