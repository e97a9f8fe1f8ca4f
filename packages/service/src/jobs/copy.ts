/**
 * Puts the files of sealed documents into the storage of their companies. It is behind the calls that
 * issue and takes no more than a share of the process: the documents wait in the holding area, and after
 * it in the archive, for as long as that needs.
 */
import { createHash } from 'node:crypto'
import type { Deps } from '../context.ts'
import { findDocument } from '../documents/find.ts'
import { describeError } from '../log.ts'
import { othersFirst } from '../others-first.ts'
import { openDataKey } from '../secrets.ts'
import {
  type Destination,
  findMissing,
  type NewCopy,
  type Owed,
  postponeCopies,
  recordCopies,
  takeOwed,
} from '../storage/copies.ts'
import { jsonFileOf, pdfFileOf } from '../storage/files.ts'
import { openStore } from '../storage/open.ts'
import { pathsOf } from '../storage/paths.ts'

const BATCH = 8
/** Longer than the files of a batch can take, an unwilling disk included. */
const LEASE_MS = 10 * 60_000
const RETRY_MS = 15_000
const RETRY_MS_MAX = 30 * 60_000
/**
 * After each batch it rests for so many times what the batch took, so that a folder gets an eighth of one
 * core; and no longer than this, because what a bucket takes is waiting, not work.
 */
const REST = 7
const REST_MS_MAX = 300

/** Until nothing is due. Says how many documents' files are where they belong now. */
export async function copyDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { clock } = deps
  let count = 0
  for (;;) {
    const began = clock.now()
    const leaseUntil = new Date(began.getTime() + LEASE_MS)
    const owed = await takeOwed(deps.pool, { now: began, leaseUntil, limit: BATCH })
    const inOrder = createOrder()
    const copied = await Promise.all(owed.map((one) => tryCopy(deps, one, inOrder)))
    for (const [i, one] of owed.entries()) if (!copied[i]) await postpone(deps, one)
    count += copied.filter(Boolean).length
    if (owed.length < BATCH || signal?.aborted) return count
    const tookMs = clock.now().getTime() - began.getTime()
    await clock.sleep(Math.min(tookMs * REST, REST_MS_MAX), signal)
  }
}

type InOrder = <T>(work: () => Promise<T>) => Promise<T>

/** One piece of work after the other, whatever became of the one before. */
function createOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

/** One document's failure stops no other. */
async function tryCopy(deps: Deps, owed: Owed, inOrder: InOrder): Promise<boolean> {
  try {
    await copyOne(deps, owed, inOrder)
    return true
  } catch (error) {
    const codigoGeneracion = owed.codigo_generacion.toUpperCase()
    const line = { job: 'copy', codigoGeneracion, error: describeError(error) }
    deps.log.error(line, 'the files of a document were not put in place')
    return false
  }
}

async function postpone({ pool, clock }: Deps, owed: Owed): Promise<void> {
  const delayMs = Math.min(RETRY_MS * 2 ** Math.min(owed.copy_attempts - 1, 10), RETRY_MS_MAX)
  await postponeCopies(pool, owed, new Date(clock.now().getTime() + delayMs))
}

/** Safe to repeat at any point: a file is written again with the same bytes, and a copy is recorded once. */
async function copyOne(deps: Deps, owed: Owed, inOrder: InOrder): Promise<void> {
  const { pool, clock } = deps
  const missing = await findMissing(pool, owed, clock.now())
  const copies: NewCopy[] = []
  const failures: unknown[] = []
  if (missing.length > 0) {
    // Storing is waiting, and done side by side; making the files is work, a tenth of a second for eight large ones.
    const files = await inOrder(() => filesOf(deps, owed))
    for (const destination of missing) {
      await put(deps, destination, files).then(
        (copy) => copies.push(copy),
        (error: unknown) => failures.push(error),
      )
    }
  }
  // What one destination has is known, also while another one cannot be reached.
  await recordCopies(pool, owed, { copies, all: failures.length === 0 }, clock.now())
  if (failures.length > 0) throw failures[0]
}

async function put(deps: Deps, destination: Destination, files: Files): Promise<NewCopy> {
  const { paths, json, pdf } = files
  const store = openStore(destination, deps)
  await store.put(paths.json, json)
  await store.put(paths.pdf, pdf)
  return {
    destinationId: destination.destinationId,
    jsonPath: paths.json,
    jsonSha256: sha256(json),
    pdfPath: paths.pdf,
    pdfSha256: sha256(pdf),
  }
}

type Files = Awaited<ReturnType<typeof filesOf>>

async function filesOf({ pool, secrets, printer }: Deps, owed: Owed) {
  const dataKey = openDataKey(secrets, owed.company_id, owed.data_key)
  const reader = { companyId: owed.company_id, ambiente: owed.ambiente, nit: owed.nit, dataKey }
  const stored = await findDocument(pool, reader, owed.codigo_generacion)
  await othersFirst({ text: stored?.payload ?? '' })
  const json = stored && jsonFileOf(stored)
  if (!json) throw new Error('bug: a document in the holding area is not there, or has no seal')
  return { paths: pathsOf(stored), json, pdf: await pdfFileOf(stored, printer) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
