/** Copies from memory what this process has just sealed: nothing is read from the database, or rendered again. */

import { describeError } from '../../base/log.ts'
import { isLarge, nextTurn } from '../../base/time/event-loop.ts'
import { archivoDte } from '../../ledger/documents/archivo.ts'
import type { SealedDocument } from '../../ledger/documents/sealed-body.ts'
import { jwsOf } from '../../ledger/transmission/filing.ts'
import { sheetOf } from '../../papers/printing/work.ts'
import { copyBatch, type Files, type ToCopy } from './copy-batch.ts'
import type { Keeper } from './keeper.ts'
import { pathsOf } from './paths.ts'

/** Small documents copied before other work gets a turn: with their letters rendered, less than 1 ms. */
const IN_A_ROW = 8
/**
 * A batch that takes longer hangs, for example on an unreachable network mount; its lane then continues without it.
 */
const BATCH_MS_MAX = 30_000

/** Runs one lane until nothing waits. Returns the number of documents whose files are stored. */
export async function copySealed(deps: Keeper, signal?: AbortSignal): Promise<number> {
  const { copyQueue } = deps
  let count = 0
  while (!signal?.aborted) {
    const taken = copyQueue.take()
    if (taken.length === 0) break
    const copying = copyTaken(deps, taken).finally(() => copyQueue.release(taken))
    count += await withinTime(deps, copying, () => copyQueue.abandon(taken))
  }
  return count
}

/** A hanging batch continues on its own, and is recorded if it finishes. */
async function withinTime(
  { clock, log }: Keeper,
  copying: Promise<number>,
  abandon: () => void,
): Promise<number> {
  const ended = new AbortController()
  const late = clock.sleep(BATCH_MS_MAX, ended.signal).then(() => 'late' as const)
  const count = await Promise.race([copying, late])
  ended.abort()
  if (count !== 'late') return count
  log.error({ job: 'copy' }, 'a batch of files hangs: its company is left to the database')
  abandon()
  return 0
}

/**
 * The database makes failures due when their lease ends, so files for an unavailable destination are left to it.
 */
async function copyTaken(deps: Keeper, taken: readonly SealedDocument[]): Promise<number> {
  const { copyQueue, log } = deps
  const batch = taken.map((sealed, i) => toCopy(deps, sealed, i))
  try {
    const failed = await copyBatch(
      deps,
      batch,
      (place) => !copyQueue.isFailing(place.destinationId),
    )
    return taken.length - failed.length
  } catch (error) {
    log.error({ job: 'copy', error: describeError(error) }, 'a batch of files is made again')
    return 0
  }
}

function toCopy(deps: Keeper, sealed: SealedDocument, nth: number): ToCopy {
  const { companyId, codigoGeneracion, ambiente, nit } = sealed.firmado
  return {
    pending: {
      company_id: companyId,
      codigo_generacion: codigoGeneracion,
      ambiente,
      copy_attempts: 0, // attempts count only when the database's queue hands it out
      nit,
    },
    begin: () => () => filesOf(deps, sealed, nth),
  }
}

async function filesOf({ printer }: Keeper, sealed: SealedDocument, nth: number): Promise<Files> {
  const { firmado, outcome } = sealed
  const { payload } = firmado
  if (nth % IN_A_ROW === 0 || isLarge({ text: payload })) await nextTurn() // calls come first
  const pdf = await printer.letter(sheetOf(payload, outcome))
  return {
    paths: pathsOf({ documento: firmado, evento: null }),
    json: Buffer.from(archivoDte(payload, jwsOf(firmado), outcome.selloRecibido)),
    pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
  }
}
