/**
 * Stores rendered files in a company's destinations: each destination flushes once, and one statement records the
 * copies. Safe to repeat at any point: a file is rewritten with the same bytes, and a copy is recorded once.
 */
import { createHash } from 'node:crypto'
import { describeError } from '../../base/log.ts'
import { noteFullDisk } from '../../base/telemetry/full-disk.ts'
import { recordAccepted, recordRefused } from '../../ledger/destinations/destinations.ts'
import { type Missing, type NewCopy, recordCopies } from '../../ledger/holding/copies.ts'
import type { DueCopy } from '../../ledger/holding/copies-due.ts'
import { claimStore } from '../../outside/stores/marker.ts'
import { openStore } from '../../outside/stores/open.ts'
import { type StoredFile, StoreFailed } from '../../outside/stores/store.ts'
import type { Keeper } from './keeper.ts'
import { type Paths, pathOfReferencia } from './paths.ts'

/** A folder that takes longer hangs, for example an unreachable network mount. A bucket's requests have their own limit. */
const HANGS_MS = 30_000

/**
 * Folders of this process, by destination, whose system calls do not return. They count as failed until those have,
 * since each further one would take a thread that other folders need.
 */
export type Hanging = Set<string>

export interface Files {
  readonly paths: Paths
  readonly json: Buffer
  readonly pdf: Buffer
  /** The caller's reference for the sale, which is stored next to its document. */
  readonly referencia: string | null
}

/** A document and the destinations that are to get its files now. */
export interface Copying {
  readonly pending: DueCopy
  places: readonly Missing[]
  /** Null before they are rendered, if rendering failed, and once they are stored. */
  files: Files | null
  readonly copies: NewCopy[]
  /** Not all destinations have its files. */
  failed: boolean
  /** It failed, and the cause is a destination's. */
  isPlaces: boolean
}

/** The failure is logged, and the copy stays due. */
export function fail(deps: Keeper, one: Copying, error: unknown): void {
  one.failed = true
  noteFullDisk(deps, error)
  const codigoGeneracion = one.pending.codigo_generacion.toUpperCase()
  const line = { job: 'copy', codigoGeneracion, error: describeError(error) }
  deps.log.error(line, "a document's files were not copied")
}

/** For one company. A destination's copies are recorded even if another destination is unavailable. */
export async function storeFiles(
  deps: Keeper,
  documents: readonly Copying[],
  hanging: Hanging,
): Promise<void> {
  const places = new Map<string, Missing>()
  for (const { places: missing } of documents) {
    for (const place of missing) places.set(place.destinationId, place)
  }
  await Promise.all([...places.values()].map((place) => storeIn(deps, place, documents, hanging)))
  const done = documents.map(({ pending, copies, failed }) => ({ pending, copies, all: !failed }))
  await recordCopies(deps.pool, done, deps.clock.now()).catch((error: unknown) => {
    for (const one of documents) fail(deps, one, error)
  })
  for (const one of documents) one.files = null // frees memory for the rest of the batch
}

async function storeIn(
  deps: Keeper,
  destination: Missing,
  documents: readonly Copying[],
  hanging: Hanging,
): Promise<void> {
  const wanted = documents.filter(
    ({ places, files }) =>
      files !== null &&
      places.some(({ destinationId }) => destinationId === destination.destinationId),
  )
  const put = (them: readonly Copying[]) => putInTime(deps, destination, them, hanging)
  const { some, failure } = await putTogether(deps, wanted, put)
  if (some && destination.isRefusing) await recordAccepted(deps.pool, destination, deps.clock.now())
  if (some || failure === null) return
  for (const one of wanted) one.isPlaces = true
  const refused = { why: wordsOf(failure.error), now: deps.clock.now() }
  await recordRefused(deps.pool, destination, refused)
}

/** For the company's administrator. */
const wordsOf = (error: unknown) =>
  error instanceof StoreFailed ? error.message : 'No se pudo guardar.'

interface Stored {
  /** Whether any document is stored. */
  readonly some: boolean
  /** The first failure. */
  readonly failure: { readonly error: unknown } | null
}

/**
 * If one file may have caused a failure, each document is retried alone; two failures in a row mean that the
 * destination is down.
 */
async function putTogether(
  deps: Keeper,
  documents: readonly Copying[],
  put: (documents: readonly Copying[]) => Promise<void>,
): Promise<Stored> {
  const [first] = documents
  if (!first) return { some: false, failure: null }
  try {
    await put(documents)
    return { some: true, failure: null }
  } catch (error) {
    if (documents.length === 1) {
      fail(deps, first, error)
      return { some: false, failure: { error } }
    }
    let [failures, some] = [0, false]
    for (const one of documents) {
      const alone = failures < 2 ? put([one]) : Promise.reject(error)
      const isThere = await alone.then(
        () => true,
        (own: unknown) => {
          fail(deps, one, own)
          return false
        },
      )
      failures = isThere ? 0 : failures + 1
      some ||= isThere
    }
    return { some, failure: { error } }
  }
}

async function putInTime(
  deps: Keeper,
  destination: Missing,
  documents: readonly Copying[],
  hanging: Hanging,
): Promise<void> {
  const { destinationId, kind } = destination
  const hangs = () => new StoreFailed(`No responde desde hace ${HANGS_MS / 1000} segundos o más.`)
  if (hanging.has(destinationId)) throw hangs()
  const ended = new AbortController()
  const putting = put(deps, destination, documents).finally(() => ended.abort())
  if (kind === 'managed_folder') {
    const late = deps.clock.sleep(HANGS_MS, ended.signal).then(() => 'late' as const)
    if ((await Promise.race([putting, late])) === 'late' && !ended.signal.aborted) {
      hanging.add(destinationId)
      const isBack = (error: unknown) => {
        hanging.delete(destinationId)
        deps.log.info({ job: 'copy', destinationId, error }, 'a folder that hung is back')
      }
      void putting.then(
        () => isBack(null),
        (error: unknown) => isBack(describeError(error)),
      )
      throw hangs()
    }
  }
  await putting
  for (const { files, copies } of documents) {
    if (files) copies.push({ destinationId, ...recordOf(files) })
  }
}

/** Writes nothing if the destination is marked for another company, for example behind a changed link. */
async function put(
  deps: Keeper,
  destination: Missing,
  documents: readonly Copying[],
): Promise<void> {
  const { companyId } = destination
  const place = openStore(destination, deps)
  await claimStore(place, { companyId, nit: documents[0]?.pending.nit ?? '' })
  await place.put(documents.flatMap(({ files }) => (files ? storedFiles(files) : [])))
}

function storedFiles({ paths, json, pdf, referencia }: Files): StoredFile[] {
  const both = [
    { path: paths.json, bytes: json },
    { path: paths.pdf, bytes: pdf },
  ]
  if (referencia === null) return both
  return [...both, { path: pathOfReferencia(paths.json), bytes: Buffer.from(referencia) }]
}

const recordOf = ({ paths, json, pdf }: Files) => ({
  jsonPath: paths.json,
  jsonSha256: sha256(json),
  pdfPath: paths.pdf,
  pdfSha256: sha256(pdf),
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
