import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { later } from '../../../../test/embedded.ts'
import { dropStalePidFile } from './postmaster.ts'

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
