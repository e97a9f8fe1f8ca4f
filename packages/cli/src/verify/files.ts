/**
 * The files to verify: named ones, and all documents below a folder. A PDF belongs to the JSON of the same name.
 */
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../exit.ts'
import { FILE_REASONS } from '../explain.ts'

export interface DocumentFile {
  readonly json: string
  /** Null: there is none next to it. */
  readonly pdf: string | null
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
  for await (const entry of await opendir(folder)) {
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
