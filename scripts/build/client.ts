/** `packages/client/dist`: ESM for any runtime, CommonJS for Node.js, declarations of both, and no dependency. */
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { declarationsOf } from './declarations.ts'
import { ROOT, sizeOf } from './folder.ts'

const CLIENT = join(ROOT, 'packages/client')
const DIST = join(CLIENT, 'dist')

/** Builds `dist` from the sources. Returns its size. */
export async function buildClient(): Promise<string> {
  await rm(DIST, { recursive: true, force: true })
  await build({
    entryPoints: { index: join(CLIENT, 'src/index.ts'), node: join(CLIENT, 'src/node/index.ts') },
    outdir: DIST,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    external: ['node:*'],
    logLevel: 'warning',
  })
  await declarationsOf(CLIENT, ['src/index.ts', 'src/node/index.ts'])
  await commonJs()
  return sizeOf(DIST, '@sello/client')
}

const BOTH = `export * as index from './src/index.ts'\nexport * as node from './src/node/index.ts'\n`

/**
 * A folder of its own, because its package.json says that its files and their declarations are CommonJS. Both entries
 * are views of one module: `SelloError` of one is that of the other.
 */
async function commonJs(): Promise<void> {
  const folder = join(DIST, 'cjs')
  await build({
    stdin: { contents: BOTH, resolveDir: CLIENT, loader: 'ts' },
    outfile: join(folder, 'both.js'),
    bundle: true,
    format: 'cjs',
    target: 'es2022',
    platform: 'node',
    logLevel: 'warning',
  })
  for (const name of ['index', 'node']) {
    await writeFile(join(folder, `${name}.js`), `module.exports = require('./both.js').${name}\n`)
  }
  await cp(join(DIST, 'types'), join(folder, 'types'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
}
