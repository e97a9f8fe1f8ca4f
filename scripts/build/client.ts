/** `packages/client/dist`: ESM for any runtime, CommonJS for Node.js, declarations of both, and no dependency. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { filesIn, ROOT, sizeOf } from './folder.ts'

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
  await declarations()
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

/** The compiler's own declarations, one for each module, with the names that the installed package uses. */
async function declarations(): Promise<void> {
  const folder = await mkdtemp(join(CLIENT, '.types-'))
  try {
    const config = join(folder, 'tsconfig.json')
    const options = {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
      outDir: join(DIST, 'types'),
      rootDir: join(CLIENT, 'src'),
    }
    const files = ['src/index.ts', 'src/node/index.ts'].map((file) => join(CLIENT, file))
    const text = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: options,
      files,
      include: [],
    }
    await writeFile(config, JSON.stringify(text))
    await promisify(execFile)(process.execPath, [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '-p',
      config,
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
  for (const file of await filesIn(join(DIST, 'types'))) {
    const path = join(DIST, 'types', file)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll(/(from|import\()\s*'(\.[^']+)\.ts'/g, "$1 '$2.js'"))
  }
}
