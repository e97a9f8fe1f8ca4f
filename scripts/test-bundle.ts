/**
 * The test files as plain JavaScript, what they share in common chunks. Loading the service module by
 * module through tsx takes each test process two and a half seconds of CPU; from the chunks it takes less
 * than one.
 */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** Packages of the registry stay where they are; ours are linked, and come into the chunks. */
const registryOutside: Plugin = {
  name: 'registry outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@sello/') ? undefined : { path, external: true },
    )
  },
}

/** Every module goes on finding its neighbours from where it stands in the project. */
const sourcesInPlace: Plugin = {
  name: 'sources in place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](packages|bench|scripts)[\\/].*\.[jt]sx?$/ }, async ({ path }) => {
      // in-place.js does the same for the bundles that tests make: its own text stays as it is.
      if (path.includes('node_modules') || path.endsWith('in-place.js')) return undefined
      const text = await readFile(path, 'utf8')
      const url = JSON.stringify(pathToFileURL(path).href)
      const loader = path.endsWith('x') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js'
      return { contents: text.replaceAll('import.meta.url', () => url), loader }
    })
  },
}

/** A test file, and behind it the note of how long its process lives. */
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

/** Writes them below `folder`, under the names that they have below `root`; says where each one is. */
export async function bundleTests(
  root: string,
  folder: string,
  files: readonly string[],
): Promise<readonly string[]> {
  await build({
    entryPoints: files.map((file) => ({
      in: `${LIFETIME}:${file}`,
      out: file.replace(/\.tsx?$/, ''),
    })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    sourcemap: 'linked',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [withLifetimes(root), registryOutside, sourcesInPlace],
    logLevel: 'warning',
  })
  return files.map((file) => join(relative(root, folder), file.replace(/\.tsx?$/, '.mjs')))
}
