/** The files of an issued document, in a folder of the caller's. */
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Issued } from '@sello/client'
import { createBeside } from './new-file.ts'

/** Creates `<numeroControl>.json` and, if sealed, `.pdf`. Returns their paths. */
export async function writeIssued(folder: string, issued: Issued): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const base = join(folder, issued.numeroControl)
  if (issued.estado === 'contingencia') {
    return [await createBeside(`${base}.json`, issued.archivoJson)]
  }
  return [
    await createBeside(`${base}.json`, issued.archivoDte),
    await createBeside(`${base}.pdf`, Buffer.from(issued.representacionGrafica, 'base64')),
  ]
}

/** Writes a file that was asked for by its name, in place of an older one. Atomic, so that it is always complete. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<string> {
  const draft = `${path}.${process.pid}.new`
  const handle = await open(draft, 'w', 0o644)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
  return path
}
