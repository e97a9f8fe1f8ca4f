/** The real path of a folder, through any links, and the companies' folders that contain it. */
import { mkdir, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf, orFailed } from './folder.ts'
import { assertOwn, MARKER, type Owner } from './marker.ts'

/** The real path of a folder that may not exist yet. */
export function realPathOf(location: string): Promise<string> {
  return orFailed(location, () => resolveLinks(location))
}

async function resolveLinks(location: string): Promise<string> {
  try {
    return await realpath(location)
  } catch (error) {
    const parent = dirname(location)
    if (codeOf(error) !== 'ENOENT' || parent === location) throw error
    return join(await resolveLinks(parent), basename(location))
  }
}

/** Creates the folder if needed. Returns its real path. */
export function makeFolder(location: string): Promise<string> {
  return orFailed(location, async () => {
    await mkdir(location, { recursive: true })
    return realpath(location)
  })
}

/** Throws `StoreFailed` if a parent folder is marked for another company, known to this database or not. */
export async function assertOutsideOthers(
  location: string,
  owner: Pick<Owner, 'companyId'>,
): Promise<void> {
  for (let at = dirname(location); ; at = dirname(at)) {
    const marker = await readFile(join(at, MARKER)).catch(() => null) // an unreadable file is not a marker
    if (marker) assertOwn(marker, owner)
    if (dirname(at) === at) return
  }
}
