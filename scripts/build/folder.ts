/** Folders and sizes of a build. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Every file below a folder, from the folder. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** `dist: 12 files, 34 KB`. */
export async function sizeOf(folder: string, name: string): Promise<string> {
  const files = await filesIn(folder)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return `${name}: ${files.length} files, ${Math.ceil(bytes / 1024)} KB`
}
