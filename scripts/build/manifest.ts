/** The published manifests: exports point to `dist`, and repository-only members are omitted. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './folder.ts'
import { SBOM } from './sbom.ts'
import { PACKAGES } from './sello.ts'
import { pinsOf } from './shrinkwrap.ts'

export type Manifest = Record<string, unknown> & {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The contents of a tarball besides `package.json`, relative to the packed folder. */
export const FILES = {
  client: ['dist', 'README.md', 'LICENSE'],
  simulator: ['dist', 'README.md', 'LICENSE'],
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
    ...['clients/php/README.md', 'clients/php/composer.json', 'clients/php/src'],
    ...['clients/python/README.md', 'clients/python/pyproject.toml', 'clients/python/sello.py'],
    'packages/client/README.md',
    'packages/mh-simulator/README.md',
    'site/pages',
  ],
} as const

export const FOLDERS = {
  client: join(ROOT, 'packages/client'),
  simulator: join(ROOT, 'packages/mh-simulator'),
  sello: ROOT,
} as const

export type PackageName = keyof typeof FOLDERS

/** They run and bundle TypeScript; the published package is JavaScript. */
const LOADERS = ['tsx', 'esbuild']

/** The manifest to publish, made from the repository's. */
export async function publishedManifest(name: PackageName, source: Manifest): Promise<Manifest> {
  return { client: clientManifest, simulator: simulatorManifest, sello: selloManifest }[name](
    source,
  )
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

/** Its program, its interface for tests, and the two packages that check the published schemas. */
async function simulatorManifest(source: Manifest): Promise<Manifest> {
  return {
    ...common(source),
    keywords: ['dte', 'el-salvador', 'factura-electronica', 'hacienda', 'simulator'],
    engines: { node: '>=20' },
    bin: { 'mh-simulator': 'dist/src/bin.js' },
    publishConfig: { access: 'public', provenance: true },
    files: FILES.simulator,
    exports: { '.': { types: './dist/types/index.d.ts', default: './dist/src/index.js' } },
    ...(await pinsOf(Object.keys(source.dependencies ?? {}))),
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
    files: [...FILES.sello, 'npm-shrinkwrap.json', SBOM],
    ...(await pinsOf(wanted)),
  }
}
