/**
 * A document's file, and where its bytes come from: the holding area for an hour from the seal, then
 * what was put into the company's managed storage, then the archive, which draws it again from the
 * signed bytes. All three are the same bytes.
 */
import { createHash } from 'node:crypto'
import type { Deps } from '../context.ts'
import type { Stored } from '../documents/find.ts'
import { describeError } from '../log.ts'
import { jsonFileOf, pdfFileOf, rawFileOf, ticketFileOf } from './files.ts'
import { type Copy, findWhereabouts } from './holding.ts'
import { openStore } from './open.ts'

export type Wanted =
  | { readonly kind: 'json' | 'raw' | 'pdf' }
  | { readonly kind: 'ticket'; readonly paperWidthMm: number }

export interface Download {
  readonly bytes: Buffer
  readonly source: 'holding' | 'managed' | 'archive'
}

/**
 * `gone` where the hour is over and the company has no managed storage; `not_sealed` where the file
 * carries the seal and there is none.
 */
export async function download(
  deps: Deps,
  stored: Stored,
  wanted: Wanted,
): Promise<Download | 'gone' | 'not_sealed'> {
  if (!canHave(stored, wanted)) return 'not_sealed'
  const { held, managed, copy } = await findWhereabouts(
    deps.pool,
    stored,
    stored.codigoGeneracion,
    deps.clock.now(),
  )
  const isSealed = stored.selloRecibido !== null
  if (held) return { bytes: await draw(deps, stored, wanted), source: 'holding' }
  if (isSealed && !managed) return 'gone'
  const kept = copy && (await readCopy(deps, stored, copy, wanted))
  return kept
    ? { bytes: kept, source: 'managed' }
    : { bytes: await draw(deps, stored, wanted), source: 'archive' }
}

/** A rejected document never existed for the ministry: it is not printed. */
function canHave({ estado, selloRecibido, signature }: Stored, { kind }: Wanted): boolean {
  if (signature === null) return false
  if (selloRecibido !== null || kind === 'raw') return true
  return kind !== 'json' && estado !== 'rechazado'
}

async function draw({ printer }: Deps, stored: Stored, wanted: Wanted): Promise<Buffer> {
  if (wanted.kind === 'raw') return rawFileOf(stored)
  if (wanted.kind === 'pdf') return pdfFileOf(stored, printer)
  if (wanted.kind === 'ticket') return ticketFileOf(stored, printer, wanted.paperWidthMm)
  const json = jsonFileOf(stored)
  if (!json) throw new Error('bug: the Archivo DTE of a document without a seal')
  return json
}

/** Null where it is not there, or no longer what was put there: the archive has the true one. */
async function readCopy(
  deps: Deps,
  { codigoGeneracion }: Stored,
  copy: Copy,
  { kind }: Wanted,
): Promise<Buffer | null> {
  const files: Partial<Record<Wanted['kind'], readonly [string | null, Buffer | null]>> = {
    json: [copy.jsonPath, copy.jsonSha256],
    pdf: [copy.pdfPath, copy.pdfSha256],
  }
  const [path, sha256] = files[kind] ?? []
  if (!path || !sha256) return null
  try {
    const bytes = await openStore(copy.place, deps).get(path)
    if (bytes && createHash('sha256').update(bytes).digest().equals(sha256)) return bytes
    const found = bytes ? 'altered' : 'missing'
    deps.log.warn({ codigoGeneracion, kind, found }, 'a stored file is not what was put there')
  } catch (error) {
    deps.log.warn({ codigoGeneracion, kind, error: describeError(error) }, 'a stored file failed')
  }
  return null
}
