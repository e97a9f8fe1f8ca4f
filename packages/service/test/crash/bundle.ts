/**
 * The child program in one file, for those who start it outside of a run of the tests. Loading the service
 * module by module through tsx takes two seconds of CPU; from one file it takes a quarter of one.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { inPlace } from '../../src/printing/in-place.js'

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))

/** Below the packages, so that what stays outside of the bundle is found; the next run sweeps it. */
const BUNDLES = fileURLToPath(
  new URL('../../../../node_modules/.cache/sello-tests', import.meta.url),
)

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
