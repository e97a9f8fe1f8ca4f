/** Copies one document to every destination, reads it back, and reports it. Idempotent. */
import { createHash } from 'node:crypto'
import type { ArchivedClient } from '../../own/archive.ts'
import { pathsOf } from '../../own/files.ts'
import { assertMarked, type Destination } from './destinations.ts'
import type { EntryFiles } from './outbox.ts'
import { type Store, StoreFailed } from './store.ts'

export async function copyTo(
  sello: ArchivedClient,
  { destino, store }: Destination,
  { codigoGeneracion, files }: { readonly codigoGeneracion: string; readonly files: EntryFiles },
): Promise<void> {
  const paths = pathsOf(files)
  const json = new TextEncoder().encode(files.json)
  const pdf = files.pdf === null ? null : new Uint8Array(Buffer.from(files.pdf, 'base64'))
  await assertMarked(store, destino)
  await putAndRead(store, paths.json, json)
  if (pdf) await putAndRead(store, paths.pdf, pdf)
  await sello.storage.report(codigoGeneracion, {
    secretId: destino.id,
    jsonPath: paths.json,
    pdfPath: pdf ? paths.pdf : null,
    sha256: { json: sha256(json), ...(pdf ? { pdf: sha256(pdf) } : {}) },
  })
}

async function putAndRead(store: Store, path: string, bytes: Uint8Array): Promise<void> {
  await store.put(path, bytes)
  const back = await store.get(path)
  if (back && Buffer.from(back).equals(bytes)) return
  throw new StoreFailed(`Lo que se leyó en ${path} no es lo que se escribió.`)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
