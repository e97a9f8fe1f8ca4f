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
import { FOLDERS, publishedManifest } from './build/manifest.ts'
import { buildSello } from './build/sello.ts'
import { shrinkwrapOf } from './build/shrinkwrap.ts'

const [when, name] = process.argv.slice(2)
if ((when !== 'before' && when !== 'after') || (name !== 'client' && name !== 'sello')) {
  throw new Error('pack before|after client|sello')
}
const folder = FOLDERS[name]
const manifest = join(folder, 'package.json')
const kept = join(folder, 'package.json.source')
const license = join(folder, 'LICENSE')
const shrinkwrap = join(folder, 'npm-shrinkwrap.json')

if (existsSync(kept)) await rename(kept, manifest)
await rm(shrinkwrap, { force: true }) // in the repository npm would prefer it to package-lock.json
if (when === 'before') {
  if (name === 'sello') await buildConsole()
  console.error(await (name === 'client' ? buildClient() : buildSello()))
  const text = await readFile(manifest, 'utf8')
  const published = await publishedManifest(name, JSON.parse(text))
  await writeFile(kept, text)
  await writeFile(manifest, `${JSON.stringify(published, null, 2)}\n`)
  if (name === 'sello') {
    await writeFile(shrinkwrap, `${JSON.stringify(await shrinkwrapOf(published), null, 2)}\n`)
  }
  if (folder !== ROOT) await copyFile(join(ROOT, 'LICENSE'), license)
} else if (folder !== ROOT) await rm(license, { force: true })
