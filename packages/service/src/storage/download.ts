/**
 * A document's file, and where its bytes come from: the holding area for an hour from the seal, then
 * what was put into the company's managed storage, then the archive, which draws it again from the
 * signed bytes. All three are the same bytes.
 */
import { createHash } from 'node:crypto'
import type { Deps } from '../context.ts'
import { describeError } from '../operator/log.ts'
import { oweAgain } from './copies.ts'
import { jsonFileOf, pdfFileOf, rawFileOf, ticketFileOf } from './files.ts'
import { type Copy, findWhereabouts } from './holding.ts'
import { type Kept, signedOf } from './kept.ts'
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
  kept: Kept,
  wanted: Wanted,
): Promise<Download | 'gone' | 'not_sealed' | 'not_printed'> {
  const missing = missingOf(kept, wanted)
  if (missing) return missing
  const signed = signedOf(kept)
  const { held, managed, copy } = await findWhereabouts(
    deps.pool,
    signed,
    signed.codigoGeneracion,
    deps.clock.now(),
  )
  const isSealed = signed.selloRecibido !== null
  if (held) return { bytes: await draw(deps, kept, wanted), source: 'holding' }
  // SPEC 4.8: after the holding area an event is made again from its signature.
  if (isSealed && !managed && kept.evento === null) return 'gone'
  // The copy of a document that was invalidated since says nothing of it.
  const isAsStored = wanted.kind === 'json' || signed.estado !== 'invalidado'
  const stored = copy && isAsStored && (await readCopy(deps, signed, copy, wanted))
  return stored
    ? { bytes: stored, source: 'managed' }
    : { bytes: await draw(deps, kept, wanted), source: 'archive' }
}

/** What was rejected or given up never existed for the ministry: it is not printed. */
function missingOf(kept: Kept, { kind }: Wanted): 'not_sealed' | 'not_printed' | null {
  const { estado, selloRecibido, signature } = signedOf(kept)
  if (signature === null) return 'not_sealed'
  if (selloRecibido !== null || kind === 'raw') return null
  const isGone = estado === 'rechazado' || estado === 'abandonado'
  if (kept.evento !== null && kind === 'pdf' && isGone) return 'not_printed'
  return kind === 'json' || isGone ? 'not_sealed' : null
}

async function draw({ printer }: Deps, kept: Kept, wanted: Wanted): Promise<Buffer> {
  if (wanted.kind === 'raw') return rawFileOf(kept)
  if (wanted.kind === 'pdf') return pdfFileOf(kept, printer)
  if (wanted.kind === 'ticket') return ticketFileOf(kept, printer, wanted.paperWidthMm)
  const json = jsonFileOf(kept)
  if (!json) throw new Error('bug: the Archivo DTE of what has no seal')
  return json
}

/**
 * Null where it is not there, or no longer what was put there: the archive has the true one, and the place
 * is owed it again.
 */
async function readCopy(
  deps: Deps,
  { codigoGeneracion }: { readonly codigoGeneracion: string },
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
    await oweAgain(deps.pool, copy.place, [codigoGeneracion], deps.clock.now())
  } catch (error) {
    deps.log.warn({ codigoGeneracion, kind, error: describeError(error) }, 'a stored file failed')
  }
  return null
}
