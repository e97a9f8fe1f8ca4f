/** Creates files beside those that exist. No output of a command replaces a file: it may be the only copy of something. */
import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { format, join, parse } from 'node:path'

export interface NewFile {
  readonly mode?: number
  /** False: a repeat writes it again, so it need not survive a power failure. */
  readonly flush?: boolean
}

/** Creates the file with its whole content. Returns false, and changes nothing, if the name is taken. */
export async function createWhole(
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, flush = true }: NewFile = {},
): Promise<boolean> {
  const draft = `${path}.${randomUUID()}.new`
  const options = { flag: 'wx', mode, flush }
  try {
    await writeFile(draft, content, options)
    await link(draft, path) // takes the name only if it is free, with the content complete
    return true
  } catch (error) {
    if (isTaken(error)) return false
    if (!NO_LINKS.has(codeOf(error))) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return createInPlace(path, content, options)
}

/**
 * Creates the file, or if another content has its name, `name-2.ext`, `name-3.ext`… A file with the same content
 * is left as it is. Returns the path.
 */
export async function createBeside(
  path: string,
  content: string | Uint8Array,
  options?: NewFile,
): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? path : numbered(path, n)
    if (await createWhole(name, content, options)) return name
    if (await hasContent(name, content)) return name
  }
}

const DRAFT = /\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.new$/

/** Removes what a killed run left half written. A run that still writes there gets ENOENT and has to write again. */
export async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [] // created with the first file
    throw error
  })
  const drafts = names.filter((name) => DRAFT.test(name))
  await Promise.all(drafts.map((name) => rm(join(folder, name), { force: true })))
}

function numbered(path: string, n: number): string {
  const { dir, name, ext } = parse(path)
  return format({ dir, name: `${name}-${n}`, ext })
}

async function hasContent(path: string, content: string | Uint8Array): Promise<boolean> {
  try {
    return (await readFile(path)).equals(Buffer.from(content as Uint8Array))
  } catch (error) {
    if (['EISDIR', 'ENOENT', 'EACCES'].includes(codeOf(error))) return false // not ours: take another name
    throw error
  }
}

/** Some network shares do not support links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

async function createInPlace(path: string, content: string | Uint8Array, options: object) {
  try {
    await writeFile(path, content, options)
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

const isTaken = (error: unknown) => codeOf(error) === 'EEXIST'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
