/** The published packages, packed from copies, so that the repository's manifests do not change. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../scripts/build/folder.ts'
import {
  FILES,
  FOLDERS,
  type PackageName,
  publishedManifest,
} from '../../../scripts/build/manifest.ts'

const exec = promisify(execFile)

/** The tarball of a package that is built, made from a copy of its files below `folder`. */
export async function pack(name: PackageName, folder: string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  for (const file of FILES[name]) {
    const from = file === 'LICENSE' ? join(ROOT, file) : join(FOLDERS[name], file)
    await cp(from, join(copy, file), { recursive: true })
  }
  const source = JSON.parse(await readFile(join(FOLDERS[name], 'package.json'), 'utf8'))
  await writeFile(join(copy, 'package.json'), JSON.stringify(await publishedManifest(name, source)))
  const { stdout } = await exec('npm', ['pack', '--json', '--ignore-scripts'], { cwd: copy })
  const [{ filename, size }] = JSON.parse(stdout)
  console.log(`${filename}: ${Math.ceil(size / 1024)} KB`)
  return join(copy, filename)
}

/** The tarball unpacked where npm would put it, below a new folder of `folder`. */
export async function install(tarball: string, name: string, folder: string): Promise<string> {
  const home = await mkdtemp(join(folder, 'home-'))
  const target = join(home, 'node_modules', name)
  await mkdir(target, { recursive: true })
  await exec('tar', ['xzf', tarball, '-C', target, '--strip-components', '1'])
  await writeFile(join(home, 'package.json'), '{"type":"module"}')
  return home
}

/** Its dependencies, taken from this repository's node_modules, so that the test needs no registry. */
export async function linkAll(home: string, dependencies: object): Promise<void> {
  for (const name of Object.keys(dependencies)) {
    const link = join(home, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(await folderOf(name), link)
  }
}

/** A dependency is installed at the top level, or inside the package that needs another version. */
async function folderOf(name: string): Promise<string> {
  for (const place of ['', 'packages/service', 'packages/cli', 'packages/paper']) {
    const found = join(ROOT, place, 'node_modules', name)
    if (await readdir(found).catch(() => null)) return found
  }
  throw new Error(`${name} is not installed`)
}
