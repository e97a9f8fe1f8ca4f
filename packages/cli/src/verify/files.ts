/**
 * The files to verify: named ones, and all documents below a folder. A PDF belongs to the JSON of the same name.
 */
import { opendir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../exit.ts'
import { FILE_REASONS } from '../explain.ts'

export interface DocumentFile {
  readonly json: string
  /** Null: there is none next to it. */
  readonly pdf: string | null
  /** Why a folder could not be listed; then there is no document. */
  readonly problem?: string
}

/** Yields one file at a time, so that a large folder takes no memory. */
export async function* documentFiles(paths: readonly string[]): AsyncGenerator<DocumentFile> {
  for (const path of paths) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      const reason = FILE_REASONS[String(error.code)]
      if (reason === undefined) throw error
      throw new CliError('unavailable', `${path}: ${reason}`, { cause: error })
    })
    if (found.isDirectory()) yield* below(path)
    else yield withPdf(path, await exists(pdfOf(path)))
  }
}

async function* below(folder: string): AsyncGenerator<DocumentFile> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    const reason = FILE_REASONS[String(error.code)]
    if (reason === undefined) throw error
    return reason
  })
  if (typeof entries === 'string') return yield { ...withPdf(folder, false), problem: entries }
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* below(path)
    else if (entry.name.endsWith('.json')) yield withPdf(path, await exists(pdfOf(path)))
  }
}

const pdfOf = (path: string) => path.replace(/\.json$/, '.pdf')
const withPdf = (json: string, hasPdf: boolean) => ({ json, pdf: hasPdf ? pdfOf(json) : null })

async function exists(path: string): Promise<boolean> {
  return path.endsWith('.pdf') && (await stat(path).catch(() => null)) !== null
}

/** A file that cannot be read; the message says why. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Larger than any document or printed copy; sixteen files are read at a time. */
const FILE_BYTES_MAX = 32 * 1024 * 1024

/** The bytes of an ordinary file of bounded size. Throws `Unreadable` for anything else, such as a pipe. */
export async function readBounded(path: string): Promise<Buffer> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new Unreadable(`${path} no es un archivo.`)
    if (found.size > FILE_BYTES_MAX) throw new Unreadable(`${path} es demasiado grande.`)
    return await readFile(path)
  } catch (error) {
    const reason = FILE_REASONS[String((error as NodeJS.ErrnoException).code)]
    if (reason === undefined) throw error
    throw new Unreadable(`${path}: ${reason}`, { cause: error })
  }
}
