/**
 * Used by `npm pack`. In the repository a package's exports are its sources; in the tarball they are `dist`. npm
 * reads package.json after `prepack`, which writes the published manifest, and `postpack` restores the other. The
 * next run repairs an interrupted one.
 */
import { existsSync } from 'node:fs'
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildClient } from './build/client.ts'
import { buildConsole } from './build/console.ts'
import { ROOT } from './build/folder.ts'
import { FOLDERS, type PackageName, publishedManifest } from './build/manifest.ts'
import { SBOM, sbomOf } from './build/sbom.ts'
import { buildSello } from './build/sello.ts'
import { shrinkwrapOf } from './build/shrinkwrap.ts'
import { buildSimulator } from './build/simulator.ts'

const [when, name] = process.argv.slice(2)
const BUILDS = { client: buildClient, simulator: buildSimulator, sello: buildSello } as const
if ((when !== 'before' && when !== 'after') || !isPackage(name)) {
  throw new Error(`pack before|after ${Object.keys(BUILDS).join('|')}`)
}
const folder = FOLDERS[name]
const manifest = join(folder, 'package.json')
const kept = join(folder, 'package.json.source')
const license = join(folder, 'LICENSE')
const shrinkwrap = join(folder, 'npm-shrinkwrap.json')

if (existsSync(kept)) await rename(kept, manifest)
await rm(join(folder, SBOM), { force: true })
await rm(shrinkwrap, { force: true }) // in the repository npm would prefer it to package-lock.json
if (when === 'before') {
  if (name === 'sello') await buildConsole()
  console.error(await BUILDS[name]())
  const text = await readFile(manifest, 'utf8')
  const published = await publishedManifest(name, JSON.parse(text))
  await writeFile(kept, text)
  await writeFile(manifest, `${JSON.stringify(published, null, 2)}\n`)
  if (name === 'sello') {
    const lock = await shrinkwrapOf(published)
    await writeFile(shrinkwrap, `${JSON.stringify(lock, null, 2)}\n`)
    await writeFile(join(folder, SBOM), await sbomOf(published, lock))
  }
  if (folder !== ROOT) await copyFile(join(ROOT, 'LICENSE'), license)
} else if (folder !== ROOT) await rm(license, { force: true })

function isPackage(text: string | undefined): text is PackageName {
  return Object.hasOwn(BUILDS, text ?? '')
}
