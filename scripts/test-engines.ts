/**
 * `npm run test:engines`: the suite on the other versions that Sello supports, of Node.js and of PostgreSQL, whose
 * programs are npm packages with a lock file of their own (scripts/engines). `npm run test:engines -- node24 postgres15`
 * runs these alone; any other word is a filter of files, as for `npm test`. `npm test` itself runs on the Node.js that
 * started it, and on PostgreSQL 18.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../packages/service/src/base/db/embedded.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'scripts', 'engines')
const PROGRAMS = join(FOLDER, 'node_modules')
const NODES = ['node22', 'node24'] as const
const DATABASES = ['postgres15', 'postgres16', 'postgres17'] as const
type Engine = (typeof NODES)[number] | (typeof DATABASES)[number]

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log('not run: the programs of other versions are those of Linux on x64')
    return 0
  }
  const all: readonly Engine[] = [...NODES, ...DATABASES]
  const named = all.filter((engine) => args.includes(engine))
  const others = args.filter((arg) => !all.some((engine) => engine === arg))
  const install = ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund']
  if ((await run('npm', install, process.env)) !== 0) return 1
  const failed: Engine[] = []
  for (const engine of named.length > 0 ? named : all) {
    console.log(`\n${engine}`)
    const code = isNode(engine)
      ? await onNode(join(PROGRAMS, engine, 'bin'), others)
      : await onDatabase(join(PROGRAMS, engine, 'native'), others)
    if (code !== 0) failed.push(engine)
  }
  if (failed.length > 0) console.error(`\nfailed on ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}

function isNode(engine: Engine): boolean {
  return NODES.some((node) => node === engine)
}

/** The programs that tests start find the same Node.js: by its own path, and as `node`. */
function onNode(bin: string, args: readonly string[]): Promise<number> {
  const path = [bin, process.env.PATH].join(delimiter)
  return test(join(bin, 'node'), args, { ...process.env, PATH: path })
}

async function onDatabase(native: string, args: readonly string[]): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sello-engine-'))
  await chmod(dataDir, 0o711) // root's PostgreSQL runs as another user, who must pass through
  try {
    const log = (line: string) => console.log(line)
    const server = await startEmbedded({ dataDir, native, sharedDir: dataDir, durable: false, log })
    try {
      return await test(process.execPath, args, { ...process.env, DATABASE_URL: server.url })
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

function test(node: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return run(node, ['--import', 'tsx', join(ROOT, 'scripts', 'test.ts'), ...args], env)
}

async function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code ?? 130
}
