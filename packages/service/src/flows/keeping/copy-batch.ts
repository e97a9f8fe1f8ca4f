/**
 * Stores the files of a batch of documents in their companies' destinations: each destination flushes once per
 * batch, and one statement records the copies. Safe to repeat at any point: a file is rewritten with the same
 * bytes, and a copy is recorded once.
 */
import { createHash } from 'node:crypto'
import { describeError } from '../../base/log.ts'
import { noteFullDisk } from '../../base/telemetry/full-disk.ts'
import { recordAccepted, recordRefused } from '../../ledger/destinations/destinations.ts'
import {
  type Destination,
  type Done,
  findMissing,
  type Missing,
  type NewCopy,
  type PendingCopy,
  recordCopies,
} from '../../ledger/holding/copies.ts'
import { claimStore } from '../../outside/stores/marker.ts'
import { openStore } from '../../outside/stores/open.ts'
import { type StoredFile, StoreFailed } from '../../outside/stores/store.ts'
import type { Keeper } from './keeper.ts'
import { type Paths, pathOfReferencia } from './paths.ts'

/** Limits the rendered files that wait to be stored; the files of a large document go alone. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024

export interface Files {
  readonly paths: Paths
  readonly json: Buffer
  readonly pdf: Buffer
}

/** A document of a batch. */
export interface ToCopy {
  readonly pending: PendingCopy
  /** Starts rendering its files, if a destination lacks them. A batch starts all before the first is rendered. */
  begin(): () => Promise<Files>
}

/**
 * A document, the destinations that lack its files, and the files: null if none lacks them, or rendering failed.
 */
interface Copying {
  readonly pending: PendingCopy
  readonly places: readonly Missing[]
  readonly make: (() => Promise<Files>) | null
  files: Files | null
  readonly copies: NewCopy[]
  /** Not all destinations have its files. */
  failed: boolean
}

/**
 * Returns the documents whose files are not all stored. One failure does not stop the others. Skips destinations
 * outside `may`.
 */
export async function copyBatch(
  deps: Keeper,
  batch: readonly ToCopy[],
  may: (place: Destination) => boolean = () => true,
): Promise<readonly PendingCopy[]> {
  if (batch.length === 0) return []
  const pending = batch.map((one) => one.pending)
  const missing = await findMissing(deps.pool, pending, deps.clock.now())
  const all = batch.map((one, i) => copyingOf(one, missing[i] ?? [], may))
  const companies = new Set(pending.map(({ company_id }) => company_id))
  const ofEach = [...companies].map((id) => all.filter(({ pending: one }) => one.company_id === id))
  // Companies run concurrently, so a slow destination delays only its own company.
  await Promise.all(ofEach.map((documents) => makeAndStore(deps, documents)))
  return all.filter(({ failed }) => failed).map((one) => one.pending)
}

/** For one company. While some files are stored the next are rendered; the limit above bounds the memory. */
async function makeAndStore(deps: Keeper, documents: readonly Copying[]): Promise<void> {
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

async function make(deps: Keeper, one: Copying, files: () => Promise<Files>): Promise<void> {
  try {
    one.files = await files()
  } catch (error) {
    fail(deps, one, error)
  }
}

/** The failure is logged, and the copy stays due. */
function fail(deps: Keeper, one: Copying, error: unknown): void {
  one.failed = true
  noteFullDisk(deps, error)
  const codigoGeneracion = one.pending.codigo_generacion.toUpperCase()
  const line = { job: 'copy', codigoGeneracion, error: describeError(error) }
  deps.log.error(line, "a document's files were not copied")
}

/** For one company. A destination's copies are recorded even if another destination is unavailable. */
async function store(deps: Keeper, documents: readonly Copying[]): Promise<void> {
  const isFromMemory = documents[0]?.pending.copy_attempts === 0
  const places = new Map<string, Missing>()
  for (const { places: missing } of documents) {
    for (const place of missing) places.set(place.destinationId, place)
  }
  for (const destination of places.values()) {
    const isMissed = ({ places: missing, files }: Copying) =>
      files !== null && missing.some((one) => one.destinationId === destination.destinationId)
    const wanted = documents.filter(isMissed)
    const { count, failure } = await putTogether(deps, destination, wanted)
    if (count > 0 && destination.isRefusing) await recordAccepted(deps.pool, destination)
    if (count === 0 && failure !== null) {
      const refused = { why: wordsOf(failure.error), now: deps.clock.now() }
      await recordRefused(deps.pool, destination, refused)
    }
    if (count > 0) deps.copyQueue.noteOutcome(destination, 'put')
    else if (isFromMemory && wanted.length > 0) deps.copyQueue.noteOutcome(destination, 'failed')
  }
  // Later documents are not tried until a destination works again, and no call waits for them. Neither rendering
  // failures nor retries from the database say anything about a destination.
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
  for (const one of documents) one.files = null // frees memory for the rest of the batch
}

/** For the company's administrator. */
const wordsOf = (error: unknown) =>
  error instanceof StoreFailed ? error.message : 'No se pudo guardar.'

interface Stored {
  /** How many documents are stored. */
  readonly count: number
  /** The first failure. */
  readonly failure: { readonly error: unknown } | null
}

/**
 * Returns how many are stored. If one file may have caused a failure, each document is retried alone; two failures
 * in a row mean that the destination is down.
 */
async function putTogether(
  deps: Keeper,
  destination: Destination,
  documents: readonly Copying[],
): Promise<Stored> {
  const [first] = documents
  if (!first) return { count: 0, failure: null }
  try {
    await put(deps, destination, documents)
    return { count: documents.length, failure: null }
  } catch (error) {
    if (documents.length === 1) {
      fail(deps, first, error)
      return { count: 0, failure: { error } }
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
    return { count, failure: { error } }
  }
}

/** Writes nothing if the destination is marked for another company, for example behind a changed link. */
async function put(
  deps: Keeper,
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
