/**
 * The child program as one file, for use outside a test run. Loading the service module by module through tsx takes
 * two seconds of CPU; one file takes a quarter of a second.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { inPlace } from '../../src/papers/printing/in-place.js'

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))

/** Below the packages, so that unbundled packages are found; the next run deletes it. */
const BUNDLES = fileURLToPath(new URL('../../../../.test-bundles', import.meta.url))

/** What the CommonJS packages among the dependencies call. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`

let bundled: Promise<string> | null = null

/** The path of the bundle, which is made once in each test process. */
export function bundleChild(): Promise<string> {
  bundled ??= makeBundle()
  return bundled
}

async function makeBundle(): Promise<string> {
  await mkdir(BUNDLES, { recursive: true })
  const outfile = join(await mkdtemp(join(BUNDLES, `${process.pid}-crash-`)), 'child.mjs')
  await build({
    entryPoints: [CHILD],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: REQUIRE },
    plugins: [inPlace],
    external: ['@node-rs/argon2'], // native code stays in its package
    logLevel: 'warning',
  })
  return outfile
}
