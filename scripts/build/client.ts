/** `packages/client/dist`: ESM for any runtime, declarations, and no dependency. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
  return sizeOf(DIST, '@sello/client')
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
