/** The last release's code from the repository's history, to run next to this version's. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { inPlace } from '../../src/papers/printing/in-place.js'
import type { createWorld } from '../world.ts'

/** Without a tag: the commit that counts as released. */
const RELEASED_COMMIT = 'c9e1ad858e106a7fe26924c9b8835cb9ee5396cf'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** Below the packages, so that those of both versions are found; the next run of the tests sweeps it. */
const BUNDLES = join(ROOT, '.test-bundles')
const LOCK = 'package-lock.json'
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`

/** Where the release has the job: before the storeys of this version, and since. */
const JOBS = ['packages/service/src/jobs', 'packages/service/src/entrypoints/jobs']

/** One file, so that both are of the same modules. */
const entryOf = (jobs: string) => `
export { createWorld } from './packages/service/test/world.ts'
export { transmitDue } from './${jobs}/transmit.ts'
`

const run = promisify(execFile)

/** The newest tag, else the commit; null where this checkout has neither. */
export async function findReleased(): Promise<string | null> {
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => null)
  if (tag) return tag
  const isThere = await git('cat-file', '-e', `${RELEASED_COMMIT}^{commit}`).then(
    () => true,
    () => false,
  )
  return isThere ? RELEASED_COMMIT : null
}

/** The world of that version's tests: its service, its schema, its administration. */
export interface Released {
  readonly createWorld: typeof createWorld
  readonly transmitDue: typeof transmitDue
  remove(): Promise<void>
}

export async function loadReleased(ref: string): Promise<Released> {
  await mkdir(BUNDLES, { recursive: true })
  const folder = await mkdtemp(join(BUNDLES, `${process.pid}-released-`))
  await extract(ref, folder)
  await connectPackages(folder)
  const entry = join(folder, 'entry.ts')
  const jobs = JOBS.find((path) => existsSync(join(folder, path)))
  if (!jobs) throw new Error(`${ref} has its jobs elsewhere`)
  await writeFile(entry, entryOf(jobs))
  const outfile = join(folder, 'entry.mjs')
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: REQUIRE },
    plugins: [inPlace],
    external: ['@node-rs/argon2'],
    logLevel: 'warning',
  })
  const loaded = await import(pathToFileURL(outfile).href)
  return {
    createWorld: loaded.createWorld,
    transmitDue: loaded.transmitDue,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function extract(ref: string, folder: string): Promise<void> {
  const archive = join(folder, 'released.tar')
  await git('archive', '--output', archive, ref)
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
}

/** Uses this checkout's registry packages where the versions agree; our own packages are always the release's. */
async function connectPackages(folder: string): Promise<void> {
  const [now, then] = await Promise.all(
    [ROOT, folder].map((root) => readFile(join(root, LOCK), 'utf8')),
  )
  if (now !== then) {
    await run('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
    })
    return
  }
  const scope = join(folder, 'node_modules', '@sello')
  await mkdir(scope, { recursive: true })
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(scope, name))
  }
}

const git = async (...args: string[]) => (await run('git', args, { cwd: ROOT })).stdout.trim()
