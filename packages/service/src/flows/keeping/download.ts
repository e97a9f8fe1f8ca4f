/**
 * A document's file and its source: the holding area for an hour after the seal, then the copy in managed
 * storage, then the archive, which renders it again from the signed bytes. All three give the same bytes.
 */
import { createHash } from 'node:crypto'
import { describeError } from '../../base/log.ts'
import { requeueCopies } from '../../ledger/holding/copies.ts'
import { type Copy, findFileAvailability } from '../../ledger/holding/holding.ts'
import { openStore } from '../../outside/stores/open.ts'
import { type FileSubject, signedOf } from './file-subject.ts'
import { jsonFileOf, pdfFileOf, rawFileOf, ticketFileOf } from './files.ts'
import type { Keeper } from './keeper.ts'

export type FileRequest =
  | { readonly kind: 'json' | 'raw' | 'pdf' }
  | { readonly kind: 'ticket'; readonly paperWidthMm: number }

export interface Download {
  readonly bytes: Buffer
  readonly source: 'holding' | 'managed' | 'archive'
}

/**
 * `gone` if the hour is over and the company has no managed storage; `not_sealed` if the file contains the seal and
 * there is none.
 */
export async function download(
  deps: Keeper,
  subject: FileSubject,
  request: FileRequest,
): Promise<Download | 'gone' | 'not_sealed' | 'not_printed'> {
  const missing = missingOf(subject, request)
  if (missing) return missing
  const signed = signedOf(subject)
  const { held, managed, copy } = await findFileAvailability(
    deps.pool,
    signed,
    signed.codigoGeneracion,
    deps.clock.now(),
  )
  const isSealed = signed.selloRecibido !== null
  if (held) return { bytes: await draw(deps, subject, request), source: 'holding' }
  // After the holding area an event's files are rebuilt from its signature (docs/wire.md#files).
  if (isSealed && !managed && subject.evento === null) return 'gone'
  // The copy of a document that was invalidated since does not show it.
  const isAsStored = request.kind === 'json' || signed.estado !== 'invalidado'
  const stored = copy && isAsStored && (await readCopy(deps, signed, copy, request))
  return stored
    ? { bytes: stored, source: 'managed' }
    : { bytes: await draw(deps, subject, request), source: 'archive' }
}

/** A rejected or abandoned document never existed for the ministry, so it has no printed copy. */
function missingOf(
  subject: FileSubject,
  { kind }: FileRequest,
): 'not_sealed' | 'not_printed' | null {
  const { estado, selloRecibido, signature } = signedOf(subject)
  if (signature === null) return 'not_sealed'
  if (selloRecibido !== null || kind === 'raw') return null
  const isGone = estado === 'rechazado' || estado === 'abandonado'
  if (subject.evento !== null && kind === 'pdf' && isGone) return 'not_printed'
  return kind === 'json' || isGone ? 'not_sealed' : null
}

async function draw(
  { printer }: Keeper,
  subject: FileSubject,
  request: FileRequest,
): Promise<Buffer> {
  if (request.kind === 'raw') return rawFileOf(subject)
  if (request.kind === 'pdf') return pdfFileOf(subject, printer)
  if (request.kind === 'ticket') return ticketFileOf(subject, printer, request.paperWidthMm)
  const json = jsonFileOf(subject)
  if (!json) throw new Error('bug: the Archivo DTE of what has no seal')
  return json
}

/** Null when the copy is missing or altered: the archive has the original, and the copy is queued again. */
async function readCopy(
  deps: Keeper,
  { codigoGeneracion }: { readonly codigoGeneracion: string },
  copy: Copy,
  { kind }: FileRequest,
): Promise<Buffer | null> {
  const files: Partial<Record<FileRequest['kind'], readonly [string | null, Buffer | null]>> = {
    json: [copy.jsonPath, copy.jsonSha256],
    pdf: [copy.pdfPath, copy.pdfSha256],
  }
  const [path, sha256] = files[kind] ?? []
  if (!path || !sha256) return null
  try {
    const bytes = await openStore(copy.destination, deps).get(path)
    if (bytes && createHash('sha256').update(bytes).digest().equals(sha256)) return bytes
    const found = bytes ? 'altered' : 'missing'
    deps.log.warn({ codigoGeneracion, kind, found }, 'a stored file is missing or altered')
    await requeueCopies(deps.pool, copy.destination, [codigoGeneracion], deps.clock.now())
  } catch (error) {
    deps.log.warn({ codigoGeneracion, kind, error: describeError(error) }, 'a stored file failed')
  }
  return null
}
