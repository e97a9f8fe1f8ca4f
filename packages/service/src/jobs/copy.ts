/**
 * Puts the files of sealed documents into the storage of their companies. It is behind the calls that
 * issue and takes no more than a share of the process: the documents wait in the holding area, and after
 * it in the archive, for as long as that needs.
 */
import { createHash } from 'node:crypto'
import type { Deps } from '../context.ts'
import { noteFullDisk } from '../operator/full-disk.ts'
import { describeError } from '../operator/log.ts'
import { openDataKey } from '../secrets/secrets.ts'
import {
  type Destination,
  type Done,
  findMissing,
  type NewCopy,
  type Owed,
  postponeCopies,
  recordCopies,
  takeOwed,
} from '../storage/copies.ts'
import { jsonFileOf, pdfFileOf } from '../storage/files.ts'
import { findKept, signedOf } from '../storage/kept.ts'
import { claimStore } from '../storage/marker.ts'
import { openStore } from '../storage/open.ts'
import { pathsOf } from '../storage/paths.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { othersFirst } from '../time/event-loop.ts'

/** They share two statements, and wait together where their places are slow. */
const BATCH = 16
/** Longer than the files of a batch can take, an unwilling disk included. */
const LEASE_MS = 10 * MINUTE_MS
const RETRY_MS = 15_000
const RETRY_MS_MAX = 30 * MINUTE_MS
/**
 * After the files of each document it rests for so many times what making them took: without a rest a batch
 * is one burst, and others wait twice as long (docs/performance.md). Where they are at work making takes
 * longer, and so does the rest.
 */
const REST = 7
const REST_MS_MAX = 300

/** Until nothing is due. Says how many documents' files are where they belong now. */
export async function copyDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { pool, clock, log } = deps
  let count = 0
  for (;;) {
    const now = clock.now()
    const leaseUntil = new Date(now.getTime() + LEASE_MS)
    const owed = await takeOwed(pool, { now, leaseUntil, limit: BATCH })
    const failed = await copyBatch(deps, owed, signal).catch((error: unknown) => {
      log.error({ job: 'copy', error: describeError(error) }, 'a batch of files is made again')
      return owed
    })
    const then = clock.now()
    for (const one of failed) await postpone(deps, one, then)
    count += owed.length - failed.length
    if (owed.length < BATCH || signal?.aborted) return count
  }
}

/**
 * The documents whose files are not all in place. One's failure stops no other. Safe to repeat at any
 * point: a file is written again with the same bytes, and a copy is recorded once.
 */
async function copyBatch(
  deps: Deps,
  owed: readonly Owed[],
  signal?: AbortSignal,
): Promise<readonly Owed[]> {
  const { pool, clock } = deps
  if (owed.length === 0) return []
  const missing = await findMissing(pool, owed, clock.now())
  const done: Done[] = []
  const storing: Promise<unknown>[] = []
  for (const [i, one] of owed.entries()) {
    const began = clock.now()
    const places = missing[i] ?? []
    const making = places.length > 0 ? filesOf(deps, one) : null
    // Storing is waiting: the next files are made meanwhile.
    storing.push(storeOne(deps, { owed: one, places, making }).then((what) => done.push(what)))
    await making?.catch(() => {}) // storeOne says what failed
    await clock.sleep(restAfter(clock.now().getTime() - began.getTime()), signal)
  }
  const soon = done.splice(0)
  await recordCopies(pool, soon, clock.now()) // whoever's place is slow holds up nobody else's
  await Promise.all(storing)
  if (done.length > 0) await recordCopies(pool, done, clock.now())
  return [...soon, ...done].filter(({ all }) => !all).map(({ owed: one }) => one)
}

/** Times go by whole milliseconds: what took none at all is taken for one. */
const restAfter = (tookMs: number) => Math.min(Math.max(tookMs, 1) * REST, REST_MS_MAX)

interface Wanted {
  readonly owed: Owed
  readonly places: readonly Destination[]
  /** Null where no place misses them. */
  readonly making: Promise<Files> | null
}

/** What failed is in the log, and stays owed. What one place has is known, also while another one is away. */
async function storeOne(deps: Deps, { owed, places, making }: Wanted): Promise<Done> {
  const copies: NewCopy[] = []
  let all = true
  const failed = (error: unknown): undefined => {
    all = false
    noteFullDisk(deps, error)
    const codigoGeneracion = owed.codigo_generacion.toUpperCase()
    const line = { job: 'copy', codigoGeneracion, error: describeError(error) }
    deps.log.error(line, 'the files of a document were not put in place')
  }
  const files = await making?.catch(failed)
  if (!files) return { owed, copies, all }
  for (const destination of places) {
    const copy = await put(deps, { destination, nit: owed.nit }, files).catch(failed)
    if (copy) copies.push(copy)
  }
  return { owed, copies, all }
}

async function postpone({ pool }: Deps, owed: Owed, now: Date): Promise<void> {
  const delayMs = Math.min(RETRY_MS * 2 ** Math.min(owed.copy_attempts - 1, 10), RETRY_MS_MAX)
  await postponeCopies(pool, owed, new Date(now.getTime() + delayMs))
}

interface Into {
  readonly destination: Destination
  readonly nit: string
}

/** Where the place is marked for another company, such as behind a link that was changed, nothing is put. */
async function put(deps: Deps, { destination, nit }: Into, files: Files): Promise<NewCopy> {
  const { paths, json, pdf } = files
  const store = openStore(destination, deps)
  await claimStore(store, { companyId: destination.companyId, nit })
  await store.put([
    { path: paths.json, bytes: json },
    { path: paths.pdf, bytes: pdf },
  ])
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
  const kept = await findKept(pool, reader, owed.codigo_generacion)
  await othersFirst({ text: kept ? signedOf(kept).payload : '' })
  const json = kept && jsonFileOf(kept)
  if (!json) throw new Error('bug: what is in the holding area is not there, or has no seal')
  return { paths: pathsOf(kept), json, pdf: await pdfFileOf(kept, printer) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
