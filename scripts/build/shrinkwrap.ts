/**
 * The published `sello` installs the versions of `package-lock.json`, with which the tests are run (ADR 0001). npm reads
 * `npm-shrinkwrap.json` of a package from a registry, and in the package's own folder; of a tarball it does not. There
 * the manifest pins every package that npm puts at the top, and only second copies below others stay free.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from './folder.ts'

/** What npm writes for one installed package. */
interface Locked {
  readonly version?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

type Packages = Readonly<Record<string, Locked>>

/** The exact version of each package at the top of an installation of these. */
export async function pinsOf(names: readonly string[]) {
  const { packages } = await readLock()
  const tops = Object.entries(closureOf(packages, names)).flatMap(([place, locked]) => {
    const name = place.slice('node_modules/'.length)
    return name.includes('node_modules/') ? [] : [{ name, locked }]
  })
  const pinned = (isOptional: boolean) =>
    Object.fromEntries(
      tops
        .filter(({ locked }) => (locked.optional ?? false) === isOptional)
        .map(({ name, locked }) => [name, locked.version ?? '']),
    )
  return { dependencies: pinned(false), optionalDependencies: pinned(true) }
}

/** The members of a manifest that its lock repeats. */
interface Published {
  readonly name?: unknown
  readonly version?: unknown
  readonly license?: unknown
  readonly engines?: unknown
  readonly bin?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The lock of the published manifest. */
export async function shrinkwrapOf(manifest: Published) {
  const { lockfileVersion, packages } = await readLock()
  const { name, version, license, engines, bin } = manifest
  const { dependencies = {}, optionalDependencies = {} } = manifest
  const root = { name, version, license, engines, bin, dependencies, optionalDependencies }
  const installed = closureOf(packages, Object.keys(dependencies))
  return { name, version, lockfileVersion, requires: true, packages: { '': root, ...installed } }
}

async function readLock(): Promise<{
  readonly lockfileVersion: number
  readonly packages: Packages
}> {
  return JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
}

/** The packages that the named ones need, each where npm puts it in an installation of its own. */
function closureOf(packages: Packages, names: readonly string[]): Packages {
  const found = new Map<string, { readonly locked: Locked; isOptional: boolean }>()
  const visit = (from: string, name: string, isOptional: boolean): void => {
    const place = placeOf(packages, from, name)
    if (place === null) {
      if (isOptional) return
      throw new Error(`package-lock.json has no ${name} for ${from || 'the root'}`)
    }
    const known = found.get(place)
    if (known && (isOptional || !known.isOptional)) return
    const locked = packages[place] as Locked
    found.set(place, { locked, isOptional })
    for (const [one, optional] of neededBy(locked)) visit(place, one, isOptional || optional)
  }
  for (const name of names) visit('', name, false)
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([place, { locked, isOptional }]) => {
      const { dev: _, devOptional: __, optional: ___, ...rest } = locked
      return [place, { ...rest, ...(isOptional ? { optional: true } : {}) }]
    }),
  )
}

/** Each needed package, and whether an installation does without it. */
function neededBy(locked: Locked): readonly (readonly [name: string, isOptional: boolean])[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = locked
  const { peerDependenciesMeta: meta = {} } = locked
  return [
    ...Object.keys(dependencies).map((name) => [name, false] as const),
    ...Object.keys(optionalDependencies).map((name) => [name, true] as const),
    ...Object.keys(peerDependencies)
      .filter((name) => !meta[name]?.optional)
      .map((name) => [name, false] as const),
  ]
}

/** As Node.js resolves it: in the package's own folder, then in those around it. */
function placeOf(packages: Packages, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    if (!folder.endsWith('node_modules')) {
      const place = join(folder === '.' ? '' : folder, 'node_modules', name)
      if (packages[place]) return place
    }
    if (folder === '' || folder === '.') break
  }
  return null
}
