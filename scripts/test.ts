/**
 * `npm test`: the lanes `unit` and `service` (test-lanes.ts) against one PostgreSQL, the one of DATABASE_URL or an
 * embedded one for this run; `npm run test:unit`, `test:browser` and `test:release` run their lane. `npm test -- packages/vault`
 * runs the lane's files below a path or with it in their name, and those of other lanes if it has none; `npm test --
 * --skipped` those that the last run skipped for want of a program; `npm test -- --pooler packages/service/test/answers`
 * puts PgBouncer between the services and their databases; `--firefox` plays journeys of the console in Firefox; other
 * arguments that begin with `-` go to node's test runner.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAlive, stopServer } from '../packages/service/src/base/db/embedded/postmaster.ts'
import { startEmbedded } from '../packages/service/src/base/db/embedded.ts'
import { isCluster } from '../packages/service/test/citus.ts'
import {
  dropDatabases,
  ensureTemplate,
  POOLER_VARIABLE,
  PREFIX_VARIABLE,
  URL_VARIABLE,
} from '../packages/service/test/database.ts'
import { FOLDER_VARIABLE } from '../packages/service/test/folder.ts'
import { type PgBouncer, startPgBouncer, TRACKING } from '../packages/service/test/pgbouncer.ts'
import { PROGRAMS_VARIABLE } from '../packages/service/test/programs.ts'
import { bundleTests } from './test-bundle.ts'
import { COMMANDS, type CommandName, type Lane, laneOf, othersOf, testFiles } from './test-lanes.ts'
import { LIFETIMES_VARIABLE } from './test-lifetime.ts'
import { processesOf } from './test-processes.ts'
import { reportSkipped, SKIPPED_FLAG, skippedBefore } from './test-skipped.ts'
import { reportLifetimes } from './test-slowest.ts'
import { BROWSER_VARIABLE, SKIPPED_VARIABLE } from './test-tools.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The folder of one run; its tests create theirs inside. */
const FOLDER = 'sello-test-'
const SERVER = 'server'
/**
 * Linux's file system in memory. A test's database is 660 files, and a disk's file system needs most of the kernel's time
 * of a run to create and delete them.
 */
const MEMORY = '/dev/shm'
/** A run of all tests took 140 MiB of it on two cores; the server's log of writes may have a gibibyte. */
const MEMORY_BYTES_MIN = 4 * 2 ** 30
/**
 * Below the packages that the tests import, so that they can be resolved, and outside `node_modules`, where the test
 * runner of Node.js 22 finds no file.
 */
const BUNDLES = join(ROOT, '.test-bundles')
/** Concurrent processes: one for each core, and one that works while another waits for a timer or for PostgreSQL. */
const CONCURRENCY = availableParallelism() + 1
/** A process that hangs fails. If it has several files, the hanging one fails first, by name. */
const TEST_MS_MAX = 10 * 60_000
/** The argument before the name of a command of test-lanes.ts; absent: `test`. */
const COMMAND_FLAG = '--command='
/** Needs a PgBouncer that tracks named statements, and a filter: tests of a connection's own settings fail behind one. */
const POOLER_FLAG = '--pooler'
const FIREFOX_FLAG = '--firefox'
/** Linux has it. */
const MOUNTS = '/proc/mounts'

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const ours = (arg: string) =>
    [SKIPPED_FLAG, POOLER_FLAG, FIREFOX_FLAG].includes(arg) || arg.startsWith(COMMAND_FLAG)
  const flags = args.filter((arg) => arg.startsWith('-') && !ours(arg))
  const filters = args.filter((arg) => !arg.startsWith('-'))
  const isAgain = args.includes(SKIPPED_FLAG)
  const command = commandOf(args)
  const all = isAgain ? await skippedBefore() : await testFiles(ROOT)
  const files = isAgain ? all : filesOf(all, COMMANDS[command], filters)
  if (files.length === 0) {
    console.error(
      isAgain ? 'the last run skipped nothing' : `no test file matches ${filters.join(' ')}`,
    )
    return isAgain ? 0 : 1
  }
  const interrupted = onInterrupt()
  await sweep()
  const folder = await makeFolder(tmpdir())
  await mkdir(BUNDLES, { recursive: true })
  const bundles = await mkdtemp(join(BUNDLES, `${process.pid}-`))
  await chmod(bundles, 0o755) // programs in it run as that user too
  const database = files.every((file) => laneOf(file) === 'unit')
    ? null
    : await startDatabase(args.includes(POOLER_FLAG))
  try {
    // A larger limit means long files, each in its own process.
    const isLong = flags.some((flag) => flag.startsWith('--test-timeout'))
    const processes = isLong ? files.map((file) => [file]) : processesOf(files, isCluster)
    const bundled = await bundleTests(ROOT, bundles, processes)
    const lifetimes = join(folder, 'lifetimes')
    const skipped = join(folder, 'skipped')
    const env = {
      ...database?.env,
      [FOLDER_VARIABLE]: folder,
      [PROGRAMS_VARIABLE]: bundles,
      [LIFETIMES_VARIABLE]: lifetimes,
      [SKIPPED_VARIABLE]: skipped,
      ...(args.includes(FIREFOX_FLAG) ? { [BROWSER_VARIABLE]: 'firefox' } : {}),
    }
    if (interrupted.signal.aborted) return 130
    const code = await runNode(bundled, flags, env)
    const areOver = await reportLifetimes(lifetimes)
    await reportSkipped(skipped)
    if (filters.length === 0 && !isAgain) {
      console.log(`\nnot run here: ${othersOf(command, all).join(', ')}`)
    }
    return areOver ? code : code || 1
  } finally {
    await database?.stop()
    // A server left behind by a test ends within a minute of losing its folder.
    await removeFolder(folder)
    await rm(bundles, { recursive: true, force: true })
  }
}

async function makeFolder(place: string): Promise<string> {
  const folder = await mkdtemp(join(place, `${FOLDER}${process.pid}-`))
  await chmod(folder, 0o711) // root's PostgreSQL runs as another user, who must pass through
  return folder
}

/** Where the run's server has its data: in memory, if there is room. */
async function placeOfServer(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize < MEMORY_BYTES_MIN ? tmpdir() : MEMORY
}

/** Deletes the folders of killed runs. The number in a folder's name is its run's pid. */
async function sweep(): Promise<void> {
  for (const name of existsSync(BUNDLES) ? await readdir(BUNDLES) : []) {
    if (isAlive(Number(name.split('-')[0]))) continue
    await rm(join(BUNDLES, name), { recursive: true, force: true })
  }
  for (const place of [tmpdir(), MEMORY].filter(existsSync)) {
    for (const name of await readdir(place)) {
      const pid = Number(
        name.startsWith(FOLDER) ? name.slice(FOLDER.length).split('-')[0] : Number.NaN,
      )
      if (!(pid > 0) || isAlive(pid)) continue
      await stopServer(join(place, name, SERVER, 'postgres'))
      await removeFolder(join(place, name))
    }
  }
}

/** A killed test leaves the file system mounted that it made in the folder. */
async function removeFolder(folder: string): Promise<void> {
  const mounts = existsSync(MOUNTS) ? (await readFile(MOUNTS, 'utf8')).split('\n') : []
  const places = mounts.map((line) => line.split(' ')[1] ?? '')
  const below = places.filter((place) => place.startsWith(`${folder}/`))
  if (below.length > 0) execFileSync('umount', below)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Node stops its test files at Ctrl-C; this process waits until the database is down. */
function onInterrupt(): AbortController {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => interrupted.abort())
  }
  return interrupted
}

function commandOf(args: readonly string[]): CommandName {
  const given = args.find((arg) => arg.startsWith(COMMAND_FLAG))?.slice(COMMAND_FLAG.length)
  if (given === undefined) return 'test'
  if (given in COMMANDS) return given as CommandName
  throw new Error(`${COMMAND_FLAG} is one of ${Object.keys(COMMANDS).join(', ')}`)
}

/** Those of the lanes; a filter that only names files of others runs them. */
function filesOf(
  all: readonly string[],
  lanes: readonly Lane[],
  filters: readonly string[],
): readonly string[] {
  const wanted = all.filter((file) => isWanted(file, filters))
  const here = wanted.filter((file) => lanes.includes(laneOf(file)))
  return here.length === 0 && filters.length > 0 ? wanted : here
}

/** A filter is a path relative to the current folder or the root, or a part of a name. */
function isWanted(file: string, filters: readonly string[]): boolean {
  const from = process.env.INIT_CWD ?? process.cwd()
  return (
    filters.length === 0 ||
    filters.some((filter) => {
      const path = relative(ROOT, resolve(from, filter))
      return file === path || file.startsWith(`${path}/`) || file.includes(filter)
    })
  )
}

interface Database {
  readonly env: Record<string, string>
  stop(): Promise<void>
}

async function startDatabase(isPooled: boolean): Promise<Database> {
  const given = process.env.DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startOwnServer()
  const prefix = `sello_test_${process.pid}`
  let pooler: PgBouncer | null = null
  const stop = async () => {
    await pooler?.stop()
    if (given) await dropDatabases(server.url, prefix)
    await server.stop()
  }
  try {
    await ensureTemplate(server.url)
    if (isPooled) pooler = await startPgBouncer(server.url, [TRACKING])
  } catch (error) {
    await stop()
    throw error
  }
  const through = pooler && { [POOLER_VARIABLE]: pooler.url }
  return { env: { [URL_VARIABLE]: server.url, [PREFIX_VARIABLE]: prefix, ...through }, stop }
}

/**
 * Nothing in it outlives the run: for tests that kill processes a commit must be in the server, not on the disk.
 */
async function startOwnServer() {
  const folder = await makeFolder(await placeOfServer())
  const dataDir = join(folder, SERVER)
  const { url, stop } = await startEmbedded({ dataDir, durable: false, log: () => {} })
  return { url, stop: () => stop().then(() => removeFolder(folder)) }
}

async function runNode(
  files: readonly string[],
  flags: readonly string[],
  env: Record<string, string>,
): Promise<number> {
  const reporter = flags.some((flag) => flag.startsWith('--test-reporter'))
    ? []
    : ['--test-reporter=spec']
  const args = [
    `--test-concurrency=${CONCURRENCY}`,
    `--test-timeout=${TEST_MS_MAX}`,
    ...reporter,
    ...flags,
    ...files,
  ]
  const child = spawn(process.execPath, ['--enable-source-maps', '--test', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', pass) // a Ctrl-C reaches it from the terminal, but this signal does not
  const [code] = await once(child, 'exit')
  process.off('SIGTERM', pass)
  return code ?? 130
}
