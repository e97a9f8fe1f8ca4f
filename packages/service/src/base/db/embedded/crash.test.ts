/** Any number of processes die at any moment, and nothing acknowledged is lost. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Child,
  clusterIn,
  end,
  folders,
  killHard,
  later,
  oldFolders,
  poolOf,
  start,
  startChild,
} from '../../../../test/embedded.ts'
import { until } from '../../../../test/until.ts'
import type { Pool } from '../pool.ts'
import { statement } from '../tx.ts'
import { isServerOf } from './postmaster.ts'

const isRoot = process.getuid?.() === 0

async function emptyTable(pool: Pool): Promise<void> {
  await statement(pool, 'drop table if exists written')
  await statement(pool, 'create table written (n int primary key)')
}

/** Writes rows continuously, and records which were acknowledged. */
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

/** Retries until it succeeds, while the server restarts. */
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

test('a killed server is restarted at its address, with everything it acknowledged', async (t) => {
  const said: string[] = []
  const embedded = await start(t, await oldFolders(t), said)
  const pool = poolOf(t, embedded.url)
  await emptyTable(pool)
  const load = writer(pool)
  said.length = 0
  for (let round = 0; round < 3; round += 1) {
    await sleep(150)
    const pid = (await embedded.pid()) as number
    process.kill(pid, 'SIGKILL')
    await eventually(async () => assert.notEqual(await embedded.pid(), pid))
    await eventually(() => pool.one('select 1'))
  }
  await load.finish()
  await assertKept(pool, load.acknowledged)
  const ended = 'PostgreSQL ended: it is started again'
  const back = `PostgreSQL answers again on port ${embedded.port}`
  await until('it is held again', () => said.at(-1) === back)
  // A server that is killed before it is held again is the same end of it, or a start that failed.
  const lines = new Set(said.filter((line) => !/^PostgreSQL does not start again: /.test(line)))
  assert.deepEqual([...lines], [ended, back])
})

test('a killed backend loses nothing', async (t) => {
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

test('when our process is killed the next one adopts the running server', async (t) => {
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

test('when both are killed at once the next start has everything acknowledged', async (t) => {
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

test('a stale pid that now belongs to another program neither blocks the start nor is killed', async (t) => {
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

test('a server that does not start again is tried again, and a stop ends that', async (t) => {
  const options = await oldFolders(t)
  const said: string[] = []
  const embedded = await start(t, options, said)
  const config = join(embedded.cluster, 'postgresql.conf')
  const whole = await readFile(config, 'utf8')
  const fail = async () => {
    await writeFile(config, `${whole}\nno_such_setting = 1\n`)
    said.length = 0
    process.kill((await embedded.pid()) as number, 'SIGKILL')
    await until('it did not start', () => said.length > 1)
    assert.equal(said[0], 'PostgreSQL ended: it is started again')
    assert.match(said[1] ?? '', /^PostgreSQL does not start again: Error: .*no_such_setting/s)
  }
  await fail()
  await writeFile(config, whole)
  await until('it is held again', () => said.at(-1)?.startsWith('PostgreSQL answers again'))
  await fail()
  await embedded.stop()
  await writeFile(config, whole)
  const lines = said.length
  await (await start(t, options)).stop()
  assert.equal(said.length, lines, 'nobody tries any longer')
})
