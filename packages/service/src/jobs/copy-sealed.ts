/** Copies what this process sealed a moment ago, from memory: nothing is read from the database, or drawn again. */
import type { Deps } from '../context.ts'
import { archivoDte } from '../documents/archivo.ts'
import type { SealedDocument } from '../documents/sealed-body.ts'
import { jwsOf } from '../filings/filing.ts'
import { describeError } from '../operator/log.ts'
import { sheetOf } from '../printing/work.ts'
import { pathsOf } from '../storage/paths.ts'
import { isLarge, nextTurn } from '../time/event-loop.ts'
import { copyBatch, type Files, type ToCopy } from './copy-batch.ts'

/** While one batch waits for its place, the others are made. */
const LANES = 4
/** Of small documents, before others have their turn: with their letters at hand they are less than 1 ms. */
const IN_A_ROW = 8

/** Runs until the queue is empty. Returns the number of documents fully copied. */
export async function copySealed(deps: Deps, signal?: AbortSignal): Promise<number> {
  const lanes = Array.from({ length: LANES }, () => copyUntilNone(deps, signal))
  const counts = await Promise.all(lanes)
  return counts.reduce((sum, count) => sum + count, 0)
}

async function copyUntilNone(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { copyQueue } = deps
  let count = 0
  while (!signal?.aborted) {
    const taken = copyQueue.take()
    if (taken.length === 0) break
    try {
      count += await copyTaken(deps, taken)
    } finally {
      copyQueue.release(taken)
    }
  }
  return count
}

/** What fails is due in the database when its lease ends: the files of a place that is away are left to that. */
async function copyTaken(deps: Deps, taken: readonly SealedDocument[]): Promise<number> {
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

function toCopy(deps: Deps, sealed: SealedDocument, nth: number): ToCopy {
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

async function filesOf({ printer }: Deps, sealed: SealedDocument, nth: number): Promise<Files> {
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
