/**
 * `dist/`: all of `sello`, to run without a loader. Every module keeps its path; imports of our packages become
 * paths and those of the registry stay, so migrations and fonts are found.
 */
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { filesIn, ROOT, sizeOf } from './folder.ts'

export const DIST = join(ROOT, 'dist')
/** The entry points of `sello`. The order does not matter. */
export const PACKAGES = [
  'cli',
  'client',
  'contract',
  'fiscal',
  'mh-simulator',
  'paper',
  'service',
  'vault',
] as const

/** Files that modules read from their own folder. */
const ASSETS = [
  'packages/service/migrations',
  'packages/service/pagina',
  'packages/mh-simulator/page',
  'packages/console/src/fonts',
  'packages/paper/fonts',
  'packages/console/dist',
]

/** The drawing thread runs TypeScript through esbuild; here it is already JavaScript. */
const THREAD = 'packages/service/src/papers/printing/thread-entry.js'
const ONLY_FOR_SOURCES = [THREAD, 'packages/service/src/papers/printing/in-place.js']

/** Builds `dist` from the sources. Returns its size. */
export async function buildSello(): Promise<string> {
  await rm(DIST, { recursive: true, force: true })
  const sources = (await Promise.all(PACKAGES.map(sourcesOf))).flat()
  await build({
    entryPoints: sources.map((file) => join(ROOT, file)),
    outdir: DIST,
    outbase: ROOT,
    bundle: true, // so that the plugin sees every import; nothing is bundled
    format: 'esm',
    target: 'node20',
    platform: 'node',
    plugins: [await byPath()],
    logLevel: 'warning',
  })
  await writeFile(join(DIST, THREAD), "import './work-thread.js'\n")
  for (const asset of ASSETS) {
    const from = join(ROOT, asset)
    if (existsSync(from)) await cp(from, join(DIST, asset), { recursive: true })
  }
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  await writeFile(
    join(DIST, 'packages/cli/package.json'),
    JSON.stringify({ version, type: 'module' }),
  )
  await mkdir(join(DIST, 'bin'))
  const bin = join(DIST, 'bin/sello.js')
  await writeFile(bin, "#!/usr/bin/env node\nimport '../packages/cli/src/main.js'\n")
  await chmod(bin, 0o755)
  return sizeOf(DIST, 'sello')
}

async function sourcesOf(name: string): Promise<readonly string[]> {
  const files = await filesIn(join(ROOT, 'packages', name, 'src'))
  return files
    .filter((file) => /\.[jt]s$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => join('packages', name, 'src', file))
    .filter((file) => !ONLY_FOR_SOURCES.includes(file))
}

async function byPath(): Promise<Plugin> {
  const ours = await entriesOfOurs()
  const toPath = (importer: string, target: string) => {
    const path = relative(dirname(importer), target).replace(/\.ts$/, '.js')
    return path.startsWith('.') ? path : `./${path}`
  }
  return {
    name: 'by path',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ path, importer, kind, resolveDir }) => {
        if (kind === 'entry-point') return null
        if (path.startsWith('.')) {
          return { path: toPath(importer, join(resolveDir, path)), external: true }
        }
        const entry = ours.get(path)
        if (path.startsWith('@sello/') && !entry) {
          return { errors: [{ text: `${path} is no export of a package that ships` }] }
        }
        return { path: entry ? toPath(importer, entry) : path, external: true }
      })
    },
  }
}

/** `@sello/service/admin` and its file. */
async function entriesOfOurs(): Promise<ReadonlyMap<string, string>> {
  const all = await Promise.all(
    PACKAGES.map(async (name) => {
      const folder = join(ROOT, 'packages', name)
      const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
        exports: Record<string, string>
      }
      return Object.entries(exports).map(
        ([entry, file]) => [`@sello/${name}${entry.slice(1)}`, join(folder, file)] as const,
      )
    }),
  )
  return new Map(all.flat())
}
