/**
 * One writer at a time to a file that several programs share. A program announces itself with a file of its own in
 * `<path>.lock/` and holds the lock if it then sees no other live program there; otherwise it withdraws and tries
 * again. Of two at the same moment each sees the other, so both never hold it. The announcement of a program that was
 * killed does not count, and no program ever deletes one that might count.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { runtime, wait } from '../platform.ts'

/** A write takes milliseconds. A program that was stopped may hold the lock for as long as it exists. */
const WAIT_MS_MAX = 30_000
const PAUSE_MS_MAX = 20
/** What another machine announced, whose programs cannot be looked up here, counts this long. */
const FOREIGN_MS = 10 * 60_000

/** Runs `work` while this program holds the lock of `path`. Throws if another one holds it for 30 seconds. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const folder = `${path}.lock`
  const announcement = await take(folder)
  try {
    return await work()
  } finally {
    await rm(announcement, { force: true })
  }
}

async function take(folder: string): Promise<string> {
  const me = join(folder, [encodeURIComponent(hostname()), process.pid, randomUUID()].join('~'))
  const startedAt = (await startOf(process.pid)) ?? ''
  for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; ) {
    await announce(folder, me, startedAt)
    const others = (await readdir(folder)).map((name) => join(folder, name)).filter((f) => f !== me)
    const alive = await Promise.all(others.map(isAlive))
    if (!alive.includes(true)) {
      await Promise.all(others.map((other) => rm(other, { force: true })))
      return me
    }
    await rm(me, { force: true })
    const pauseMs = 1 + runtime.random() * PAUSE_MS_MAX
    await wait(runtime, pauseMs, undefined)
    waitedMs += pauseMs
  }
  throw new Error(
    `Otro programa ocupa ${folder} desde hace ${WAIT_MS_MAX / 1_000} segundos: no se escribió nada.`,
  )
}

/** The folder is made by whoever comes first. */
async function announce(folder: string, me: string, startedAt: string): Promise<void> {
  const write = async () => {
    const handle = await open(me, 'wx', 0o600)
    try {
      await handle.writeFile(startedAt)
    } finally {
      await handle.close()
    }
  }
  try {
    await write()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await write()
  }
}

/** Whether the program of an announcement may still hold the lock; one that is being written counts. */
async function isAlive(announcement: string): Promise<boolean> {
  const [host = '', pid = ''] = announcement.slice(announcement.lastIndexOf('/') + 1).split('~')
  try {
    if (host !== encodeURIComponent(hostname())) {
      return runtime.now() - (await stat(announcement)).mtimeMs < FOREIGN_MS
    }
    if (!exists(Number(pid))) return false
    const startedAt = await readFile(announcement, 'utf8')
    return startedAt === '' || startedAt === ((await startOf(Number(pid))) ?? startedAt)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false // it let go
    throw error
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // of another user
  }
}

/** When a process of Linux started, in ticks since boot: a pid is used again. Null elsewhere, or if it has ended. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null // another system, or the process has ended: the caller compares the pid alone
  }
}
