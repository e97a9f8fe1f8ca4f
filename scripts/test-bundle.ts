/**
 * The test files as plain JavaScript, with shared code in common chunks. Loading the service module by
 * module through tsx takes each test process two and a half seconds of CPU; from the chunks it takes less
 * than one.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { PROGRAMS } from '../packages/service/test/programs.ts'

/** Registry packages that every test of the service loads: bundled whole, with their dependencies. */
const INSIDE =
  /^(fastify|pg|pino|undici|prom-client|typebox|ajv|ajv-formats|fast-xml-parser|commander|@simplewebauthn\/server)(\/|$)/
/** Imports of fast-check get the version with the run's seed. */
const SEEDED = fileURLToPath(new URL('test-fast-check.ts', import.meta.url))
/** Native or system modules: they are resolved at run time. */
const NATIVE = ['pg-native']

/** Other registry packages are not bundled; ours are linked, and go into the chunks. */
const registryOutside: Plugin = {
  name: 'registry outside',
  setup({ onResolve }) {
    onResolve({ filter: /^fast-check$/ }, ({ path, importer }) =>
      importer === SEEDED ? { path, external: true } : { path: SEEDED },
    )
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || path.startsWith('@sello/') || INSIDE.test(path))
        return undefined
      if (importer.includes('node_modules') && !NATIVE.includes(path)) return undefined
      return { path, external: true }
    })
  },
}

/** Node modules that the bundled CommonJS packages require. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`

const PRINTING = 'packages/service/src/papers/printing'

/**
 * Every module still finds neighbouring files at its place in the project, except the worker thread's program: it
 * is part of the bundle, since the sources would build it in each process.
 */
function sourcesInPlace(root: string, folder: string): Plugin {
  return {
    name: 'sources in place',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/](packages|bench|scripts)[\\/].*\.[jt]sx?$/ }, async ({ path }) => {
        // in-place.js does the same for bundles made by tests, so its own text is unchanged.
        if (path.includes('node_modules') || path.endsWith('in-place.js')) return undefined
        const text = await readFile(path, 'utf8')
        const isThread = relative(root, path) === join(PRINTING, 'thread.ts')
        const place = isThread ? join(folder, relative(root, path)) : path
        const url = JSON.stringify(pathToFileURL(place).href)
        const loader = path.endsWith('x') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js'
        return { contents: text.replaceAll('import.meta.url', () => url), loader }
      })
    },
  }
}

/** As Vite does: what is imported is the address of a worker's program, and not the program. */
const workerAddresses: Plugin = {
  name: 'worker addresses',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?worker&url$/ }, ({ path }) => ({ path, namespace: 'worker' }))
    onLoad({ filter: /.*/, namespace: 'worker' }, () => ({
      contents: `export default '/worker.js'`,
    }))
  },
}

/** A test file, followed by the call that records how long its tests take. */
const LIFETIME = 'lifetime'
/** A process: its file, or its files in turn. */
const PROCESS = 'process'

function ofOurOwn(root: string, name: string, contentsOf: (path: string) => string): Plugin {
  return {
    name,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${name}:`) }, ({ path }) => ({
        path: path.slice(name.length + 1),
        namespace: name,
      }))
      onLoad({ filter: /.*/, namespace: name }, ({ path }) => ({
        contents: contentsOf(path),
        resolveDir: root,
      }))
    },
  }
}

const withLifetime = (file: string): string => `
  import ${JSON.stringify(`./${file}`)}
  import { noteTestsEnded } from './scripts/test-lifetime.ts'
  noteTestsEnded(${JSON.stringify(file)})`

function inTurn(files: readonly string[]): string {
  const loads = files.map((file) => {
    const [name, module] = [file, `${LIFETIME}:${file}`].map((text) => JSON.stringify(text))
    return `[${name}, () => import(${module})]`
  })
  return `
    import { runInTurn } from './scripts/test-in-turn.ts'
    await runInTurn([${loads.join(', ')}])`
}

/**
 * Writes the run's processes and the programs that they start below `folder`, and returns the path of each process.
 * They run in this order.
 */
export async function bundleTests(
  root: string,
  folder: string,
  processes: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const out = (file: string) => file.replace(/\.tsx?$/, '')
  const outs = processes.map((files, n) => {
    const [first = ''] = files
    // Node.js runs them in the order of their names.
    const place = String(n).padStart(3, '0')
    return join(place, files.length === 1 ? out(first) : `${dirname(first)}/in-turn`)
  })
  await build({
    entryPoints: [
      ...processes.map((files, n) => ({
        in: files.length === 1 ? `${LIFETIME}:${files[0]}` : `${PROCESS}:${n}`,
        out: outs[n] as string,
      })),
      ...PROGRAMS.map((file) => ({ in: join(root, file), out: out(file) })),
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    banner: { js: REQUIRE },
    sourcemap: 'linked',
    sourcesContent: false, // each process reads the source maps of what it loads
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [
      ofOurOwn(root, LIFETIME, withLifetime),
      ofOurOwn(root, PROCESS, (n) => inTurn(processes[Number(n)] ?? [])),
      workerAddresses,
      registryOutside,
      sourcesInPlace(root, folder),
    ],
    logLevel: 'warning',
  })
  await writeFile(join(folder, PRINTING, 'thread-entry.js'), "import('./work-thread.mjs')\n")
  return outs.map((name) => join(relative(root, folder), `${name}.mjs`))
}
