/** A local or mounted folder as a store. */
import {
  access,
  link,
  mkdir,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Random } from '../../base/clock.ts'
import { flushFolder } from '../../base/flush-folder.ts'
import { type Store, StoreFailed } from './store.ts'

export function createFolder(location: string, random: Random): Store {
  return {
    put: (files) =>
      orFailed(location, async () => {
        await access(location) // a missing folder, such as a lost mount, is not created again
        const folders = new Set(files.map(({ path }) => dirname(join(location, path))))
        for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o750 })
        await putFiles(
          files.map(({ path, bytes }) => {
            const file = join(location, path)
            return { file, bytes, draft: join(dirname(file), `.sello-${random.uuid()}`) }
          }),
        )
        for (const folder of folders) await flushFolder(folder)
      }),
    create: (file) =>
      orFailed(location, async () => {
        const isNew = await createFile(join(location, file.path), file.bytes, random.uuid())
        if (isNew) await flushFolder(location)
        return isNew
      }),
    get: (path) => orFailed(location, () => readIfThere(join(location, path))),
    has: (path) => orFailed(location, () => isFile(join(location, path))),
    remove: (path) => orFailed(location, () => rm(join(location, path), { force: true })),
    list: (folder, prefixes) =>
      orFailed(location, async () => {
        await access(location)
        return namesIn(join(location, folder), prefixes)
      }),
  }
}

/** Closed to others, and on the disk when the call ends. */
const NEW_FILE = { flag: 'wx', mode: 0o640, flush: true } as const

interface Draft {
  readonly file: string
  readonly bytes: Uint8Array
  /** The temporary name under which it is written first. */
  readonly draft: string
}

/**
 * Writes all files under temporary names, flushes them together and then renames them, so that readers see each
 * file complete or not at all. The folders are flushed too, or a power cut could undo the renames.
 */
async function putFiles(drafts: readonly Draft[]): Promise<void> {
  try {
    await allSettledOrThrow(drafts.map(({ draft, bytes }) => writeFile(draft, bytes, NEW_FILE)))
    await allSettledOrThrow(drafts.map(({ draft, file }) => rename(draft, file)))
  } catch (error) {
    for (const { draft } of drafts) await rm(draft, { force: true })
    throw error
  }
}

/** Throws the first error, but only after all writes have ended: a running write would leave its file behind. */
async function allSettledOrThrow(running: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(running)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** Links the file to its name, which fails if the name is taken. */
async function createFile(file: string, bytes: Uint8Array, draftName: string): Promise<boolean> {
  const draft = join(dirname(file), `.sello-${draftName}`)
  try {
    await writeFile(draft, bytes, NEW_FILE)
    await link(draft, file).catch((error: unknown) => {
      if (!WITHOUT_LINKS.has(codeOf(error) ?? '')) throw error
      return writeFile(file, bytes, NEW_FILE)
    })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** The errors of file systems without hard links, such as some network shares. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function namesIn(folder: string, prefixes: readonly string[]): Promise<readonly string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(folder)) {
      if (prefixes.some((prefix) => name.startsWith(prefix))) names.push(name)
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  return names
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** The system's errors are about the folder; any other error is a bug. */
export async function orFailed<T>(location: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const code = codeOf(cause)
    if (code === undefined) throw cause
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    const message = isFull
      ? `El disco de ${location} está lleno (${code}). Haga espacio o amplíelo.`
      : `No se puede escribir, leer y borrar en ${location} (${code}).`
    throw new StoreFailed(message, { cause })
  }
}

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
