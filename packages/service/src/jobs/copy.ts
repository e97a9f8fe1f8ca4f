/**
 * Copies the files of sealed documents into their companies' storage, continuously. The backlog stays in the
 * holding area, and then in the archive.
 */
import { createHash } from 'node:crypto'
import type { Deps } from '../context.ts'
import { noteFullDisk } from '../operator/full-disk.ts'
import { describeError } from '../operator/log.ts'
import { decryptDataKey } from '../secrets/secrets.ts'
import {
  type Destination,
  type Done,
  findMissing,
  type NewCopy,
  type PendingCopy,
  postponeCopies,
  recordCopies,
  takePendingCopies,
} from '../storage/copies.ts'
import { type FileSubject, findFileSubject, signedOf } from '../storage/file-subject.ts'
import { jsonFileOf, pdfFileOf } from '../storage/files.ts'
import { claimStore } from '../storage/marker.ts'
import { openStore } from '../storage/open.ts'
import { pathsOf } from '../storage/paths.ts'
import { MINUTE_MS, RETRY_MS } from '../time/durations.ts'
import { nextTurn, yieldIfLarge } from '../time/event-loop.ts'

/** Batch size: a batch shares two statements, and one flush for each destination. */
const BATCH = 16
/** Batches under way: the others are drawn while one waits for its destination. */
const LANES = 8
/** What is made and not yet put in place; files of large documents go alone. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024
/** The lease: longer than a batch can take, a slow disk included. */
const LEASE_MS = 10 * MINUTE_MS
const RETRY_MS_MAX = 30 * MINUTE_MS

/** Runs until nothing is due. Returns the number of documents whose files are in place. */
export async function copyDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  const first = await copySome(deps)
  if (first.taken < BATCH || signal?.aborted) return first.copied
  const lanes = Array.from({ length: LANES }, () => copyUntilNone(deps, signal))
  const counts = await Promise.all(lanes)
  return counts.reduce((sum, count) => sum + count, first.copied)
}

async function copyUntilNone(deps: Deps, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const { taken, copied } = await copySome(deps)
    count += copied
    if (taken < BATCH || signal?.aborted) return count
  }
}

/** Copies one batch. Failed ones are retried later. */
async function copySome(deps: Deps): Promise<{ taken: number; copied: number }> {
  const { pool, clock, log } = deps
  const now = clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const pending = await takePendingCopies(pool, { now, leaseUntil, limit: BATCH })
  const failed = await copyBatch(deps, pending).catch((error: unknown) => {
    log.error({ job: 'copy', error: describeError(error) }, 'a batch of files is made again')
    return pending
  })
  const then = clock.now()
  for (const one of failed) await postpone(deps, one, then)
  return { taken: pending.length, copied: pending.length - failed.length }
}

/** A document, the places that miss its files, and the files: null where no place does, or making them failed. */
interface Copying {
  readonly pending: PendingCopy
  readonly places: readonly Destination[]
  /** Read from the database, all of a batch at once: one by one each would wait for a connection behind the calls. */
  readonly reading: Promise<FileSubject | null> | null
  files: Files | null
  readonly copies: NewCopy[]
  failed: boolean
}

/**
 * The documents whose files are not all in place. One's failure stops no other. Safe to repeat at any
 * point: a file is written again with the same bytes, and a copy is recorded once.
 */
async function copyBatch(
  deps: Deps,
  pending: readonly PendingCopy[],
): Promise<readonly PendingCopy[]> {
  if (pending.length === 0) return []
  const missing = await findMissing(deps.pool, pending, deps.clock.now())
  const all = pending.map(
    (one, i): Copying => ({
      pending: one,
      places: missing[i] ?? [],
      reading: missing[i]?.length ? read(deps, one) : null,
      files: null,
      copies: [],
      failed: false,
    }),
  )
  for (const { reading } of all) reading?.catch(() => {}) // who makes the files says what failed
  const storing: Promise<void>[] = []
  for (const company of new Set(pending.map(({ company_id }) => company_id))) {
    let [pending, bytes]: [Copying[], number] = [[], 0]
    for (const one of all.filter((each) => each.pending.company_id === company)) {
      if (one.reading) await make(deps, one, one.reading)
      pending.push(one)
      bytes += one.files ? one.files.json.length + one.files.pdf.length : 0
      if (bytes < PENDING_BYTES_MAX) continue
      storing.push(store(deps, pending)) // the next files are made meanwhile
      ;[pending, bytes] = [[], 0]
    }
    storing.push(store(deps, pending)) // whoever's place is slow holds up nobody else's
  }
  await Promise.all(storing)
  return all.filter(({ failed }) => failed).map(({ pending: one }) => one)
}

async function make(deps: Deps, one: Copying, reading: Promise<FileSubject | null>): Promise<void> {
  await nextTurn() // calls come first
  try {
    one.files = await filesOf(deps, await reading)
  } catch (error) {
    fail(deps, one, error)
  }
}

/** What failed is in the log, and stays owed. */
function fail(deps: Deps, one: Copying, error: unknown): void {
  one.failed = true
  noteFullDisk(deps, error)
  const codigoGeneracion = one.pending.codigo_generacion.toUpperCase()
  const line = { job: 'copy', codigoGeneracion, error: describeError(error) }
  deps.log.error(line, "a document's files were not copied")
}

/**
 * Stores the files of one company's documents. Copies in one destination are recorded even while another one is
 * down.
 */
async function store(deps: Deps, documents: readonly Copying[]): Promise<void> {
  const places = new Map<string, Destination>()
  for (const { places: missing } of documents) {
    for (const place of missing) places.set(place.destinationId, place)
  }
  for (const destination of places.values()) {
    const isMissed = ({ places: missing, files }: Copying) =>
      files !== null && missing.some((one) => one.destinationId === destination.destinationId)
    await putTogether(deps, destination, documents.filter(isMissed))
  }
  const done: Done[] = documents.map(({ pending, copies, failed }) => ({
    pending,
    copies,
    all: !failed,
  }))
  await recordCopies(deps.pool, done, deps.clock.now()).catch((error: unknown) => {
    for (const one of documents) fail(deps, one, error)
  })
}

/** Where one file may be the reason of a failure each document is tried alone; two failures in a row are the place's. */
async function putTogether(
  deps: Deps,
  destination: Destination,
  documents: readonly Copying[],
): Promise<void> {
  const [first] = documents
  if (!first) return
  try {
    await put(deps, destination, documents)
  } catch (error) {
    if (documents.length === 1) return fail(deps, first, error)
    let failures = 0
    for (const one of documents) {
      const alone = failures < 2 ? put(deps, destination, [one]) : Promise.reject(error)
      failures = await alone.then(
        () => 0,
        (own: unknown) => {
          fail(deps, one, own)
          return failures + 1
        },
      )
    }
  }
}

async function postpone({ pool }: Deps, pending: PendingCopy, now: Date): Promise<void> {
  const delayMs = Math.min(RETRY_MS * 2 ** Math.min(pending.copy_attempts - 1, 10), RETRY_MS_MAX)
  await postponeCopies(pool, pending, new Date(now.getTime() + delayMs))
}

/** Where the place is marked for another company, such as behind a link that was changed, nothing is put. */
async function put(
  deps: Deps,
  destination: Destination,
  documents: readonly Copying[],
): Promise<void> {
  const { companyId, destinationId } = destination
  const place = openStore(destination, deps)
  await claimStore(place, { companyId, nit: documents[0]?.pending.nit ?? '' })
  await place.put(
    documents.flatMap(({ files }) =>
      files
        ? [
            { path: files.paths.json, bytes: files.json },
            { path: files.paths.pdf, bytes: files.pdf },
          ]
        : [],
    ),
  )
  for (const { files, copies } of documents) {
    if (files) copies.push({ destinationId, ...recordOf(files) })
  }
}

const recordOf = ({ paths, json, pdf }: Files) => ({
  jsonPath: paths.json,
  jsonSha256: sha256(json),
  pdfPath: paths.pdf,
  pdfSha256: sha256(pdf),
})

type Files = Awaited<ReturnType<typeof filesOf>>

async function read({ pool, secrets }: Deps, pending: PendingCopy): Promise<FileSubject | null> {
  const dataKey = decryptDataKey(secrets, pending.company_id, pending.data_key)
  const reader = {
    companyId: pending.company_id,
    ambiente: pending.ambiente,
    nit: pending.nit,
    dataKey,
  }
  return findFileSubject(pool, reader, pending.codigo_generacion)
}

async function filesOf({ printer }: Deps, subject: FileSubject | null) {
  await yieldIfLarge({ text: subject ? signedOf(subject).payload : '' })
  const json = subject && jsonFileOf(subject)
  if (!json) throw new Error('bug: what is in the holding area is not there, or has no seal')
  return { paths: pathsOf(subject), json, pdf: await pdfFileOf(subject, printer) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
