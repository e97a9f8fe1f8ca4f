/** Files that are written once: of processes that start at once one wins, and all read what it wrote. */
import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushFolder } from './flush-folder.ts'

/**
 * Writes the file unless it is there, and returns its text. link() takes a name only if it is free, and only
 * publishes complete files. Content and name survive a power cut.
 */
export async function keepFirst(file: string, content: string, mode: number): Promise<string> {
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${content}\n`, { mode, flag: 'wx', flush: true })
  try {
    await chmod(draft, mode) // whatever the umask says
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  await flushFolder(dirname(file))
  return (await readFile(file, 'utf8')).trim()
}

/** Its text; null: there is no such file. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
