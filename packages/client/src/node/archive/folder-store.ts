/** A local or mounted folder. */
import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FolderLocation } from '../../own/location.ts'
import { type Store, StoreFailed } from './store.ts'

/** Writes nothing when the folder itself is missing: an unmounted disk is not created. */
export function folderStore({ path: root }: FolderLocation, uuid: () => string): Store {
  return {
    put: (path, bytes) =>
      orFailed(root, async () => {
        await access(root)
        const file = join(root, path)
        await mkdir(dirname(file), { recursive: true, mode: 0o750 })
        await putFile(file, bytes, uuid())
        await flushFolder(dirname(file))
      }),
    get: (path) =>
      orFailed(root, async () => {
        await access(root)
        return readIfThere(join(root, path))
      }),
    remove: (path) => orFailed(root, () => rm(join(root, path), { force: true })),
  }
}

/** Readers see the complete file or none. */
async function putFile(file: string, bytes: Uint8Array, name: string): Promise<void> {
  const draft = join(dirname(file), `.sello-${name}`)
  try {
    await writeFile(draft, bytes, { flag: 'wx', mode: 0o640, flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Otherwise a power cut could undo the rename. Windows cannot flush folders. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readIfThere(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no existe. Si es un disco que se conecta, conéctelo.',
  EACCES: 'este usuario no tiene permiso.',
  EPERM: 'este usuario no tiene permiso.',
  EROFS: 'el disco es de solo lectura.',
  ENOSPC: 'no queda espacio en el disco.',
  EDQUOT: 'la cuota del disco se acabó.',
  ENOTDIR: 'una parte de la ruta no es una carpeta.',
}

/** The system's errors are about the folder; any other error is a bug. */
async function orFailed<T>(root: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const code = codeOf(cause)
    if (code === undefined) throw cause
    throw new StoreFailed(`${root}: ${REASONS[code] ?? `no se puede usar (${code}).`}`, {
      code,
      cause,
    })
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
