/**
 * Puts the files of a batch of documents where their companies keep them: each place flushes once for all of
 * them, and what is there is recorded by one statement. Safe to repeat at any point: a file is written again
 * with the same bytes, and a copy is recorded once.
 */
import { createHash } from 'node:crypto'
import type { Deps } from '../context.ts'
import { noteFullDisk } from '../operator/full-disk.ts'
import { describeError } from '../operator/log.ts'
import {
  type Destination,
  type Done,
  findMissing,
  type Missing,
  type NewCopy,
  type PendingCopy,
  recordCopies,
} from '../storage/copies.ts'
import { claimStore } from '../storage/marker.ts'
import { openStore } from '../storage/open.ts'
import { type Paths, pathOfReferencia } from '../storage/paths.ts'
import type { StoredFile } from '../storage/store.ts'

/** Files made and not yet stored; files of large documents go alone. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024

export interface Files {
  readonly paths: Paths
  readonly json: Buffer
  readonly pdf: Buffer
}

/** A document of a batch. */
export interface ToCopy {
  readonly pending: PendingCopy
  /** Begins to make its files, where a place misses them; those of a batch all begin before the first is made. */
  begin(): () => Promise<Files>
}

/** A document, the places that miss its files, and the files: null where no place does, or making them failed. */
interface Copying {
  readonly pending: PendingCopy
  readonly places: readonly Missing[]
  readonly make: (() => Promise<Files>) | null
  files: Files | null
  readonly copies: NewCopy[]
  /** Not all of its places have its files. */
  failed: boolean
}

/**
 * The documents whose files are not all stored. One failure does not stop the others. Skips places outside
 * `may`.
 */
export async function copyBatch(
  deps: Deps,
  batch: readonly ToCopy[],
  may: (place: Destination) => boolean = () => true,
): Promise<readonly PendingCopy[]> {
  if (batch.length === 0) return []
  const pending = batch.map((one) => one.pending)
  const missing = await findMissing(deps.pool, pending, deps.clock.now())
  const all = batch.map((one, i) => copyingOf(one, missing[i] ?? [], may))
  const companies = new Set(pending.map(({ company_id }) => company_id))
  const ofEach = [...companies].map((id) => all.filter(({ pending: one }) => one.company_id === id))
  // At once: whoever's place is slow holds up nobody else's.
  await Promise.all(ofEach.map((documents) => makeAndStore(deps, documents)))
  return all.filter(({ failed }) => failed).map((one) => one.pending)
}

/** Of one company. While some are put in place the next are made, and then wait: so much at most is in memory. */
async function makeAndStore(deps: Deps, documents: readonly Copying[]): Promise<void> {
  let storing = Promise.resolve()
  let [together, bytes]: [Copying[], number] = [[], 0]
  for (const one of documents) {
    if (one.make) await make(deps, one, one.make)
    together.push(one)
    bytes += one.files ? one.files.json.length + one.files.pdf.length : 0
    if (bytes < PENDING_BYTES_MAX) continue
    await storing
    storing = store(deps, together)
    ;[together, bytes] = [[], 0]
  }
  await Promise.all([storing, store(deps, together)])
}

function copyingOf(
  { pending, begin }: ToCopy,
  missing: readonly Missing[],
  may: (place: Destination) => boolean,
): Copying {
  const places = missing.filter(may)
  return {
    pending,
    places,
    make: places.length > 0 ? begin() : null,
    files: null,
    copies: [],
    failed: places.length < missing.length,
  }
}

async function make(deps: Deps, one: Copying, files: () => Promise<Files>): Promise<void> {
  try {
    one.files = await files()
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

/** Of one company. What one place has is known, also while another one is away. */
async function store(deps: Deps, documents: readonly Copying[]): Promise<void> {
  const isFromMemory = documents[0]?.pending.copy_attempts === 0
  const places = new Map<string, Destination>()
  for (const { places: missing } of documents) {
    for (const place of missing) places.set(place.destinationId, place)
  }
  for (const destination of places.values()) {
    const isMissed = ({ places: missing, files }: Copying) =>
      files !== null && missing.some((one) => one.destinationId === destination.destinationId)
    const wanted = documents.filter(isMissed)
    const count = await putTogether(deps, destination, wanted)
    if (count > 0) deps.copyQueue.noteOutcome(destination, 'put')
    else if (isFromMemory && wanted.length > 0) deps.copyQueue.noteOutcome(destination, 'failed')
  }
  // The next ones are not tried before a place was found to work again, and nobody waits for them. Files that
  // could not be made say nothing about a place, nor does what the database has tried again.
  const [first] = documents
  const isNowhere = documents.every(
    ({ failed, copies, make: begun, files }) =>
      failed && copies.length === 0 && (begun === null || files !== null),
  )
  if (first && isFromMemory && isNowhere) deps.copyQueue.giveUp(first.pending.company_id)
  const done: Done[] = documents.map(({ pending, copies, failed }) => ({
    pending,
    copies,
    all: !failed,
  }))
  await recordCopies(deps.pool, done, deps.clock.now()).catch((error: unknown) => {
    for (const one of documents) fail(deps, one, error)
  })
  for (const one of documents) one.files = null // the batch may have more to make
}

/**
 * How many are there. Where one file may be the reason of a failure each document is tried alone; two failures in a
 * row are the place's.
 */
async function putTogether(
  deps: Deps,
  destination: Destination,
  documents: readonly Copying[],
): Promise<number> {
  const [first] = documents
  if (!first) return 0
  try {
    await put(deps, destination, documents)
    return documents.length
  } catch (error) {
    if (documents.length === 1) {
      fail(deps, first, error)
      return 0
    }
    let [failures, count] = [0, 0]
    for (const one of documents) {
      const alone = failures < 2 ? put(deps, destination, [one]) : Promise.reject(error)
      const isThere = await alone.then(
        () => true,
        (own: unknown) => {
          fail(deps, one, own)
          return false
        },
      )
      failures = isThere ? 0 : failures + 1
      count += isThere ? 1 : 0
    }
    return count
  }
}

/** Writes nothing when the place is marked for another company, such as behind a changed link. */
async function put(
  deps: Deps,
  destination: Destination,
  documents: readonly Copying[],
): Promise<void> {
  const { companyId, destinationId } = destination
  const place = openStore(destination, deps)
  await claimStore(place, { companyId, nit: documents[0]?.pending.nit ?? '' })
  await place.put(
    documents.flatMap(({ files, places }) =>
      files
        ? [
            { path: files.paths.json, bytes: files.json },
            { path: files.paths.pdf, bytes: files.pdf },
            ...referenciaOf(files, places),
          ]
        : [],
    ),
  )
  for (const { files, copies } of documents) {
    if (files) copies.push({ destinationId, ...recordOf(files) })
  }
}

function referenciaOf({ paths }: Files, [place]: readonly Missing[]): StoredFile[] {
  const referencia = place?.referencia ?? null
  if (referencia === null) return []
  return [{ path: pathOfReferencia(paths.json), bytes: Buffer.from(referencia) }]
}

const recordOf = ({ paths, json, pdf }: Files) => ({
  jsonPath: paths.json,
  jsonSha256: sha256(json),
  pdfPath: paths.pdf,
  pdfSha256: sha256(pdf),
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
