/** Fetches the files of a sealed document or event from the service, or rebuilds them from its signed bytes. */
import { isSelloError } from '../../error.ts'
import type { Query } from '../../generated/wire.ts'
import type { ArchivedClient } from '../../own/archive.ts'
import { archivoDteOf } from '../../own/files.ts'
import type { EntryFiles } from './outbox.ts'

/** `later`: it has no seal yet. `never`: it will have none, or does not exist. */
export type Fetched = EntryFiles | 'later' | 'never'

const WITHOUT: ReadonlySet<string> = new Set(['rechazado', 'abandonado', 'liberado', 'descartado'])

export async function fetchFiles(
  sello: ArchivedClient,
  codigoGeneracion: string,
): Promise<Fetched> {
  const found = await orAbsent(() => sello.query(codigoGeneracion))
  if (found === null || WITHOUT.has(found.estado)) return 'never'
  if (found.selloRecibido === null || found.jws === null) return 'later'
  const json = await jsonOf(sello, found)
  if (json === null) return 'never'
  const pdf = await orAbsent(() => sello.file(codigoGeneracion, { kind: 'pdf' }))
  const { ambiente, documentoRelacionado, numeroControl } = found
  const isEvent = found.tipoEvento !== null
  return {
    ambiente,
    // An event is next to its document, under its own code.
    fecEmi: documentoRelacionado?.fecEmi ?? found.fecEmi,
    name: isEvent || numeroControl === null ? found.codigoGeneracion : numeroControl,
    json,
    pdf: pdf && Buffer.from(pdf.bytes).toString('base64'),
  }
}

async function jsonOf(sello: ArchivedClient, { codigoGeneracion, jws, selloRecibido }: Query) {
  const file = await orAbsent(() => sello.file(codigoGeneracion))
  if (file) return new TextDecoder('utf-8', { fatal: true }).decode(file.bytes)
  return jws === null || selloRecibido === null ? null : archivoDteOf(jws, selloRecibido)
}

/** Null for 404: another company's, unknown, or no longer held. */
async function orAbsent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (isSelloError(error, 'not_found') || isSelloError(error, 'return_pdf_unavailable'))
      return null
    throw error
  }
}
