/**
 * Stores the files of sealed documents in their companies' destinations. The database is the queue: a document is
 * due there from the commit that seals it until the copies are recorded, and whoever copies it leases it. A company
 * has one batch at a time in a process, so a slow destination delays only its own company.
 */
import { grouped } from '../../base/grouped.ts'
import { describeError } from '../../base/log.ts'
import { MINUTE_MS, RETRY_MS } from '../../base/time/durations.ts'
import { type OnSkipped, skippedInPass } from '../../ledger/cluster/due.ts'
import { findMissing, postponeCopies } from '../../ledger/holding/copies.ts'
import { type DueCopy, takePendingCopies } from '../../ledger/holding/copies-due.ts'
import { makeFiles } from './copy-files.ts'
import { type Copying, type Hanging, storeFiles } from './copy-store.ts'
import type { Keeper } from './keeper.ts'

/** A batch shares four statements, and one flush for each destination. */
const BATCH = 64
/** How many companies have a batch at a time. */
const COMPANIES_MAX = 32
/** While batches are being stored: how often to look for what other companies have due. */
const LOOK_MS = 500
/** The lease: longer than a batch can take, a slow disk included. */
const LEASE_MS = 10 * MINUTE_MS
const RETRY_MS_MAX = 30 * MINUTE_MS
/** Limits the files of a company that wait to be stored; the files of a large document go alone. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024

/**
 * Runs until nothing is due. Returns the number of documents whose files are in place. `hanging` outlives a pass of
 * the job (copy-store.ts).
 */
export async function copyDue(
  deps: Keeper,
  signal?: AbortSignal,
  hanging: Hanging = new Set(),
): Promise<number> {
  const underWay = new Map<string, Promise<void>>() // by company
  const { companies: skipped, onSkipped } = skippedInPass(deps.log, 'copy')
  let count = 0
  async function copy(companyId: string, batch: readonly DueCopy[]): Promise<void> {
    const copied = await copyBatch(deps, batch, hanging)
    count += copied
    underWay.delete(companyId)
  }
  try {
    for (;;) {
      const mayTake = !signal?.aborted && underWay.size < COMPANIES_MAX
      const busy = [...underWay.keys()]
      const taken = mayTake ? await take(deps, [...busy, ...skipped], onSkipped) : []
      for (const [id, batch] of grouped(taken, (one) => one.company_id))
        underWay.set(id, copy(id, batch))
      // Of a company whose batch ended during the look, more may be due.
      if (underWay.size === 0 && busy.length === 0) return count
      if (taken.length < BATCH && underWay.size > 0) await oneEnds(deps, [...underWay.values()])
    }
  } finally {
    await Promise.all(underWay.values())
  }
}

function take({ pool, clock }: Keeper, except: readonly string[], onSkipped: OnSkipped) {
  const now = clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  return takePendingCopies(pool, { now, leaseUntil, limit: BATCH, except, onSkipped })
}

/** Waits for a batch to end, or until it is time to look again. */
async function oneEnds({ clock }: Keeper, underWay: readonly Promise<void>[]): Promise<void> {
  const ended = new AbortController()
  await Promise.race([...underWay, clock.sleep(LOOK_MS, ended.signal)])
  ended.abort()
}

/** Copies what is due of one company; what fails is retried later. Never rejects: a lease ends by itself. */
async function copyBatch(
  deps: Keeper,
  batch: readonly DueCopy[],
  hanging: Hanging,
): Promise<number> {
  const inLog = (error: unknown) =>
    deps.log.error({ job: 'copy', error: describeError(error) }, 'a batch of files is made again')
  const documents = batch.map(copyingOf)
  try {
    await makeAndStore(deps, documents, hanging)
  } catch (error) {
    inLog(error)
    for (const one of documents) one.failed = true
  }
  const failed = documents.filter((one) => one.failed)
  if (failed.length > 0) await postpone(deps, failed).catch(inLog)
  return batch.length - failed.length
}

const copyingOf = (pending: DueCopy): Copying => ({
  pending,
  places: [],
  files: null,
  copies: [],
  failed: false,
  isPlaces: false,
})

/**
 * A destination that refused the last files gets no new ones: the retries of earlier ones find out when it works
 * again, at their pace, and meanwhile the others are not held up.
 */
async function findPlaces({ pool, clock }: Keeper, documents: readonly Copying[]): Promise<void> {
  const all = documents.map(({ pending }) => pending)
  const missing = await findMissing(pool, all, clock.now())
  for (const [i, one] of documents.entries()) {
    const isRetry = one.pending.copy_attempts > 1
    const lacking = missing[i] ?? []
    one.places = lacking.filter(({ isRefusing }) => isRetry || !isRefusing)
    one.isPlaces = one.failed = one.places.length < lacking.length
  }
}

/** While some files are stored the next are rendered; the limit above bounds the memory. */
async function makeAndStore(
  deps: Keeper,
  documents: readonly Copying[],
  hanging: Hanging,
): Promise<void> {
  await findPlaces(deps, documents)
  let storing = Promise.resolve()
  let [together, bytes]: [Copying[], number] = [[], 0]
  for await (const one of makeFiles(deps, documents)) {
    together.push(one)
    if (one.files) bytes += one.files.json.length + one.files.pdf.length
    if (bytes < PENDING_BYTES_MAX) continue
    await storing
    storing = storeFiles(deps, together, hanging)
    ;[together, bytes] = [[], 0]
  }
  await Promise.all([storing, storeFiles(deps, together, hanging)])
}

/** If a destination failed, the rest of the company waits as well. */
async function postpone({ pool, clock }: Keeper, failed: readonly Copying[]): Promise<void> {
  const attempts = Math.max(...failed.map(({ pending }) => pending.copy_attempts))
  const delayMs = Math.min(RETRY_MS * 2 ** (attempts - 1), RETRY_MS_MAX)
  const at = new Date(clock.now().getTime() + delayMs)
  const all = failed.some(({ isPlaces }) => isPlaces)
  await postponeCopies(
    pool,
    failed.map(({ pending }) => pending),
    { at, all },
  )
}
