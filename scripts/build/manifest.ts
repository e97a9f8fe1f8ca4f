/** The published manifests: exports point to `dist`, and repository-only members are omitted. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './folder.ts'
import { PACKAGES } from './sello.ts'
import { pinsOf } from './shrinkwrap.ts'

export type Manifest = Record<string, unknown> & {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The contents of a tarball besides `package.json`, relative to the packed folder. */
export const FILES = {
  client: ['dist', 'README.md', 'LICENSE'],
  sello: [
    'dist',
    'README.md',
    'README.es.md',
    'LICENSE',
    'CHANGELOG.md',
    'SECURITY.md',
    'docs',
    'deploy',
    'examples',
    // The guides that those link to.
    'packages/client/README.md',
    'packages/mh-simulator/README.md',
  ],
} as const

export const FOLDERS = { client: join(ROOT, 'packages/client'), sello: ROOT } as const

/** They run and bundle TypeScript; the published package is JavaScript. */
const LOADERS = ['tsx', 'esbuild']

/** The manifest to publish, made from the repository's. */
export async function publishedManifest(name: 'client' | 'sello', source: Manifest) {
  return name === 'client' ? clientManifest(source) : selloManifest(source)
}

function common({ name, version, description, license, repository }: Manifest): Manifest {
  const where = repository === undefined ? {} : { repository }
  return { name, version, description, license, ...where, type: 'module' }
}

/** Both module systems, each with the declarations of its own. */
const entry = (code: string, types: string) => ({
  import: { types: `./dist/types/${types}`, default: `./dist/${code}` },
  require: { types: `./dist/cjs/types/${types}`, default: `./dist/cjs/${code}` },
  default: `./dist/${code}`,
})

function clientManifest(source: Manifest): Manifest {
  return {
    ...common(source),
    keywords: ['dte', 'el-salvador', 'factura-electronica', 'hacienda'],
    engines: { node: '>=20' },
    sideEffects: false,
    publishConfig: { access: 'public', provenance: true },
    files: FILES.client,
    exports: {
      '.': entry('index.js', 'index.d.ts'),
      './node': entry('node.js', 'node/index.d.ts'),
    },
    main: './dist/cjs/index.js',
    types: './dist/cjs/types/index.d.ts',
  }
}

async function selloManifest(source: Manifest): Promise<Manifest> {
  const all = await Promise.all(
    PACKAGES.map(async (one) => {
      const path = join(ROOT, 'packages', one, 'package.json')
      return (JSON.parse(await readFile(path, 'utf8')) as Manifest).dependencies ?? {}
    }),
  )
  const wanted = Object.keys(Object.assign({}, ...all)).filter(
    (one) => !one.startsWith('@sello/') && !LOADERS.includes(one),
  )
  return {
    ...common(source),
    keywords: ['dte', 'el-salvador', 'factura-electronica', 'hacienda', 'invoice'],
    engines: source.engines,
    bin: { sello: 'dist/bin/sello.js' },
    publishConfig: { access: 'public', provenance: true },
    files: [...FILES.sello, 'npm-shrinkwrap.json'],
    ...(await pinsOf(wanted)),
  }
}
