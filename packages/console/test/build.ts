/** The console is built once for all the files of tests that open it, which may begin at the same moment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SOURCES = [
  'console/src',
  'console/public',
  'fiscal/src',
  'contract/src',
  'paper/src',
] as const
const BUILT = 'packages/console/dist/index.html'
const LOCK = 'node_modules/.cache/sello-console-build'
/** A process that holds the lock longer has died. */
const LOCK_MS = 240_000

/** `root`: of the workspace. Rebuilds what is older than its sources. */
export async function buildConsole(root: string): Promise<void> {
  const lock = join(root, LOCK)
  while (!(await taken(lock))) await sleep(200)
  try {
    if (await isStale(root)) await run(root)
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

async function taken(lock: string): Promise<boolean> {
  await mkdir(join(lock, '..'), { recursive: true })
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const since = await changed(lock)
    if (since > 0 && Date.now() - since > LOCK_MS) {
      await rm(lock, { recursive: true, force: true })
    }
    return false
  }
}

async function isStale(root: string): Promise<boolean> {
  const sources = await Promise.all(SOURCES.map((path) => newest(join(root, 'packages', path))))
  return (await changed(join(root, BUILT))) < Math.max(...sources)
}

async function newest(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  return Math.max(...(await Promise.all(names.map((name) => changed(join(folder, name))))))
}

/** In milliseconds; 0 if missing. */
const changed = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

async function run(root: string): Promise<void> {
  const args = ['build', 'packages/console', '--logLevel', 'error']
  const child = spawn('node_modules/.bin/vite', args, { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`vite ended with ${code}`)
}
