/** `packages/mh-simulator/dist`: the simulator by itself, file by file, with its page and its declarations. */
import { chmod, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { declarationsOf } from './declarations.ts'
import { filesIn, ROOT, sizeOf } from './folder.ts'

const SIMULATOR = join(ROOT, 'packages/mh-simulator')
const DIST = join(SIMULATOR, 'dist')

/** Builds `dist` from the sources. Returns its size. */
export async function buildSimulator(): Promise<string> {
  await rm(DIST, { recursive: true, force: true })
  const sources = (await filesIn(join(SIMULATOR, 'src'))).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  await build({
    entryPoints: sources.map((file) => join(SIMULATOR, 'src', file)),
    outdir: join(DIST, 'src'),
    outbase: join(SIMULATOR, 'src'),
    bundle: true, // so that the plugin sees every import; nothing is bundled
    format: 'esm',
    target: 'node20',
    platform: 'node',
    plugins: [
      {
        name: 'by path',
        setup({ onResolve }) {
          onResolve({ filter: /.*/ }, ({ path, kind }) =>
            kind === 'entry-point' ? null : { path: path.replace(/\.ts$/, '.js'), external: true },
          )
        },
      },
    ],
    logLevel: 'warning',
  })
  await chmod(join(DIST, 'src/bin.js'), 0o755)
  await cp(join(SIMULATOR, 'page'), join(DIST, 'page'), { recursive: true })
  await declarationsOf(SIMULATOR, ['src/index.ts'])
  return sizeOf(DIST, '@sello/mh-simulator')
}
