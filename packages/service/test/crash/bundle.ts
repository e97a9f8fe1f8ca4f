/**
 * The child program in one file. Loading the service module by module through tsx takes two seconds of
 * CPU; from one file it takes a quarter of one, and these tests start dozens.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { inPlace } from '../../src/printing/in-place.js'
import { makeFolder } from '../folder.ts'

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))

/** What the CommonJS packages among the dependencies call. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`

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
