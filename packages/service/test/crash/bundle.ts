/**
 * The child program in one file. Loading the service module by module through tsx takes two seconds of
 * CPU; from one file it takes a quarter of one, and these tests start dozens.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { makeFolder } from '../folder.ts'

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))

/** What the CommonJS packages among the dependencies call. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`

/** Our modules find their fonts, migrations and binaries from where they stand in the project. */
const inPlace: Plugin = {
  name: 'in place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/][^/\\]+[\\/](src|test)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const url = JSON.stringify(pathToFileURL(path).href)
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' }
    })
  },
}

let bundled: Promise<string> | null = null

/** The path of the bundle, which is made once in each test process. */
export function bundleChild(): Promise<string> {
  bundled ??= makeBundle()
  return bundled
}

async function makeBundle(): Promise<string> {
  const outfile = join(await makeFolder('crash'), 'child.mjs')
  await build({
    entryPoints: [CHILD],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: REQUIRE },
    plugins: [inPlace],
    logLevel: 'warning',
  })
  return outfile
}
