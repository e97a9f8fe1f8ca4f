/**
 * The test files as plain JavaScript, with shared code in common chunks. Loading the service module by
 * module through tsx takes each test process two and a half seconds of CPU; from the chunks it takes less
 * than one.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { PROGRAMS } from '../packages/service/test/programs.ts'

/** Registry packages that every test of the service loads: bundled whole, with their dependencies. */
const INSIDE =
  /^(fastify|pg|pino|undici|prom-client|typebox|ajv|ajv-formats|fast-xml-parser|commander|@simplewebauthn\/server)(\/|$)/
/** What imports fast-check has it with the run's seed. */
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

/** Node's modules that the CommonJS packages among them require. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`

const PRINTING = 'packages/service/src/printing'

/**
 * Every module goes on finding its neighbours from where it stands in the project, but for the drawing
 * thread: its program is among those of the bundle, where the sources would build it for each process.
 */
function sourcesInPlace(root: string, folder: string): Plugin {
  return {
    name: 'sources in place',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/](packages|bench|scripts)[\\/].*\.[jt]sx?$/ }, async ({ path }) => {
        // in-place.js does the same for the bundles that tests make: its own text stays as it is.
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

/** A test file, followed by the call that records how long its process lives. */
const LIFETIME = 'lifetime'

function withLifetimes(root: string): Plugin {
  return {
    name: 'lifetimes',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^lifetime:/ }, ({ path }) => ({
        path: path.slice(LIFETIME.length + 1),
        namespace: LIFETIME,
      }))
      onLoad({ filter: /.*/, namespace: LIFETIME }, ({ path }) => ({
        contents: `import ${JSON.stringify(`./${path}`)}
          import { noteTestsEnded } from './scripts/test-lifetime.ts'
          noteTestsEnded(${JSON.stringify(path)})`,
        resolveDir: root,
      }))
    },
  }
}

/**
 * Writes them and the programs that they start below `folder`, under the names that they have below `root`;
 * says where each test file is.
 */
export async function bundleTests(
  root: string,
  folder: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const out = (file: string) => file.replace(/\.tsx?$/, '')
  await build({
    entryPoints: [
      ...files.map((file) => ({ in: `${LIFETIME}:${file}`, out: out(file) })),
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
    plugins: [withLifetimes(root), registryOutside, sourcesInPlace(root, folder)],
    logLevel: 'warning',
  })
  await writeFile(join(folder, PRINTING, 'thread-entry.js'), "import('./work-thread.mjs')\n")
  return files.map((file) => join(relative(root, folder), `${out(file)}.mjs`))
}
